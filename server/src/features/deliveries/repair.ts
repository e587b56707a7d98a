import type { ActionTarget } from '@vitrine/contract/actions';
import { canStillChange } from '@vitrine/contract/delivery-states';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { afterArrival } from './apply-outcomes.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { closeDebt } from './places/close-debt.ts';
import { stands } from './returns/stands.ts';
import { liveSeats } from './seats/action-seats.ts';
import { wakeTargets } from './targets.ts';

/** The repair desk: what a person may do with deliveries. Each leaves a history row with the name and an audit entry. */

interface Row {
  id: string;
  order_id: string;
  state: DeliveryState;
  phase: string;
  target: ActionTarget;
  seat_id: string | null;
  code: string | null;
  label: string;
  number: number;
  live: boolean;
}

async function lock(tx: Tx, store: StoreId, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.order_id, d.state, d.phase, d.target, d.seat_id, d.code, d.label, o.number, ${stands} as live
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.store_id = ${store} and d.id = any(${[...ids]}) order by d.seq for update of d`.execute(tx);
  if (rows.length !== new Set(ids).size) throw new Refusal('delivery_not_found');
  return rows;
}

const listOf = (rows: readonly Row[]) =>
  rows
    .map(({ label, number }) => `${label} (pedido ${number})`)
    .slice(0, 5)
    .join(', ');

/** The order that the log entry leads to, if all deliveries belong to one order. */
function objectOf(rows: readonly Row[]): { object?: string } {
  const [order, ...others] = new Set(rows.map(({ order_id }) => order_id));
  return order !== undefined && others.length === 0 ? { object: order } : {};
}

/** The states of deliveries for the log of changes, each once. */
const statesOf = (rows: readonly Row[]) => ({ state: [...new Set(rows.map(({ state }) => state))] });

/**
 * Queues deliveries again, due now: failed ones, uncertain ones (the person has looked), and waiting ones. Refuses
 * `delivery_not_resendable` when any of them is in another state, is unsafe to send, goes to a server that the
 * owner removed, or belongs to an order that no longer stands.
 */
export async function resendDeliveries(tx: Tx, store: StoreId, actor: Actor, ids: readonly string[]): Promise<void> {
  const rows = await lock(tx, store, ids);
  const isThere = await liveSeats(tx, store, rows);
  const may = (row: Row) =>
    (row.state === 'failed' || row.state === 'uncertain' || row.state === 'queued') &&
    (row.live || row.phase !== 'confirmation') &&
    row.code !== 'invalid_args' &&
    row.code !== 'server_missing' &&
    isThere(row);
  if (!rows.every(may)) throw new Refusal('delivery_not_resendable');
  await moveDeliveries(
    tx,
    store,
    rows.map(({ id, state }) => ({
      id,
      from: state,
      to: 'queued' as const,
      code: 'resend',
      actor: actor.name,
      // A queued one may have begun, so it stays with the server whose journal knows. A person decided about the others.
      keepServer: state === 'queued',
    })),
  );
  await wakeTargets(
    tx,
    store,
    rows.map(({ target }) => target),
  );
  await recordAudit(tx, store, actor, {
    action: 'delivery.resend',
    text: `Reenviou ${rows.length === 1 ? 'uma entrega' : `${rows.length} entregas`}: ${listOf(rows)}`,
    ...objectOf(rows),
    before: statesOf(rows),
    after: { state: 'queued' },
  });
}

/**
 * A person saw that it arrived, or that an open debt was paid back. Refuses `delivery_not_markable` for one that is finished,
 * cancelled or not due.
 */
export async function markDelivered(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, note }: { id: string; note?: string | undefined },
): Promise<void> {
  const [row] = await lock(tx, store, [id]);
  if (row && (await closeDebt(tx, store, id, 'settled'))) {
    return await recordAudit(tx, store, actor, {
      action: 'delivery.mark',
      text: `Dívida acertada: ${listOf([row])}${note ? `: ${note}` : ''}`,
      ...objectOf([row]),
      before: { debt: 'open' },
      after: { debt: 'settled' },
    });
  }
  if (!row || !canStillChange(row.state) || row.state === 'scheduled') {
    throw new Refusal('delivery_not_markable');
  }
  const message = note || null;
  await moveDeliveries(tx, store, [
    { id, from: row.state, to: 'succeeded', code: 'by_person', message, actor: actor.name },
  ]);
  if (row.phase === 'confirmation') await afterArrival(tx, store, [id]);
  await recordAudit(tx, store, actor, {
    action: 'delivery.mark',
    text: `Marcou como entregue: ${listOf([row])}${note ? `: ${note}` : ''}`,
    ...objectOf([row]),
    before: statesOf([row]),
    after: { state: 'succeeded' },
  });
}

/** Stops deliveries that can still change. One that is out gets a cancellation and keeps its result. */
async function stop(tx: Tx, store: StoreId, actor: Actor, rows: readonly Row[], note: string | undefined) {
  const [out, waiting] = [rows.filter(({ state }) => state === 'sent'), rows.filter(({ state }) => state !== 'sent')];
  if (out.length > 0) {
    await sql`
      with asked as (
        update delivery set cancel_requested = true, updated_at = now()
         where store_id = ${store} and id = any(${out.map(({ id }) => id)}) returning 1
      ) select pg_notify('vitrine_deliveries', ${store}) from asked limit 1`.execute(tx);
  }
  const ids = waiting.map(({ id }) => id);
  const { rows: dependents } = await sql<{ id: string }>`
    select id from delivery where store_id = ${store} and depends_on = any(${ids}) and state = 'scheduled'
       and not id = any(${ids}) order by seq for update`.execute(tx);
  await moveDeliveries(tx, store, [
    ...waiting.map(({ id, state }) => ({
      id,
      from: state,
      to: 'cancelled' as const,
      code: 'cancelled',
      message: note || null,
      actor: actor.name,
    })),
    ...dependents.map(({ id }) => ({
      id,
      from: 'scheduled' as const,
      to: 'cancelled' as const,
      code: 'not_delivered',
      actor: actor.name,
    })),
  ]);
  await recordAudit(tx, store, actor, {
    action: 'delivery.cancel',
    text: `Cancelou: ${listOf(rows)}${note ? `: ${note}` : ''}`,
    ...objectOf(rows),
    before: statesOf(rows),
    after: { state: out.length === rows.length ? 'sent' : 'cancelled', ...(out.length > 0 && { asked: true }) },
  });
}

/**
 * Cancels a delivery, and the scheduled one that would undo it. One that is out gets a cancellation and keeps its
 * result. A finished one with an open debt loses the debt: the store forgives it. Refuses any other
 * finished one (`delivery_not_cancellable`).
 */
export async function cancelDelivery(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, note }: { id: string; note?: string | undefined },
): Promise<void> {
  const [row] = await lock(tx, store, [id]);
  if (row && (await closeDebt(tx, store, id, 'forgiven'))) {
    return await recordAudit(tx, store, actor, {
      action: 'delivery.cancel',
      text: `Dívida perdoada: ${listOf([row])}${note ? `: ${note}` : ''}`,
      ...objectOf([row]),
      before: { debt: 'open' },
      after: { debt: 'forgiven' },
    });
  }
  if (!row || !canStillChange(row.state)) throw new Refusal('delivery_not_cancellable');
  await stop(tx, store, actor, [row], note);
}

/** Cancels those of these deliveries that can still change, and counts the others by the state that they have. */
export async function cancelDeliveries(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { ids, note }: { ids: readonly string[]; note?: string | undefined },
): Promise<{ cancelled: number; asked: number; left: { state: DeliveryState; count: number }[] }> {
  const rows = await lock(tx, store, ids);
  const open = rows.filter(({ state }) => canStillChange(state));
  if (open.length > 0) await stop(tx, store, actor, open, note);
  const asked = open.filter(({ state }) => state === 'sent').length;
  const left = Map.groupBy(
    rows.filter((row) => !open.includes(row)),
    ({ state }) => state,
  );
  return {
    cancelled: open.length - asked,
    asked,
    left: [...left].map(([state, those]) => ({ state, count: those.length })),
  };
}
