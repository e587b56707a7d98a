import { isGame } from '@vitrine/contract/actions';
import { readPlayerKey } from '@vitrine/contract/identity';
import { keptAsOptions } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { checkActions } from '../../catalog/save-product.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { moveDeliveries } from '../move-deliveries.ts';
import { planOrder } from '../plan-deliveries.ts';
import { renderAction, storedAction } from '../render/render-action.ts';
import { liveSeats, seatsMade, subjectAt } from '../seats/action-seats.ts';
import { kindOf } from '../targets.ts';
import { endingsOf, followRight } from './follow-right.ts';
import { firstOf, type Goods, lockGoods } from './lock-goods.ts';

/** The name of the right at another server. */
function subjectThere({ subject, target, action_type, args }: Goods, seat: string | null): string | null {
  if (subject === null || subject.startsWith('product:')) return subject;
  return subjectAt(seat, kindOf(target, action_type)?.subject?.(args)) ?? null;
}

const OTHER_KIND = 'Esse servidor conhece os jogadores por outro tipo de ID. Faça um pedido manual para ele.';

/** Why its arguments cannot be sent, in pt-BR, as the order stands now; undefined where they can. */
async function problemOf(tx: Tx, store: StoreId, goods: Goods, seat: string | null): Promise<string | undefined> {
  const { order, values, receiver } = await planOrder(tx, store, goods.order_id, seatsMade([]));
  const item = order.items.find(({ id }) => id === goods.item_id);
  const rendered = item && renderAction(storedAction(goods), values(item, goods), 1);
  if (readPlayerKey(receiver(goods.target, seat)).kind !== readPlayerKey(goods.player).kind) return OTHER_KIND;
  return rendered && 'problem' in rendered ? rendered.problem : undefined;
}

async function moveOne(tx: Tx, store: StoreId, goods: Goods, all: Goods[], seat: string | null) {
  const subject = subjectThere(goods, seat);
  const here = [goods, ...endingsOf(goods, all)];
  const there = all.some(
    (one) =>
      one.seat_id === seat &&
      !here.includes(one) &&
      here.some((own) => firstOf({ ...own, seat_id: seat }, all).id === one.id),
  );
  if (there) throw new Refusal('delivery_there_already');
  const problem = await problemOf(tx, store, goods, seat);
  if (problem !== undefined) throw new Refusal('delivery_not_movable', { error: problem });
  const to = { player: goods.player, client: goods.client, subject, seat };
  const follows = await followRight(tx, store, goods, { all, to, argsOf: () => undefined });
  if (!follows) throw new Refusal('delivery_not_movable');
  await sql`
    update delivery set seat_id = ${seat}, subject = ${subject} where store_id = ${store} and id = ${goods.id}`.execute(
    tx,
  );
}

/**
 * Moves failed deliveries to a server of the store: their own server was removed, or the store had no server of their game.
 * They are queued there, or scheduled while the delay of their action is not over. Their rights and what ends them go there
 * too. Refuses `delivery_not_found`, `server_not_found`, `delivery_not_movable` for any other delivery,
 * `delivery_there_already` if the order has the same delivery at that server, and `name_not_in_city`.
 */
export async function moveToServer(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { ids, serverId, reason }: { ids: readonly string[]; serverId: string; reason: string },
): Promise<void> {
  const all = await lockGoods(tx, store, ids);
  const chosen = all.filter(({ id }) => ids.includes(id));
  const isThere = await liveSeats(tx, store, chosen);
  const seat = serverId === store ? null : serverId;
  const may = (goods: Goods) =>
    isGame(goods.target) &&
    goods.phase === 'confirmation' &&
    goods.state === 'failed' &&
    goods.live &&
    (goods.code === 'server_missing' || !isThere(goods));
  if (!chosen.every(may)) throw new Refusal('delivery_not_movable');
  // A delivery cannot go to a server of another game.
  if (!chosen.every(({ target }) => isThere({ target, seat_id: seat }))) throw new Refusal('server_not_found');
  for (const goods of chosen) {
    const of = { product: goods.product_id, options: keptAsOptions(goods.options) };
    await checkActions(tx, store, [{ ...storedAction(goods), server: serverId } as never], of);
    await moveOne(tx, store, goods, all, seat);
  }
  const server = await sql<{ name: string }>`
    select name from game_seat where store_id = ${store} and id = ${serverId}`.execute(tx);
  const name = server.rows[0]?.name ?? '';
  await moveDeliveries(
    tx,
    store,
    chosen.map(({ id, delayed }) => ({
      id,
      from: 'failed' as const,
      to: delayed ? ('scheduled' as const) : ('queued' as const),
      code: 'resend',
      message: `Vai para ${name}: ${reason}`,
      actor: actor.name,
    })),
  );
  const orders = [...new Set(chosen.map(({ number }) => number))].slice(0, 5).join(', ');
  await recordAudit(tx, store, actor, {
    action: 'delivery.move',
    text: `Mandou ${chosen.length} entrega(s) para o servidor ${name}: ${reason} (pedidos ${orders})`,
  });
}
