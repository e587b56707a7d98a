import { isDeepStrictEqual } from 'node:util';
import { isOncePerOrder } from '@vitrine/contract/action-options';
import { actionSentence } from '@vitrine/contract/action-text';
import { targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import { readPlayerKey } from '@vitrine/contract/identity';
import { keptAsOptions } from '@vitrine/contract/product-options';
import type { RenewLeft, RenewPreview } from '@vitrine/contract/renewals';
import type { Tx } from '../../../db/database.ts';
import { describeFailure, Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { checkActions } from '../../catalog/save-product.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { type Item, planOrder } from '../plan-deliveries.ts';
import { actionOf, renderAction, storedAction } from '../render/render-action.ts';
import type { Args } from '../render/render-fields.ts';
import { seatsMade } from '../seats/action-seats.ts';
import { personalTargets, wakeTargets } from '../targets.ts';
import { type Goods, lockGoods } from './lock-goods.ts';
import { lockEditable, sendCorrected } from './send-corrected.ts';

/** What did not arrive because the product was wrong goes out as the product says today. */

interface Renewal {
  goods: Goods;
  all: Goods[];
  before: string;
  /** Absent if the delivery is left out. */
  after?: { text: string; args: Args };
  left?: RenewLeft;
  problem?: string;
}

/** The product's action of today for the sold one: the action at the same position, or else the only one of its type. */
function actionNow(actions: readonly Action[], goods: Goods): Action | undefined {
  const timing = goods.phase === 'expiration' ? 'on_expiration' : 'on_confirmation';
  const fits = ({ target, type, executionTiming }: Action) =>
    target === goods.target && type === goods.action_type && executionTiming === timing;
  const there = actions[goods.action_index];
  if (there && fits(there)) return there;
  const others = actions.filter(fits);
  return others.length === 1 ? others[0] : undefined;
}

async function actionsOf(tx: Tx, store: StoreId, product: string): Promise<Action[]> {
  const row = await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', '=', product)
    .where('archived_at', 'is', null)
    .select('actions')
    .executeTakeFirst();
  return row?.actions ?? [];
}

/** What one delivery becomes, or why it is left out. Its order's deliveries are locked. */
async function renewalOf(tx: Tx, store: StoreId, id: string): Promise<Renewal> {
  let locked: Awaited<ReturnType<typeof lockEditable>>;
  try {
    locked = await lockEditable(tx, store, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'delivery_not_editable') throw error;
    const all = await lockGoods(tx, store, [id]);
    const goods = all.find((one) => one.id === id) as Goods;
    return { goods, all, before: actionSentence(storedAction(goods)), left: 'moved' };
  }
  const { goods, all } = locked;
  const known = { goods, all, before: actionSentence(storedAction(goods)) };
  const action = actionNow(await actionsOf(tx, store, goods.product_id), goods);
  if (!action) return { ...known, left: 'gone' };
  const here = {
    ...action,
    ...(targetTexts[action.target].inCity && { server: goods.seat_id ?? undefined }),
  } as Action;
  try {
    await checkActions(tx, store, [here], { product: goods.product_id, options: keptAsOptions(goods.options) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...known, left: 'unfit', problem: [describeFailure(error).body.error].flat().join(' ') };
  }
  const { order, values } = await planOrder(tx, store, goods.order_id, seatsMade([]));
  const item = order.items.find((one) => one.id === goods.item_id) as Item;
  const rendered = renderAction(here, values(item, goods), isOncePerOrder(action) ? 1 : item.quantity);
  if ('problem' in rendered) return { ...known, left: 'unfit', problem: rendered.problem };
  const args = JSON.parse(JSON.stringify(rendered.args)) as Args;
  if (isDeepStrictEqual(args, goods.args)) return { ...known, left: 'same' };
  const template = typeof args.template === 'string' ? { ...args, command: args.template } : args;
  return { ...known, after: { text: actionSentence(actionOf(goods.target, goods.action_type, template)), args } };
}

const playerOf = ({ target, player }: Goods) =>
  personalTargets.includes(target) ? player : readPlayerKey(player).value;

/** What these deliveries do and what they would do as their products say today. Changes nothing. Refuses `delivery_not_found`. */
export async function previewRenewal(tx: Tx, store: StoreId, ids: readonly string[]): Promise<RenewPreview[]> {
  // All orders at once, so that two such calls take turns.
  await lockGoods(tx, store, ids);
  const changes: RenewPreview[] = [];
  for (const id of ids) {
    const { goods, before, after, left, problem } = await renewalOf(tx, store, id);
    changes.push({
      id,
      product: goods.label,
      orderNumber: goods.number,
      player: playerOf(goods),
      before,
      after: after?.text ?? null,
      left: left ?? null,
      problem: problem ?? null,
    });
  }
  return changes;
}

/**
 * Queues these deliveries as their products say today, due now. `seen` holds, for each delivery, the text
 * that the person saw of it. What cannot be renewed any more is left out and counted by reason. Refuses `delivery_not_found`,
 * and `renewal_changed` if a product was saved since the person looked. The rules of a product's actions apply.
 */
export async function renewDeliveries(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  seen: ReadonlyMap<string, string>,
): Promise<{ sent: number; left: { reason: RenewLeft; count: number }[] }> {
  await lockGoods(tx, store, [...seen.keys()]);
  const sent: (Renewal & { after: { text: string; args: Args } })[] = [];
  const left = new Map<RenewLeft, number>();
  for (const [id, text] of seen) {
    const renewal = await renewalOf(tx, store, id);
    const { goods, all, after } = renewal;
    if (after && after.text !== text) throw new Refusal('renewal_changed');
    if (!after) {
      const reason = renewal.left ?? 'moved';
      left.set(reason, (left.get(reason) ?? 0) + 1);
      continue;
    }
    const message = 'Corrigida: como o produto está agora';
    await sendCorrected(tx, store, { goods, all, args: after.args }, { message, actor: actor.name });
    sent.push({ ...renewal, after });
  }
  await wakeTargets(
    tx,
    store,
    sent.map(({ goods }) => goods.target),
  );
  for (const group of Map.groupBy(sent, ({ goods, before, after }) =>
    [goods.label, before, after.text].join('\n'),
  ).values())
    await tell(tx, store, actor, group);
  return { sent: sent.length, left: [...left].map(([reason, count]) => ({ reason, count })) };
}

const NUMBERS_TOLD = 10;

/** Writes one log entry for all deliveries that had the same action before and have the same one now. */
async function tell(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  group: { goods: Goods; before: string; after: { text: string } }[],
) {
  const [first] = group;
  if (!first) return;
  const orders = new Map(group.map(({ goods }) => [goods.order_id, goods.number]));
  const numbers = [...orders.values()].slice(0, NUMBERS_TOLD).join(', ');
  const more = orders.size > NUMBERS_TOLD ? ` e mais ${orders.size - NUMBERS_TOLD}` : '';
  await recordAudit(tx, store, actor, {
    action: 'delivery.renew',
    text: `Reenviou com o produto corrigido (${first.goods.label}): ${orders.size === 1 ? 'pedido' : 'pedidos'} ${numbers}${more}`,
    ...(orders.size === 1 && { object: first.goods.order_id }),
    before: { action: first.before },
    after: { action: first.after.text },
  });
}
