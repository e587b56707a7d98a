import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { moveDeliveries } from '../move-deliveries.ts';
import type { Args } from '../render/render-fields.ts';
import { endSource } from '../rights.ts';
import { liveSeats, subjectAt } from '../seats/action-seats.ts';
import { kindOf } from '../targets.ts';
import { CORRECTED } from './corrected.ts';
import { followRight } from './follow-right.ts';
import { type Goods, lockGoods } from './lock-goods.ts';

/** Deliveries that did not arrive go out with other arguments than they were made with. */

/**
 * Whether a person may correct the delivery: it failed, it is uncertain (the person has looked), or it waits and no server
 * has it. A ban has no argument that could be corrected.
 */
function isEditable({ phase, state, live, server_id, target, action_type, args }: Goods): boolean {
  const open = state === 'failed' || state === 'uncertain' || (state === 'queued' && server_id === null);
  const fields = Object.keys(kindOf(target, action_type)?.fieldsOf(args) ?? {});
  return open && fields.length > 0 && (phase === 'confirmation' ? live : phase === 'expiration');
}

/**
 * The delivery and all deliveries of its order, locked. Refuses `delivery_not_found`, and `delivery_not_editable` if the delivery
 * cannot be corrected now.
 */
export async function lockEditable(tx: Tx, store: StoreId, id: string): Promise<{ goods: Goods; all: Goods[] }> {
  const all = await lockGoods(tx, store, [id]);
  const goods = all.find((one) => one.id === id) as Goods;
  const isThere = await liveSeats(tx, store, [goods]);
  if (!isEditable(goods) || !isThere(goods)) throw new Refusal('delivery_not_editable');
  return { goods, all };
}

/** The name that the corrected arguments give to what the delivery gives or takes. */
function subjectNow({ subject, seat_id, target, action_type }: Goods, args: Args): string | null {
  if (subject === null || subject.startsWith('product:')) return subject;
  return subjectAt(seat_id, kindOf(target, action_type)?.subject?.(args)) ?? null;
}

/** Whether the item gives the same by another action: then its right cannot follow one of the two. */
const isShared = (goods: Goods, all: readonly Goods[]) =>
  all.some(
    (one) =>
      one.id !== goods.id &&
      one.item_id === goods.item_id &&
      one.target === goods.target &&
      one.phase === 'confirmation' &&
      one.state !== 'cancelled' &&
      one.subject === goods.subject,
  );

/** The right of a confirmation, and what ends it, get the corrected name. An expiration takes back what its corrected name says. */
async function followName(tx: Tx, store: StoreId, goods: Goods, all: Goods[], subject: string | null, args: Args) {
  const fits = goods.state !== 'uncertain' && (goods.phase !== 'confirmation' || !isShared(goods, all));
  if (subject !== goods.subject && !fits) throw new Refusal('delivery_not_editable');
  if (goods.phase === 'expiration') {
    if (subject === goods.subject) return;
    const { order_id: order, item_id: item, target } = goods;
    await endSource(tx, store, { order, item, target, subject, endless: true });
    return;
  }
  const to = { player: goods.player, client: goods.client, subject, seat: goods.seat_id };
  const argsOf = (ending: Goods) =>
    subject !== goods.subject && ending.subject === goods.subject && ending.subject !== null ? args : undefined;
  if (!(await followRight(tx, store, goods, { all, to, argsOf, corrects: true })))
    throw new Refusal('delivery_not_editable');
}

/**
 * Queues a delivery of `lockEditable` with these arguments, due now. Its right and what ends it follow the name in them. Refuses
 * `delivery_not_editable` if the right cannot follow. The caller wakes the target and tells the log.
 */
export async function sendCorrected(
  tx: Tx,
  store: StoreId,
  { goods, all, args }: { goods: Goods; all: Goods[]; args: Args },
  { message, actor }: { message: string; actor: string },
): Promise<void> {
  const subject = subjectNow(goods, args);
  await followName(tx, store, goods, all, subject, args);
  await sql`
    update delivery set args = ${JSON.stringify(args)}::jsonb, subject = ${subject}
     where store_id = ${store} and id = ${goods.id}`.execute(tx);
  await moveDeliveries(tx, store, [{ id: goods.id, from: goods.state, to: 'queued', code: CORRECTED, message, actor }]);
}
