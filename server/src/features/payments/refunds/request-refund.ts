import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId, newReference } from '../../../db/ids.ts';
import type { StoreId } from '../../../http/store.ts';

export type RefundReason = 'late' | 'limit' | 'duplicate' | 'owner' | 'customer';

/**
 * Writes that a payment is to be given back whole, with the key of the call that will do it. Whoever asked runs it at
 * once, or a sweep does. A payment has one refund: undefined when one is under way or done.
 */
export async function requestRefund(
  tx: Tx,
  store: StoreId,
  payment: { id: string; amountCentavos: number },
  reason: RefundReason,
  { actor = null, note = null }: { actor?: string | null; note?: string | null } = {},
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into refund (store_id, id, payment_id, amount_centavos, reason, note, actor, idempotency_key, next_check_at)
    values (${store}, ${newId()}, ${payment.id}, ${payment.amountCentavos}, ${reason}, ${note}, ${actor},
            ${newReference()}, now())
    on conflict (store_id, payment_id) where status in ('requested', 'in_process', 'approved') do nothing
    returning id`.execute(tx);
  return result.rows[0]?.id;
}
