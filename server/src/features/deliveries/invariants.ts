import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { stands } from './returns/stands.ts';
import { perUnitTypes, targetNames } from './targets.ts';

export interface Violation {
  rule: string;
  storeId: string;
  id: string;
}

/**
 * What must always be true of deliveries, checked over all rows: for tests and for an operator after an accident. The
 * database itself refuses a second delivery for one order, item, action, occurrence and phase.
 *
 * - `missing`: a completed order lacks the delivery of a confirmation
 * - `sent_without_lease`: sent without a lease, or a minute and the margin of leases after its lease ended while sweeps run
 * - `early_expiration`: an expiration went out though its confirmation never arrived
 * - `too_early`: went out before its action's delay was over, and no person had sent it
 * - `unwanted`: a confirmation waits to go out for a purchase that no longer stands
 * - `untold`: the state differs from the newest line of its history
 * - `finished`: finished without a time, or open with one
 * - `unknown_target`: a delivery or right of a target that this version does not know
 * - `ownerless_right`: a live right without a live source, or an ended right with one
 */
export async function violations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<{ rule: string; store_id: string; id: string }>`
    select 'missing' as rule, o.store_id, i.id
      from "order" o
      join order_item i on i.store_id = o.store_id and i.order_id = o.id
      cross join lateral jsonb_array_elements(i.actions) with ordinality as a(action, place)
     where o.status = 'completed' and a.action->>'executionTiming' = 'on_confirmation'
       and (select count(*) from delivery d
             where d.store_id = i.store_id and d.order_id = i.order_id and d.item_id = i.id
               and d.action_index = a.place - 1 and d.phase = 'confirmation' and d.resend = 0)
           <> case when a.action->>'type' = any(${perUnitTypes}::text[]) and a.action->'oncePerOrder' is distinct from 'true'
                   then i.quantity else 1 end
    union all
    select 'sent_without_lease', store_id, id from delivery
     where state = 'sent' and (lease_until is null or lease_until < now() - interval '90 seconds')
    union all
    select 'early_expiration', e.store_id, e.id
      from delivery e join delivery c on c.store_id = e.store_id and c.id = e.depends_on
     where e.phase = 'expiration' and e.state in ('queued', 'sent', 'succeeded') and c.state not in ('succeeded', 'uncertain')
    union all
    select 'too_early', store_id, id from delivery
     where delay_minutes > 0 and resend = 0 and first_sent_at < created_at + make_interval(mins => delay_minutes)
       and not exists (select from delivery_history h
             where h.store_id = delivery.store_id and h.delivery_id = delivery.id and h.actor is not null)
    union all
    select 'unwanted', d.store_id, d.id
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.phase = 'confirmation' and d.state in ('queued', 'scheduled') and o.status <> 'pending' and not ${stands}
       and not d.cancel_requested
    union all
    select 'untold', d.store_id, d.id from delivery d
     where d.state is distinct from (select h.state from delivery_history h
             where h.store_id = d.store_id and h.delivery_id = d.id order by h.at desc, h.id desc limit 1)
    union all
    select 'unknown_target', store_id, id from delivery where target <> all(${targetNames}::text[])
    union all
    select 'unknown_target', store_id, id from customer_right where target <> all(${targetNames}::text[])
    union all
    select 'finished', store_id, id from delivery
     where (finished_at is not null) <> (state in ('succeeded', 'failed', 'cancelled'))
    union all
    select 'ownerless_right', r.store_id, r.id from customer_right r
     where (r.ended_at is null) <> exists (select from right_source s
             where s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null)
    limit 1000`.execute(db);
  return rows.map(({ rule, store_id, id }) => ({ rule, storeId: store_id, id }));
}
