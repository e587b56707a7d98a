import { sql } from 'kysely';

/** True in SQL while the store `s`, with its `alert_setting` `t`, has its quiet hours. They may go over midnight. */
export const isQuiet = sql<boolean>`coalesce((select case when t.quiet_from < t.quiet_until
    then clock >= t.quiet_from and clock < t.quiet_until else clock >= t.quiet_from or clock < t.quiet_until end
    from (select to_char(now() at time zone s.time_zone, 'HH24:MI') as clock) c), false)`;
