import { delayOf, isOncePerOrder, isOnlyOnline } from '@vitrine/contract/action-options';
import { type Action, type ActionTarget, isGame } from '@vitrine/contract/actions';
import { type IdentityKind, readPlayerKey } from '@vitrine/contract/identity';
import { placeholdersOf } from '@vitrine/contract/placeholders';
import type { KeptOption } from '@vitrine/contract/product-options';
import { sourceOf } from '@vitrine/contract/templates';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { variablesOf } from '../variables/read-variables.ts';
import type { ActionType, Phase } from './delivery.ts';
import { type Buyer, playerAt, withCityId } from './player.ts';
import { renderAction } from './render/render-action.ts';
import { type Args, safeText, type Value, type Values } from './render/render-fields.ts';
import { type Claim, WHOLE_ITEM } from './rights.ts';
import { type ActionSeat, type SeatsOf, seatsOf, subjectAt } from './seats/action-seats.ts';
import { ITEM_TARGET, kindOf, receiverOf } from './targets.ts';

export interface Sold extends Buyer {
  number: number;
  customer_name: string | null;
  email: string | null;
  variables: Record<string, string>;
  chosen: string[] | null;
  /** The seat of the server that the buyer chose. */
  seat_id: string | null;
  store_name: string;
  /** The kind of id by which each game server knows its players. Servers that ask for a city id are left out. */
  kinds: Readonly<Record<string, IdentityKind>> | null;
  items: Item[];
}

export interface Item {
  id: string;
  product_id: string;
  name: string;
  /** Units that were not returned. For an item that was returned whole: all units that it had. */
  quantity: number;
  /** It was returned whole, so it gives nothing more. */
  returned: boolean;
  remove_days: number | null;
  centavos: number;
  actions: Action[];
  /** The buyer's answers to its options. */
  options: KeptOption[];
}

export interface Planned {
  itemId: string;
  actionIndex: number;
  phase: Phase;
  target: ActionTarget;
  /** As in `NewDelivery`. */
  seat: string | null;
  /** Who receives it, as a key. */
  player: string;
  /** Why it goes to no server; undefined if it goes to one. */
  ended: 'server_ended' | 'server_missing' | undefined;
  type: ActionType;
  args: Args;
  problem: string | undefined;
  times: number;
  label: string;
  subject: string | null;
  onlyOnline: boolean;
  /** Seconds from the payment until it may go out; 0: at once. */
  delaySeconds: number;
}

export interface PlannedOrder {
  order: Sold;
  planned: Planned[];
  values: (item: Item, place: { target: ActionTarget; seat_id: string | null }) => Values;
  receiver: (target: ActionTarget, seat: string | null) => string;
  /** Who has the rights that stand for whole items. */
  holder: string;
}

/**
 * The executions that an order's items ask for, rendered with the buyer's data as they are now. `made` says where the
 * deliveries of an action already go; without it the store's servers of now decide. `client` is a city id that replaces the
 * order's. In the answer, `receiver` tells who receives at a place, and `values` gives the values of placeholders there.
 */
export async function planOrder(
  tx: Tx,
  store: StoreId,
  id: string,
  made?: SeatsOf,
  client?: number,
): Promise<PlannedOrder> {
  const sold = await readSold(tx, store, id);
  return await planSold(tx, store, client === undefined ? sold : withCityId(sold, client), made);
}

/** The same for an order that need not exist as a row. */
export async function planSold(tx: Tx, store: StoreId, order: Sold, made?: SeatsOf): Promise<PlannedOrder> {
  const receiver = (target: ActionTarget, seat: string | null) =>
    receiverOf(target, order, order.kinds?.[seat ?? store] ?? 'city_id');
  const valuesOfItem = await valuesOf(tx, store, order);
  const values: PlannedOrder['values'] = (item, { target, seat_id }) =>
    isGame(target) ? { ...valuesOfItem(item), cidade: placeOf(receiver(target, seat_id)) } : valuesOfItem(item);
  const seats = made ?? (await seatsOf(tx, store, order));
  const planned = order.items.flatMap((item) => planItem(item, values, seats, receiver));
  return { order, planned, values, receiver, holder: receiver(ITEM_TARGET, null) };
}

/**
 * The subject that stands for the whole item among its buyer's rights, where an expiration takes back no single right.
 */
export const productSubject = (item: Item) => `${WHOLE_ITEM}${item.product_id}`;

/** Confirmations come first, because expirations depend on them. */
function planItem(
  item: Item,
  values: PlannedOrder['values'],
  seats: SeatsOf,
  receiver: (target: ActionTarget, seat: string | null) => string,
): Planned[] {
  const plan = (action: Action, actionIndex: number, { seat, ended, missing }: ActionSeat): Planned => {
    const kind = kindOf(action.target, action.type);
    const once = isOncePerOrder(action);
    const here = values(item, { target: action.target, seat_id: seat });
    const rendered = renderAction(action, here, once ? 1 : item.quantity);
    const phase: Phase = action.executionTiming === 'on_confirmation' ? 'confirmation' : 'expiration';
    const natural = subjectAt(seat, kind?.subject?.(rendered.args));
    const gone = missing ? 'server_missing' : ended ? 'server_ended' : undefined;
    const gives = kind?.takenBackBy !== undefined;
    const own = (phase === 'confirmation') === gives;
    const endsItem = phase === 'expiration' && (kind?.endsItem ?? false);
    return {
      itemId: item.id,
      actionIndex,
      phase,
      target: action.target,
      seat,
      player: receiver(action.target, seat),
      ended: gone,
      type: action.type,
      args: rendered.args,
      problem: gone ?? ('problem' in rendered ? rendered.problem : undefined),
      times: kind?.perUnit && !once ? item.quantity : 1,
      label: item.name,
      subject: natural !== undefined && own ? natural : endsItem ? productSubject(item) : null,
      onlyOnline: isOnlyOnline(action),
      delaySeconds: 60 * delayOf(action),
    };
  };
  const plans = item.actions.flatMap((action, actionIndex) =>
    seats(item, action, actionIndex).map((one) => plan(action, actionIndex, one)),
  );
  return [
    ...plans.filter(({ phase }) => phase === 'confirmation'),
    // An item without days never expires.
    ...plans.filter(({ phase }) => phase === 'expiration' && item.remove_days !== null),
  ];
}

