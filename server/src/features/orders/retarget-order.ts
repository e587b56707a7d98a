import { type Identity, inOrder, playerKey, readPlayerKey } from '@vitrine/contract/identity';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type Buyer, cityIdOf, playersOf } from '../deliveries/player.ts';
import { retargetDeliveries } from '../deliveries/retarget-deliveries.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { moveCouponUse, moveUnits } from './stock.ts';

export interface CorrectedIds {
  clientId?: number | undefined;
  discordId?: string | undefined;
  identities?: readonly Identity[] | undefined;
}

/** The buyer with these ids instead of those of the same kinds. An id of a kind that the order did not have is added. */
export function corrected(before: Buyer, { clientId, discordId, identities = [] }: CorrectedIds) {
  const discord = discordId ?? before.discord_id;
  const players = new Map(playersOf(before).map((key) => [readPlayerKey(key).kind, readPlayerKey(key)]));
  if (clientId !== undefined) players.set('city_id', { kind: 'city_id', value: String(clientId) });
  if (players.has('discord_id')) players.set('discord_id', { kind: 'discord_id', value: discord });
  for (const identity of identities) players.set(identity.kind, identity);
  const keys = inOrder([...players.values()]).map(playerKey);
  const after = { client: before.client, players: keys, discord_id: discord };
  const city = cityIdOf(after);
  const onlyCity = city !== null && keys.length === 1;
  return { ...after, client: city ?? before.client, players: onlyCity ? null : keys };
}

/**
 * Corrects the buyer's ids of an order for what is not delivered yet (`retargetDeliveries`). Its units and its coupon's use
 * count for the corrected ids. A login proves nothing for another Discord id than its own. Refuses an unknown order with
 * `order_not_found`. Answers the ids before and after.
 */
export async function retargetOrder(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { orderId, ...ids }: CorrectedIds & { orderId: string },
): Promise<{ before: Buyer; after: Buyer }> {
  const order = await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', orderId)
    .select(['number', 'counted', 'client', 'players', 'discord_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw new Refusal('order_not_found');
  const before = { client: order.client, players: order.players, discord_id: order.discord_id };
  const after = corrected(before, ids);
  const unproven = after.discord_id !== before.discord_id && { proven: null };
  await tx
    .updateTable('order')
    .set({ ...after, ...unproven })
    .where('store_id', '=', store)
    .where('id', '=', orderId)
    .execute();
  if (order.counted) await moveUnits(tx, store, orderId, before, after);
  await moveCouponUse(tx, store, orderId, before, after);
  await retargetDeliveries(tx, store, orderId, { before, after, actor: actor.name });
  await recordAudit(tx, store, actor, {
    action: 'delivery.retarget',
    text: `Corrigiu o comprador do pedido ${order.number}`,
    object: orderId,
    before,
    after,
  });
  return { before, after };
}
