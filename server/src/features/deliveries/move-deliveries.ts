import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { channels } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { finishedStates, isWaiting, mayMove } from './delivery.ts';

export interface Move {
  id: string;
  from: DeliveryState;
  to: DeliveryState;
  /** A stable code (delivery.ts) or null. */
  code?: string | null;
  /** pt-BR; without one, people read the code's text. */
  message?: string | null;
  /** The name of whoever did it; null is the system. */
  actor?: string | null;
  /** Seconds from now until it is due; at once when left out. */
  dueIn?: number;
  /** For `sent`: which server has it, and for how long. */
  lease?: { server: string | null; epoch: number | null; seconds: number };
  /** For `queued`: only the server that had it may get it again, because it may have begun. */
  keepServer?: boolean;
  /** True if the delivery was claimed and never left us. Then this is no attempt. */
  uncounted?: boolean;
  /** It was given back before it began: it keeps its attempt's number, which the script knows, and does not count as a try. */
  notBegun?: boolean;
  /** The other side's proof, stored as it came. */
  detail?: unknown;
}

/**
 * The one function that moves deliveries: state, history row and wake-ups in one statement, for any number of rows of
 * one store. Returns the ids that moved. A row whose state is no longer `from` stays as it is. Throws for a move that
 * the table forbids, which is a mistake of ours.
 */
export async function moveDeliveries(tx: Tx, store: StoreId, moves: readonly Move[]): Promise<Set<string>> {
  if (moves.length === 0) return new Set();
  for (const { from, to } of moves) {
    if (!mayMove(from, to)) throw new Error(`a delivery never moves from ${from} to ${to}`);
  }
  const rows = moves.map((move) => ({
    id: move.id,
    from: move.from,
    to: move.to,
    code: move.code ?? null,
    message: move.message?.slice(0, 255) ?? null,
    actor: move.actor ?? null,
    due_in: move.dueIn ?? 0,
    server: move.lease?.server ?? null,
    epoch: move.lease?.epoch ?? null,
    lease: move.lease?.seconds ?? null,
    keep: move.keepServer ?? false,
    uncounted: move.uncounted ?? false,
    not_begun: move.notBegun ?? false,
    waiting: move.to === 'queued' && move.code != null && isWaiting(move.code),
    detail: move.detail ?? null,
    history: newId(),
  }));
  const moved = await sql<{ id: string }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(
        id text, "from" text, "to" text, code text, message text, actor text, due_in float8, server text, epoch int,
        lease float8, keep boolean, uncounted boolean, not_begun boolean, waiting boolean, detail jsonb, history text)
    ), moved as (
      update delivery d
         set state = w."to", code = w.code, message = w.message, waiting = w.waiting,
             attempts = d.attempts + case when w."to" = 'sent' then 1 when w.uncounted then -1 else 0 end,
             not_begun = d.not_begun + w.not_begun::int,
             sent_at = case when w."to" = 'sent' then now() else d.sent_at end,
             due_at = case when w."to" = 'queued' then now() + make_interval(secs => w.due_in) else d.due_at end,
             server_id = case when w."to" = 'sent' then w.server
                              when w."to" = 'queued' and not w.keep then null else d.server_id end,
             lease_epoch = w.epoch,
             lease_until = case when w."to" = 'sent' then now() + make_interval(secs => w.lease) end,
             cancel_requested = d.cancel_requested and w."to" in ('queued', 'sent', 'uncertain'),
             give_up_at = case when w."to" = 'queued' and d.state <> 'sent' then now() + interval '30 days' else d.give_up_at end,
             noticed = false,
             first_sent_at = case when w."to" = 'sent' then coalesce(d.first_sent_at, now()) else d.first_sent_at end,
             finished_at = case when w."to" = any(${finishedStates}::text[]) then now() end,
             detail = coalesce(w.detail, d.detail), updated_at = now()
        from wanted w
       where d.store_id = ${store} and d.id = w.id and d.state = w."from"
      returning d.store_id, d.id, d.order_id, d.state, d.attempts, w.code, w.message, w.actor, w.history
    ), told as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code, message, actor)
      select store_id, id, history, state, attempts, code, message, actor from moved
    ), woken as (
      select pg_notify(${channels.orders}, store_id || ':' || order_id) from (select distinct store_id, order_id from moved) o
      union all
      select pg_notify(${channels.deliveries}, ${store}) where exists (select from moved where state <> 'sent')
    )
    select id from moved where (select count(*) from woken) >= 0`.execute(tx);
  return new Set(moved.rows.map(({ id }) => id));
}
