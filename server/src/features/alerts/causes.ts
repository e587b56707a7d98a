import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { isRehearsed } from '../checkout/rehearsal/is-rehearsed.ts';
import { SURELY_SILENT } from '../city/seats/seat.ts';
import { ofGame } from '../deliveries/targets.ts';

/** Failures of one minute are one alert. */
const GROUPED_SECONDS = 60;
/** Deliveries for a server that speaks are stuck if `many` of a store waited for `minutes`, or if one waited for `oneMinutes`. */
const STUCK = { minutes: 10, many: 5, oneMinutes: 60 };

/**
 * What stands against the stores now, one row for each kind and subject. `things` says how many things it is about.
 * `newest` is the time of the newest one, if more of the same is news. `settle` is for how many seconds the cause must stand
 * until the owner hears of it. The rows of a kind are in the order of `alertKinds`.
 */
export const causes = sql`
  select store_id, 'payment_refused' as kind, '' as subject, 1::bigint as things, null::timestamptz as newest, 0 as settle
    from store_credential where problem is not null
  union all
  select store_id, 'server_waiting', seat_id, count(*), max(first_seen_at), 0
    from game_claim where state = 'waiting' and last_seen_at > now() - interval '5 minutes' group by store_id, seat_id
  union all
  select p.store_id, 'city_silent', p.id, 1, null, coalesce(t.silence_minutes, ${limits.alertSilenceMinutes}) * 60 - ${SURELY_SILENT}
    from game_seat p join game_server g on g.store_id = p.store_id and g.id = p.server_id
    left join alert_setting t on t.store_id = p.store_id
   where p.ended_at is null and g.last_seen_at < now() - make_interval(secs => ${SURELY_SILENT})
  union all
  select store_id, 'storage_unavailable', coalesce(seat_id, store_id), count(*), null, 0
    from delivery where state = 'queued' and code = 'storage_unavailable' group by store_id, coalesce(seat_id, store_id)
  union all
  select store_id, 'delivery_' || state, '', count(*), max(updated_at), ${GROUPED_SECONDS}
    from delivery where state in ('failed', 'uncertain') and not ${isRehearsed} group by store_id, state
  union all
  select store_id, 'discord_refused', case when main_of is null then guild_id else '' end, 1, null, 0
    from discord_guild where problem is not null
  union all
  select store_id, 'discord_stopped', '', count(*), null, 0
    from delivery
   where state = 'queued' and target = 'discord' and code = 'discord_stopped'
     and exists (select from outside_stop where name = 'discord') group by store_id
  union all
  select store_id, 'queue_growing', '', count(*), null, 0
    from (select d.store_id, case d.phase when 'confirmation' then d.created_at else d.due_at end as queued_at
            from delivery d
            left join game_seat p on p.store_id = d.store_id and p.id = coalesce(d.seat_id, d.store_id)
            left join game_server g on g.store_id = p.store_id and g.id = p.server_id
           where d.state = 'queued' and ${ofGame('d')} and not d.waiting
             and (g.id is null or g.last_seen_at > now() - make_interval(secs => ${SURELY_SILENT}))) stuck
   where queued_at < now() - make_interval(mins => ${STUCK.minutes})
   group by store_id
  having count(*) >= ${STUCK.many} or min(queued_at) < now() - make_interval(mins => ${STUCK.oneMinutes})`;
