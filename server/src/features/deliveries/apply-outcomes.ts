import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { codeOf, pauseAfter } from './delivery.ts';
import { type Move, moveDeliveries } from './move-deliveries.ts';
import { type Aftermath, aftermathOfMoney, keepAftermath } from './places/aftermath.ts';
import { rememberStanding, type Standing } from './places/standing.ts';
import type { Args } from './render/render-fields.ts';
import { createReversals } from './reverse-delivery.ts';
import { startFromNow, WHOLE_ITEM } from './rights.ts';
import { wireName } from './targets.ts';

export interface Outcome {
  id: string;
  status: 'succeeded' | 'failed' | 'deferred' | 'uncertain';
  code: string;
  message?: string | null | undefined;
  detail?: unknown;
  /** What the receiver had before the effect and has now, if the other side reports it. */
  stood?: Standing | undefined;
  /** Seconds until the delivery is offered again, in place of the usual pause. */
  pause?: number;
  /** True if what was claimed never left us. A wait for a limit is no attempt. */
  uncounted?: boolean;
}

export interface OutcomeRow {
  id: string;
  state: DeliveryState;
  phase: string;
  attempts: number;
  /** Attempts that were given back before they began. */
  not_begun: number;
  code: string | null;
  cancel_requested: boolean;
}

/** A row with its action. */
export interface OutcomeOf extends OutcomeRow {
  target: ActionTarget;
  action_type: string;
  args: Args;
}

/** After a city gave a delivery back this often without beginning it, we offer the delivery only once a minute. */
const GIVEN_BACK_MOST = 20;

/**
 * The move that follows an outcome, or undefined if none follows (DECISIONS.md: delivery errors, and what follows
 * each). Pure. A report of success counts in every state. "Nothing happened" settles an uncertain delivery.
 */
export function moveFor(row: OutcomeRow, outcome: Outcome): Move | undefined {
  const reported = {
    id: row.id,
    from: row.state,
    code: outcome.code,
    message: outcome.message ?? null,
    detail: outcome.detail,
  };
  if (row.state === 'succeeded' || row.state === 'scheduled') return undefined;
  if (outcome.status === 'succeeded') return { ...reported, to: 'succeeded' };
  if (outcome.status === 'uncertain') return row.state === 'uncertain' ? undefined : { ...reported, to: 'uncertain' };
  // From here on, the outcome says that nothing happened.
  if (row.state === 'cancelled' || row.state === 'failed') return undefined;
  if (row.cancel_requested) return { ...reported, to: 'cancelled', code: 'order_ended' };
  const { kind, tries } = codeOf(outcome.code);
  const again = kind === 'deferred' || kind === 'retry' || kind === 'owner' || outcome.status === 'deferred';
  // The server reports it again because the answer to its first report was lost.
  if (row.state === 'queued' && row.code === outcome.code) return undefined;
  // The server did not begin in time, or it stops and gives the delivery back. The delivery itself has no error.
  const givenBack = outcome.code === 'expired' || outcome.code === 'cancelled';
  const notBegun = row.state === 'sent';
  const rest = row.not_begun + 1 < GIVEN_BACK_MOST ? undefined : 60;
  if (givenBack) return { ...reported, to: 'queued', code: null, dueIn: rest ?? 5, notBegun };
  // It never began. An earlier delivery of the player waits, and is in the queue before it.
  if (outcome.code === 'held_back') return { ...reported, to: 'queued', ...(rest && { dueIn: rest }), notBegun };
  const tried = row.attempts - row.not_begun;
  if (!again || (tries !== undefined && tried >= tries)) return { ...reported, to: 'failed' };
  const dueIn = outcome.pause ?? pauseAfter(outcome.code, tried);
  return { ...reported, to: 'queued', dueIn, uncounted: row.state === 'sent' && outcome.uncounted === true };
}

/**
 * Locks those of these deliveries for which the condition `which` is true, in the order in which they were made. Answers
 * their rows.
 */
export async function lockForOutcomes(
  tx: Tx,
  store: StoreId,
  ids: readonly string[],
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<OutcomeOf[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OutcomeOf>`
    select id, state, phase, attempts, not_begun, code, cancel_requested, target, action_type, args from delivery
     where store_id = ${store} and id = any(${[...ids]}) and ${which} order by seq for update`.execute(tx);
  return rows;
}

/**
 * Stores the outcomes of locked rows. Then applies what they mean for rights: what was there before the purchase, what
 * is still owed, a reversal, or days that begin with the delivery.
 */
export async function applyOutcomes(
  tx: Tx,
  store: StoreId,
  rows: readonly OutcomeOf[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const moves: Move[] = [];
  for (const outcome of outcomes) {
    const row = rows.find(({ id }) => id === outcome.id);
    const move = row && moveFor(row, outcome);
    if (move && !moves.some(({ id }) => id === move.id)) moves.push(move);
  }
  await moveDeliveries(tx, store, moves);
  const arrived = moves.filter(({ to }) => to === 'succeeded').map(({ id }) => id);
  const money = new Map<string, Aftermath>();
  for (const outcome of outcomes) {
    const row = rows.find(({ id }) => id === outcome.id);
    if (arrived.includes(outcome.id) && outcome.stood) await rememberStanding(tx, store, outcome.id, outcome.stood);
    if (!row || row.state === 'succeeded' || wireName(row.target, row.action_type) !== 'remove_money') continue;
    const aftermath = aftermathOfMoney(Number(row.args.amount ?? 0), outcome);
    if (aftermath) money.set(outcome.id, aftermath);
  }
  await keepAftermath(tx, store, money);
  const confirmations = rows.filter(({ id, phase }) => phase === 'confirmation' && arrived.includes(id));
  await afterArrival(
    tx,
    store,
    confirmations.map(({ id }) => id),
  );
}

interface Arrived {
  id: string;
  order_id: string;
  item_id: string;
  ended: boolean;
  /** Its action has a delay. */
  delayed: boolean;
  /** The rights whose days begin now. */
  starts: string[];
}

/**
 * Call it for confirmations that have just become `succeeded`, by a result or by a person's word. If the order
 * has ended, it takes back what they gave. Otherwise it begins the item's days in two cases: the store counts days from the
 * delivery, or the days are over already (nothing is given and taken in the same minute). An action with a delay always
 * begins its own days, and only those.
 */
export async function afterArrival(tx: Tx, store: StoreId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Arrived>`
    select d.id, d.order_id, d.item_id, o.status <> 'completed' as ended, d.delay_minutes > 0 as delayed,
           array(
             select coalesce(e.subject, ${WHOLE_ITEM}) from delivery e
              where e.store_id = d.store_id and e.depends_on = d.id and e.state = 'scheduled'
                and (d.delay_minutes > 0 or coalesce(s.settings->>'expireFrom', 'completion') = 'delivery'
                  or e.due_at <= now())) as starts
      from delivery d
      join "order" o on o.store_id = d.store_id and o.id = d.order_id
      join store s on s.id = d.store_id
     where d.store_id = ${store} and d.id = any(${[...ids]}) order by d.seq`.execute(tx);
  await createReversals(
    tx,
    store,
    rows.filter(({ ended }) => ended).map(({ id }) => id),
  );
  const started = new Set<string>();
  for (const { order_id: order, item_id: item, ended, delayed, starts } of rows) {
    if (ended || starts.length === 0 || started.has(`${order} ${item}`)) continue;
    if (!delayed) started.add(`${order} ${item}`);
    await startFromNow(tx, store, { order, item, subjects: delayed ? starts : undefined });
  }
}
