import type { Tx } from '../../../db/database.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { revokeItem } from '../../orders/returns/revoke-item.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { dateOf, lastSource } from './extend-right.ts';

/**
 * Takes back all that one item of a purchase still gives, without a refund. If several purchases give the right, it is the one that
 * ends last. Refuses `right_not_found`, and `right_not_revocable` for a right that is over or was revoked in this moment.
 */
export async function revokeRight(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const found = await lastSource(tx, store, id);
  if (!found) throw new Refusal('right_not_found');
  const order = await lockOrder(tx, store, found.order_id);
  const before = await lastSource(tx, store, id);
  if (!order || !before?.held || before.order_id !== order.id) throw new Refusal('right_not_revocable');
  await revokeItem(tx, store, order, before.item_id);
  await recordAudit(tx, store, actor, {
    action: 'order.revoke',
    text: `Retirou ${before.product} do pedido ${before.number}: ${reason}`,
    object: before.order_id,
    before: { name: before.product, expires_at: dateOf(before.ends_at) },
  });
  await notify(tx, 'orders', `${store}:${before.order_id}`);
}
