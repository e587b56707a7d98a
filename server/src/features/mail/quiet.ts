import { type RawBuilder, sql } from 'kysely';

/** True in SQL while the store `s`, with its `alert_setting` `t`, has its quiet hours. They may go over midnight. */
export const isQuiet = sql<boolean>`coalesce((select case when t.quiet_from < t.quiet_until
    then clock >= t.quiet_from and clock < t.quiet_until else clock >= t.quiet_from or clock < t.quiet_until end
    from (select to_char(now() at time zone s.time_zone, 'HH24:MI') as clock) c), false)`;

/** In SQL: seconds until the quiet hours of a store end, by its clock; 0 outside of them. `store` may not use the aliases `s` and `t`. */
export const quietSeconds = (store: RawBuilder<unknown>) => sql<number>`coalesce((
  select case when ${isQuiet} then
           mod(ceil(extract(epoch from t.quiet_until::time - (now() at time zone s.time_zone)::time))::int + 86400, 86400) + 1
         else 0 end
    from store s join alert_setting t on t.store_id = s.id where s.id = ${store}), 0)`;
