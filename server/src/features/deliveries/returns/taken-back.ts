import type { TakenBack } from '@vitrine/contract/refund-words';
import { sql } from 'kysely';
import { stands } from './stands.ts';

/**
 * In SQL: what happened to the goods of the confirmation `d` after its purchase was returned. A delivery that undoes it is done,
 * or under way, or nothing takes the goods back. Null while the purchase stands, and if the goods never arrived.
 */
export const takenBack = sql<TakenBack | null>`(case
  when d.phase = 'confirmation' and d.state in ('succeeded', 'uncertain')
   and not exists (select from "order" o where o.store_id = d.store_id and o.id = d.order_id and ${stands})
  then (select case when bool_or(u.state = 'succeeded') then 'taken'
                    when bool_or(u.state in ('scheduled', 'queued', 'sent')) then 'taking' else 'kept' end
          from delivery u
         where u.store_id = d.store_id and u.order_id = d.order_id and u.item_id = d.item_id
           and (u.phase = 'reversal' and u.action_index = d.action_index and u.occurrence = d.occurrence
                and coalesce(u.seat_id, u.store_id) = coalesce(d.seat_id, d.store_id)
             or u.phase = 'expiration' and u.depends_on = d.id))
  end)`;
