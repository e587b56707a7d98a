import { actionSent } from '@vitrine/contract/action-lists';
import { actionSentence } from '@vitrine/contract/action-text';
import { targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import type { DeliveryEdit } from '@vitrine/contract/deliveries';
import { keptAsOptions, type ProductOption } from '@vitrine/contract/product-options';
import type { z } from 'zod';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { checkActions } from '../../catalog/save-product.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { type Item, planOrder } from '../plan-deliveries.ts';
import { renderAction, storedAction } from '../render/render-action.ts';
import { seatsMade } from '../seats/action-seats.ts';
import { wakeTargets } from '../targets.ts';
import { lockEditable, sendCorrected } from './send-corrected.ts';

/** The action of a delivery as a person can correct it. Refuses `delivery_not_found` and `delivery_not_editable`. */
export async function readEditForm(
  db: Db,
  store: StoreId,
  id: string,
): Promise<{ action: Action; productId: string; options: ProductOption[] }> {
  const { goods } = await transaction(db, (tx) => lockEditable(tx, store, id));
  return { action: storedAction(goods), productId: goods.product_id, options: keptAsOptions(goods.options) };
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
  // Rendered for one unit, because the amount of a delivery already counts all units.
  const rendered = renderAction(action, values(item, goods), 1);
  if ('problem' in rendered) throw new Refusal('delivery_not_editable', { error: rendered.problem });
  const message = `Corrigida: ${input.reason}`;
  await sendCorrected(tx, store, { goods, all, args: rendered.args }, { message, actor: actor.name });
  await wakeTargets(tx, store, [goods.target]);
  await recordAudit(tx, store, actor, {
    action: 'delivery.edit',
    text: `Corrigiu uma entrega do pedido ${goods.number} (${goods.label}): ${input.reason}`,
    object: goods.order_id,
    before: { action: actionSentence(before) },
    after: { action: actionSentence(action) },
  });
}
