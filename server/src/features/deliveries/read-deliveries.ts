import { labelledName, withLabel } from '@vitrine/contract/action-labels';
import { actionSentence, buyerSentence } from '@vitrine/contract/action-text';
import type { Action } from '@vitrine/contract/actions';
import { type IdentityKind, readPlayerKey } from '@vitrine/contract/identity';
import { lineName } from '@vitrine/contract/option-words';
import type { Delivery, Order, PublicDelivery } from '@vitrine/contract/orders';
import { shownOptions } from '@vitrine/contract/product-options';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { correctableKinds } from './change/correctable.ts';
import { type DeliveryCode, failureOf } from './delivery.ts';
import { tellAftermath } from './places/tell-aftermath.ts';
import { type DeliveryRow, type HistoryRow, listOfOrders, readHistories, summarise } from './queries.ts';
import { actionOf } from './render/render-action.ts';
import { kindOf, personalTargets, targets } from './targets.ts';
import { wordsOf } from './words/delivery-words.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Codes that say nothing about why it still waits. */
const quietCodes: readonly (string | null)[] = [
  null,
  'due',
  'resend',
  'cause_gone',
  'player_offline',
] satisfies (DeliveryCode | null)[];

/** Whether the delivery waits only for the player to enter, because its action runs only while the player is in the city. */
const waitsForPlayer = (row: DeliveryRow) =>
  row.state === 'queued' && row.only_online && row.server_away === false && quietCodes.includes(row.code);

/** What happened, or what the delivery waits for, in words for the store's people. */
function messageOf(row: DeliveryRow): string | null {
  if (waitsForPlayer(row)) return 'Espera o jogador entrar';
  if (row.message) return row.code === 'ok' ? null : row.message;
  if (row.code) return wordsOf(row.target, row.code).text;
  const { words } = targets[row.target];
  if (row.state === 'sent') return words.sent;
  return row.state === 'queued' ? words.queued(row.server_away) : null;
}

function hintOf(row: DeliveryRow): string | null {
  if (row.phase !== 'confirmation') return null;
  if (row.state !== 'queued') return null;
  const offline = wordsOf(row.target, 'player_offline').hint;
  if (waitsForPlayer(row)) return offline;
  if (row.code) return wordsOf(row.target, row.code).hint;
  return kindOf(row.target, row.action_type)?.needsPlayer && row.server_away === false ? offline : null;
}

/** The buyer's text: what the store must repair is said in words for the buyer. */
function publicMessageOf(row: DeliveryRow): string | null {
  const owner = row.code && row.state !== 'succeeded' && wordsOf(row.target, row.code).owner;
  if (owner) return owner;
  const problem = row.state === 'failed' || row.state === 'uncertain';
  if (!problem) return messageOf({ ...row, message: null });
  return row.code ? wordsOf(row.target, row.code).failure : failureOf(null);
}

/** What was carried out, with the owner's label for what it names. */
const doneBy = (row: DeliveryRow): Action =>
  withLabel(actionOf(row.target, row.action_type, row.args), row.labelled ?? [], row.action_index);

/** The product, with what tells it from another line of the same product. */
const productOf = ({ label, options }: DeliveryRow) => lineName(label, shownOptions(options));

/** The text, with the name of the server if the store has several. */
const atServer = (row: DeliveryRow, text: string) => (row.server_name ? `${text} · ${row.server_name}` : text);

function receiverOnWire({ target, player }: DeliveryRow): Pick<Delivery, 'player' | 'playerKind'> {
  if (personalTargets.includes(target)) return { player, playerKind: null };
  const { kind, value } = readPlayerKey(player);
  return { player: value, playerKind: kind };
}

function toDelivery(row: DeliveryRow, history: readonly HistoryRow[]): Delivery {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.number,
    customer: row.customer_name,
    rehearsal: row.rehearsal,
    state: row.state,
    target: row.target,
    phase: row.phase,
    product: productOf(row),
    productId: row.product_id,
    productChanged: row.product_changed,
    text: atServer(row, actionSentence(doneBy(row))),
    ...receiverOnWire(row),
    resend: row.resend,
    attempts: row.attempts,
    code: row.code,
    message: messageOf(row),
    hint: hintOf(row),
    aftermath: tellAftermath(row),
    takenBack: row.taken_back,
    dueAt: row.state === 'scheduled' || row.state === 'queued' ? iso(row.due_at) : null,
    sentAt: iso(row.first_sent_at),
    finishedAt: iso(row.finished_at),
    createdAt: row.created_at.toISOString(),
    history: history.map(({ at, state, code, message, actor }) => ({
      at: at.toISOString(),
      state,
      code,
      message:
        [message ?? (code ? wordsOf(row.target, code).text : null), actor && `por ${actor}`]
          .filter(Boolean)
          .join(', ') || null,
    })),
  };
}

/** A row without its history. */
export const describeDelivery = (row: DeliveryRow): Delivery => toDelivery(row, []);

/** Rows with their histories, in the same order. */
export async function withHistories(db: Db, store: StoreId, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const histories = await readHistories(
    db,
    store,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toDelivery(row, histories.get(row.id) ?? []));
}

/** Every delivery of these orders with its whole history, as the store's people see them. */
export async function deliveriesOfOrders(
  db: Db,
  store: StoreId,
  orderIds: readonly string[],
): Promise<Map<string, Delivery[]>> {
  const all = await withHistories(db, store, await listOfOrders(db, store, orderIds));
  const byOrder = new Map<string, Delivery[]>(orderIds.map((id) => [id, []]));
  for (const delivery of all) byOrder.get(delivery.orderId)?.push(delivery);
  return byOrder;
}

/**
 * What the buyer sees of an order's deliveries: no command lines, and no text from the server. For a failed delivery it
 * tells the cause, and what the buyer can do. `correctable`: the ids that the buyer may still correct.
 */
export async function publicDeliveries(
  db: Db,
  store: StoreId,
  orderId: string,
): Promise<{ deliveries: PublicDelivery[]; correctable: IdentityKind[] }> {
  const rows = await listOfOrders(db, store, [orderId]);
  const deliveries = rows.map((row) => ({
    id: row.id,
    product: productOf(row),
    text: atServer(row, kindOf(row.target, row.action_type)?.buyerText ?? buyerSentence(doneBy(row))),
    state: row.state,
    phase: row.phase,
    resent: row.resend > 0,
    unconfirmed: row.unconfirmed,
    message: publicMessageOf(row),
    hint: hintOf(row),
    aftermath: tellAftermath(row, (name) => labelledName(name, row.labelled ?? [])),
    dueAt: row.state === 'scheduled' ? iso(row.due_at) : null,
    finishedAt: iso(row.finished_at),
  }));
  return { deliveries, correctable: correctableKinds(rows) };
}

/**
 * Counts for the panel and the lists; the buyer reads the same. `total` and `succeeded` count confirmations that are
 * not cancelled. `problem` counts all deliveries that need a person.
 */
export async function deliverySummaries(
  db: Db,
  store: StoreId,
  orderIds: readonly string[],
): Promise<Map<string, Order['deliveries']>> {
  const counted = await summarise(db, store, orderIds);
  return new Map(orderIds.map((id) => [id, counted.get(id) ?? { total: 0, succeeded: 0, problem: 0 }]));
}
