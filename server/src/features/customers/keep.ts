import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';

/**
 * Reasons why an order's buyer cannot be forgotten yet (docs/decisions/0021-customers-own-purchases.md). One reason is
 * enough. Each ends by itself, at the latest after its days here.
 */

/** A payment may still arrive for this long after an order expired. */
const LATE_PAYMENT_DAYS = 2;
/** How long a failed delivery may still be repaired, counted from its failure. */
const REPAIR_DAYS = 30;
/** A card holder or bank may take the money back for this long, and the store then takes its goods back. */
const DISPUTE_DAYS = 180;

const completedWithin = (days: number) => sql`o.completed_at > now() - make_interval(days => ${days})`;

const deliveries = sql`from delivery d where d.store_id = o.store_id and d.order_id = o.id`;
const sources = sql`from right_source s where s.store_id = o.store_id and s.order_id = o.id and s.ended_at is null`;
/**
 * When the days of withdrawal end, from the purchase or the last delivery, as `withdraw_until` of an order counts them.
 */
const withdrawalEnds = sql`(greatest(o.completed_at, (select max(d.finished_at) ${deliveries}
    and d.phase = 'confirmation' and d.state = 'succeeded' and d.resend = 0)) + make_interval(days => ${limits.withdrawalDays}))`;

/** In SQL, for an order `o`: the reason why it keeps its buyer's ids; null without one. */
export const keepReason: RawBuilder<unknown> = sql`(case
  when o.status = 'pending'
    or o.note = 'expired' and o.cancelled_at > now() - make_interval(days => ${LATE_PAYMENT_DAYS}) then 'payment'
  when exists (select from refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
                where p.store_id = o.store_id and p.order_id = o.id and r.status in ('requested', 'in_process'))
    or o.status = 'completed' and o.note is not null and ${completedWithin(DISPUTE_DAYS)} then 'money'
  when exists (select ${sources} and s.ends_at > now())
    or exists (select ${sources} and s.ends_at is null) and ${completedWithin(DISPUTE_DAYS)} then 'right'
  when exists (select ${deliveries} and (d.state in ('scheduled', 'queued', 'sent')
         or d.state in ('failed', 'uncertain') and d.updated_at > now() - make_interval(days => ${REPAIR_DAYS})))
    then 'delivery'
  when o.status = 'completed' and o.kind = 'sale' and ${withdrawalEnds} > now() then 'withdrawal'
end)`;

/** In SQL, for an order `o`: when its reason ends; null if that day is not known. */
export const keepUntil: RawBuilder<unknown> = sql`(case
  when exists (select ${sources} and s.ends_at > now())
    then (select max(s.ends_at) ${sources} and s.ends_at > now())
  when exists (select ${sources} and s.ends_at is null) then o.completed_at + make_interval(days => ${DISPUTE_DAYS})
  when o.status = 'completed' and o.kind = 'sale' and ${withdrawalEnds} > now() then ${withdrawalEnds}
end)`;
