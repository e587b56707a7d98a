import type { RefundScope } from '@vitrine/contract/refund-words';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId, newReference } from '../../../db/ids.ts';
import type { StoreId } from '../../../http/store.ts';

/** `provider`: somebody gave a part back on the provider's own page. */
export type RefundReason = 'late' | 'limit' | 'duplicate' | 'owner' | 'customer' | 'provider';

/** Who asked for the refund of a withdrawal, and why. */
export const withdrawn = { actor: 'Comprador', note: 'Desistência do comprador (CDC, art. 49)' } as const;

/** Units of one item that a refund returns, and what they are worth. */
export interface RefundedItem {
  item: string;
  units: number;
  centavos: number;
}

/** A refund of less than the rest of a payment. */
export interface RefundPart {
  order: string;
  scope: Exclude<RefundScope, 'whole'>;
  items: readonly RefundedItem[];
}

/**
 * Writes that money of a payment is to be given back, with the key of the call that will do it: all of the rest, or with
 * `part` this amount of it. Whoever asked runs it at once, or a sweep does. Undefined if another refund of the payment is
 * under way, or if the whole payment was refunded.
 */
export async function requestRefund(
  tx: Tx,
  store: StoreId,
  payment: { id: string; amountCentavos: number },
  reason: RefundReason,
  { actor = null, note = null, part }: { actor?: string | null; note?: string | null; part?: RefundPart } = {},
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into refund (store_id, id, payment_id, amount_centavos, reason, note, actor, idempotency_key, scope,
                        next_check_at, part_check_at)
    values (${store}, ${newId()}, ${payment.id}, ${payment.amountCentavos}, ${reason}, ${note}, ${actor},
            ${newReference()}, ${part?.scope ?? 'whole'},
            case when ${part === undefined}::boolean then now() end, case when ${part !== undefined}::boolean then now() end)
    on conflict (store_id, payment_id) where status in ('requested', 'in_process', 'approved') do nothing
    returning id`.execute(tx);
  const id = result.rows[0]?.id;
  if (id && part) {
    await sql`
      insert into refund_item (store_id, refund_id, order_id, item_id, units, amount_centavos)
      select ${store}, ${id}, ${part.order}, w.item, w.units, w.centavos
        from jsonb_to_recordset(${JSON.stringify(part.items)}::jsonb) as w(item text, units int, centavos int)`.execute(
      tx,
    );
  }
  return id;
}
