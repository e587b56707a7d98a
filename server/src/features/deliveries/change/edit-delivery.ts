import { actionSent } from '@vitrine/contract/action-lists';
import { actionSentence } from '@vitrine/contract/action-text';
import { targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import type { DeliveryEdit } from '@vitrine/contract/deliveries';
import { keptAsOptions, type ProductOption } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { checkActions } from '../../catalog/save-product.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { moveDeliveries } from '../move-deliveries.ts';
import { type Item, planOrder } from '../plan-deliveries.ts';
import { renderAction, storedAction } from '../render/render-action.ts';
import type { Args } from '../render/render-fields.ts';
import { endSource } from '../rights.ts';
import { liveSeats, seatsMade, subjectAt } from '../seats/action-seats.ts';
import { kindOf, wakeTargets } from '../targets.ts';
import { CORRECTED } from './corrected.ts';
import { followRight } from './follow-right.ts';
import { type Goods, lockGoods } from './lock-goods.ts';

/**
 * True while nothing of it can have happened, or a person has looked: it failed, it is uncertain, or it waits and no server
 * has it. A ban has nothing that could be corrected.
 */
function isEditable({ phase, state, live, server_id, target, action_type, args }: Goods): boolean {
  const open = state === 'failed' || state === 'uncertain' || (state === 'queued' && server_id === null);
  const fields = Object.keys(kindOf(target, action_type)?.fieldsOf(args) ?? {});
  return open && fields.length > 0 && (phase === 'confirmation' ? live : phase === 'expiration');
}

async function lockEditable(tx: Tx, store: StoreId, id: string): Promise<{ goods: Goods; all: Goods[] }> {
  const all = await lockGoods(tx, store, [id]);
  const goods = all.find((one) => one.id === id) as Goods;
  const isThere = await liveSeats(tx, store, [goods]);
  if (!isEditable(goods) || !isThere(goods.seat_id)) throw new Refusal('delivery_not_editable');
  return { goods, all };
}

/** The action of a delivery as a person can correct it. Refuses `delivery_not_found` and `delivery_not_editable`. */
export async function readEditForm(
  db: Db,
  store: StoreId,
  id: string,
): Promise<{ action: Action; productId: string; options: ProductOption[] }> {
  const { goods } = await transaction(db, (tx) => lockEditable(tx, store, id));
  return { action: storedAction(goods), productId: goods.product_id, options: keptAsOptions(goods.options) };
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

/** The right of a confirmation, and what ends it, get the corrected name. An expiration takes back what it now names. */
async function followName(tx: Tx, store: StoreId, goods: Goods, all: Goods[], subject: string | null, args: Args) {
  const fits = goods.state !== 'uncertain' && (goods.phase !== 'confirmation' || !isShared(goods, all));
  if (subject !== goods.subject && !fits) throw new Refusal('delivery_not_editable');
  if (goods.phase === 'expiration') {
    if (subject === goods.subject) return;
    await endSource(tx, store, { order: goods.order_id, item: goods.item_id, subject, endless: true });
    return;
  }
  const to = { player: goods.player, client: goods.client, subject, seat: goods.seat_id };
  const argsOf = (ending: Goods) =>
    subject !== goods.subject && ending.subject === goods.subject && ending.subject !== null ? args : undefined;
  if (!(await followRight(tx, store, goods, { all, to, argsOf, corrects: true })))
    throw new Refusal('delivery_not_editable');
}

/**
 * Corrects the arguments of one delivery and queues it, due now. The rules of a product's actions apply, and the names of the
 * connected city. The correction stays: a later correction of the buyer's ids does not undo it. Refuses
 * `delivery_not_found`, `delivery_not_editable`, `delivery_action_differs` for another type of action, and what saving a
 * product refuses.
 */
export async function editDelivery(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  input: z.infer<typeof DeliveryEdit>,
): Promise<void> {
  const { goods, all } = await lockEditable(tx, store, input.id);
  const sent = actionSent(input);
  if (sent?.target !== goods.target || sent.type !== goods.action_type) {
    throw new Refusal('delivery_action_differs');
  }
  const before = storedAction(goods);
  const action = {
    ...sent,
    executionTiming: before.executionTiming,
    ...(targetTexts[sent.target].inCity && { server: goods.seat_id ?? undefined }),
  } as Action;
  await checkActions(tx, store, [action], { product: goods.product_id, options: keptAsOptions(goods.options) });
  const { order, values } = await planOrder(tx, store, goods.order_id, seatsMade([]));
  const item = order.items.find(({ id }) => id === goods.item_id) as Item;
  // Its amount is what this delivery gives: the units are in it.
  const rendered = renderAction(action, values(item, goods), 1);
  if ('problem' in rendered) throw new Refusal('delivery_not_editable', { error: rendered.problem });
  const subject = subjectNow(goods, rendered.args);
  await followName(tx, store, goods, all, subject, rendered.args);
  await sql`
    update delivery set args = ${JSON.stringify(rendered.args)}::jsonb, subject = ${subject}
     where store_id = ${store} and id = ${goods.id}`.execute(tx);
  const message = `Corrigida: ${input.reason}`;
  await moveDeliveries(tx, store, [
    { id: goods.id, from: goods.state, to: 'queued', code: CORRECTED, message, actor: actor.name },
  ]);
  await wakeTargets(tx, store, [goods.target]);
  await recordAudit(tx, store, actor, {
    action: 'delivery.edit',
    text: `Corrigiu uma entrega do pedido ${goods.number} (${goods.label}): ${input.reason}`,
    before: { action: actionSentence(before) },
    after: { action: actionSentence(action) },
  });
}
