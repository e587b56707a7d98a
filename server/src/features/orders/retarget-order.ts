import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { retargetDeliveries } from '../deliveries/retarget-deliveries.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { moveCouponUse, moveUnits } from './stock.ts';

/**
 * Corrects the buyer's ids of an order for what is not delivered yet (`retargetDeliveries`). Its units and its coupon's use
 * count for the corrected ids. Refuses an unknown order with `order_not_found`.
 */
export async function retargetOrder(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { orderId, clientId, discordId }: { orderId: string; clientId?: number | undefined; discordId?: string | undefined },
): Promise<void> {
  const order = await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', orderId)
    .select(['number', 'counted', 'client', 'discord_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw new Refusal('order_not_found');
  const before = { client: order.client, discord_id: order.discord_id };
  const after = { client: clientId ?? before.client, discord_id: discordId ?? before.discord_id };
  await tx.updateTable('order').set(after).where('store_id', '=', store).where('id', '=', orderId).execute();
  if (after.client !== before.client && order.counted) {
    await moveUnits(tx, store, orderId, before.client, after.client);
  }
  await moveCouponUse(tx, store, orderId, before, after);
  await retargetDeliveries(tx, store, orderId, { before, after, actor: actor.name });
  await recordAudit(
    tx,
    store,
    actor,
    'delivery.retarget',
    `Corrigiu o comprador do pedido ${order.number}`,
    before,
    after,
  );
}