/**
 * The rights that an item gives its buyer, with their days; none after it was returned whole. `holder` has the right that stands
 * for the item as a whole.
 */
export function claimsOf(item: Item, planned: readonly Planned[], holder: string): Claim[] {
  if (item.returned) return [];
  const ofItem = planned.filter((plan) => plan.itemId === item.id && !plan.problem);
  const expiring = ofItem.filter(({ phase }) => phase === 'expiration');
  const days = item.remove_days === null ? null : item.remove_days * item.quantity;
  const given = ofItem.filter(({ phase }) => phase === 'confirmation');
  const whole = productSubject(item);
  /** Seconds until a right begins. The right of the whole item begins with the last of the item's actions. */
  const delay = (those: readonly Planned[]) => Math.max(0, ...those.map(({ delaySeconds }) => delaySeconds));
  const claims = new Map<string, Claim>();
  for (const { subject, target, player } of ofItem) {
    if (subject === null) continue;
    const ends = expiring.some((plan) => plan.subject === subject && plan.target === target);
    claims.set(`${target} ${subject}`, {
      target,
      receiver: player,
      subject,
      itemId: item.id,
      days: ends ? days : null,
      delaySeconds: delay(
        subject === whole ? given : given.filter((plan) => plan.subject === subject && plan.target === target),
      ),
    });
  }
  if (expiring.some(({ subject }) => subject === null)) {
    claims.set(`${ITEM_TARGET} ${whole}`, {
      target: ITEM_TARGET,
      receiver: holder,
      subject: whole,
      itemId: item.id,
      days,
      delaySeconds: delay(given),
    });
  }
  return [...claims.values()];
}

async function readSold(tx: Tx, store: StoreId, order: string): Promise<Sold> {
  const { rows } = await sql<Sold>`
    select o.number, o.client, o.discord_id, o.players, o.customer_name, o.email, o.variables, o.chosen, o.seat_id, s.name as store_name,
           (select jsonb_object_agg(g.id, g.identity) from game_seat g where g.store_id = o.store_id and g.identity <> 'city_id') as kinds,
           (select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'name', i.name,
                     'quantity', kept.units, 'returned', i.returned = i.quantity, 'remove_days', i.remove_days,
                     'centavos', (i.line_centavos - i.discount_centavos)::bigint * kept.units / i.quantity,
                     'actions', i.actions, 'options', i.options) order by i.position)
              from order_item i
             cross join lateral (select case when i.returned = i.quantity then i.quantity else i.quantity - i.returned end as units) kept
             where i.store_id = o.store_id and i.order_id = o.id) as items
      from "order" o join store s on s.id = o.store_id
     where o.store_id = ${store} and o.id = ${order}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('there is no such order');
  return { ...row, items: row.items ?? [] };
}

/** A player as a value: no kind of id has a sign that would end an argument. */
const placeOf = (player: string): Value => ({ text: readPlayerKey(player).value, source: 'number' });

/**
 * Values of the placeholders for each item. Names lose unsafe characters. Answers were checked at checkout, and are
 * checked again when they are rendered.
 */
async function valuesOf(tx: Tx, store: StoreId, order: Sold): Promise<(item: Item) => Values> {
  const used = order.items.some((item) => placeholdersOf(JSON.stringify(item.actions)).length > 0);
  const variables = used ? await variablesOf(tx, store) : [];
  const own: Record<string, Value> = {};
  for (const variable of variables) {
    own[variable.name] = { text: variable.kind === 'constant' ? variable.value : '', source: sourceOf(variable) };
  }
  for (const [name, text] of Object.entries(order.variables)) {
    const question = variables.find((variable) => variable.kind === 'question' && variable.name === name);
    // `chosen` says which answers came from the owner's list of that day. Where it is missing, today's list decides.
    const listed = question?.kind === 'question' && question.answer === 'choice' && question.choices.includes(text);
    own[name] = { text, source: (order.chosen?.includes(name) ?? listed) ? 'choice' : 'text' };
  }
  const number = (text: string): Value => ({ text, source: 'number' });
  const free = (text: string): Value => ({ text: safeText(text), source: 'text' });
  const title = (text: string): Value => ({ text: safeText(text), source: 'owner' });
  const chosen = (item: Item) =>
    item.options.map(({ name, kind, value }): [string, Value] => [
      name,
      { text: value, source: kind === 'choice' || kind === 'number' ? kind : 'text' },
    ]);
  return (item) => ({
    ...own,
    // A product's own word comes before a variable that was made later.
    ...Object.fromEntries(chosen(item)),
    cidade: placeOf(playerAt(order, 'city_id')),
    discord: free(order.discord_id),
    nome: free(order.customer_name ?? ''),
    email: free(order.email ?? ''),
    pedido: number(String(order.number)),
    produto: title(item.name),
    quantidade: number(String(item.quantity)),
    valor: number((item.centavos / 100).toFixed(2)),
    loja: title(order.store_name),
  });
}
