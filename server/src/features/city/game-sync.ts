import type { GameCommand, GameSync, GameSyncAnswer } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { applyOutcomes, lockForOutcomes, type Outcome } from '../deliveries/apply-outcomes.ts';
import { renewLeases } from '../deliveries/renew-leases.ts';
import { isAsked, storePeople, takeQuestions } from './city-people.ts';
import { cityCame } from './city-status.ts';
import { idsToCancel, leaseCommands, lostOnTheWay, makeReadyDue, takeBackLost } from './game-lease.ts';
import type { GameWake } from './game-wake.ts';

interface Look {
  id: string;
  epoch: number;
  boot_id: string;
  newest: number;
  paused: boolean;
  notice: string | null;
  /** The report differs from the stored one, or the stored one is older than 20 seconds. */
  stale: boolean;
  /** Something is queued that may be due while the request is held. */
  work: boolean;
  cancels: boolean;
  /** Something went out in an answer that the server never received. */
  lost: boolean;
  /** Somebody may be paying right now. */
  checkout: boolean;
  /** A checkout asks who is behind a city id, and this script can tell. */
  asked: boolean;
  /** Something was sold lately, or the server has just connected and its owner will try it. */
  lively: boolean;
  now: number;
}

/**
 * One read: whether this server still speaks for the store, and whether there is anything to do for it. Every city asks
 * this on every poll, so each part must end in an index. Sales count only of orders from the last hour: without that
 * bound, a store without sales walked through all its orders (82 ms for 30 000, now 0.03 ms). An index by
 * `completed_at` would cost a write for each sale, and a late payment wakes the city by its delivery anyway.
 */
async function look(db: Db | Tx, store: StoreId, sync: GameSync): Promise<Look> {
  const { rows } = await sql<Look>`
    select g.id, g.epoch, g.boot_id, g.notice,
           (select max(epoch) from game_server where store_id = ${store}) as newest,
           g.notice is not null and coalesce(g.boot_changed_at > now() - interval '10 minutes', false) as paused,
           g.last_seen_at < now() - interval '20 seconds' or g.online_ids <> ${JSON.stringify(sync.online)}::jsonb as stale,
           exists (select from delivery d where d.store_id = ${store} and d.target = 'fivem' and d.state = 'queued'
             and (d.due_at <= now() + interval '5 seconds' or d.code = 'player_offline')
             and (d.player = any(${sync.online}::text[])
               or d.code is distinct from 'player_offline'
                 and coalesce(g.capabilities->d.action_type->>'offline', 'true') = 'true')) as work,
           exists (select from delivery d where d.store_id = ${store} and d.state = 'sent' and d.cancel_requested and d.server_id = g.id) as cancels,
           exists (select from delivery d where d.store_id = ${store} and not d.cancel_requested
             and ${lostOnTheWay('d', sql<string>`g.id`, sync)}) as lost,
           exists (select from "order" o where o.store_id = ${store} and o.status = 'pending'
             and o.expires_at > now() and o.created_at > now() - interval '1 hour')
             or coalesce(g.shopping_until > now(), false) as checkout,
           exists (select from "order" o where o.store_id = ${store} and o.status = 'completed'
             and o.completed_at > now() - interval '10 minutes' and o.created_at > now() - interval '1 hour')
             or g.hello_at > now() - interval '10 minutes' as lively,
           g.capabilities->'who' is not null and exists (select from city_check where ${isAsked(store)}) as asked,
           extract(epoch from now())::int as now
      from game_server g where g.store_id = ${store} and g.journal_id = ${sync.journal_id}`.execute(db);
  const server = rows[0];
  // It never said hello here, so it has to.
  if (!server || sync.epoch > server.newest) throw new Refusal('invalid_request');
  if (sync.epoch !== server.newest || server.epoch !== server.newest || server.boot_id !== sync.boot_id) {
    throw new Refusal('superseded');
  }
  return server;
}

interface Exchange {
  settled: string[];
  commands: GameCommand[];
  cancel: string[];
}

/**
 * Stores results, renews leases and makes due what is ready; then hands out new work. All in one transaction under the
 * server's row. `reported`: an earlier call did all of this except the new work.
 */
async function exchange(
  db: Db,
  store: StoreId,
  sync: GameSync,
  seen: Look,
  want: number,
  reported: boolean,
): Promise<Exchange> {
  return await transaction(db, async (tx) => {
    if (seen.stale) await cityCame(tx, store);
    await sql`select from game_server where store_id = ${store} and id = ${seen.id} for no key update`.execute(tx);
    const server = await look(tx, store, sync);
    if (server.stale) {
      await sql`
        update game_server
           set last_seen_at = now(), online_ids = ${JSON.stringify(sync.online)}::jsonb,
               players = ${sync.players?.online ?? null}, max_players = ${sync.players?.max ?? null},
               notice = case when ${server.paused} then notice end
         where store_id = ${store} and id = ${server.id}`.execute(tx);
    }
    const settled = reported ? [] : await storeResults(tx, store, sync);
    if (!reported) {
      await renewLeases(tx, store, server.id, sync.in_progress);
      await makeReadyDue(tx, store, sync.ready);
    }
    const leases = want > 0 && !server.paused;
    if (leases && server.lost) await takeBackLost(tx, store, server.id, sync);
    const commands = leases
      ? await leaseCommands(tx, store, { id: server.id, epoch: server.epoch, online: sync.online }, want)
      : [];
    return { settled, commands, cancel: await idsToCancel(tx, store, server.id) };
  });
}

/**
 * Stores outcomes. Answers the ids that the journal may forget. Unknown ids are settled, because nothing waits for
 * them. While a newer attempt is out, only success of an older one is settled. The journal repeats any other outcome
 * under the newer attempt, and settling it now would let that attempt run (docs/game-server-protocol.md, The journal).
 */
async function storeResults(tx: Tx, store: StoreId, { results }: GameSync): Promise<string[]> {
  const rows = await lockForOutcomes(
    tx,
    store,
    results.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const outcomes: Outcome[] = [];
  const settled: string[] = [];
  for (const { id, attempt, status, code, message, detail } of results) {
    const row = byId.get(id);
    if (row?.state === 'sent' && attempt < row.attempts && status !== 'succeeded') continue;
    settled.push(id);
    outcomes.push({ id, status, code, message: message || null, detail: bounded(detail) });
  }
  await applyOutcomes(tx, store, rows, outcomes);
  return settled;
}

/** Keeps the proof as it came, up to 2 KB, if PostgreSQL can store its characters. */
function bounded(detail: object | undefined): object | undefined {
  if (!detail) return undefined;
  const text = JSON.stringify(detail);
  return text.length <= 2048 && !/\\u(?:0000|d[89a-f])/.test(text) ? detail : undefined;
}

/**
 * One sync of a game server: stores its results and hands out new work. While something is expected, it holds the
 * request up to `limits.gameHoldMs` (FXServer gives up after 5 s without a byte) and answers the moment there is
 * something. `gone` tells whether the caller hung up. Refuses `superseded`, and `invalid_request` for a server that
 * never said hello.
 */
export async function syncGame(
  db: Db,
  wake: GameWake,
  store: StoreId,
  sync: GameSync,
  gone: () => boolean,
): Promise<GameSyncAnswer> {
  const deadline = performance.now() + limits.gameHoldMs;
  // We watch before we look, so that no change is missed.
  const watch = wake.watch(store);
  try {
    let seen = await look(db, store, sync);
    let done: Exchange = { settled: [], commands: [], cancel: [] };
    // Stored outside the deliveries' transaction: a checkout's question can neither delay nor undo a result.
    await storePeople(db, store, sync.people);
    let who: string[] = [];
    let reported = sync.results.length + sync.in_progress.length + sync.ready.length === 0;
    for (;;) {
      if (!reported || seen.stale || seen.cancels || ((seen.work || seen.lost) && sync.want > 0)) {
        done = await exchange(db, store, sync, seen, sync.want, reported);
        reported = true;
      }
      if (seen.asked && !seen.paused) who = await takeQuestions(db, store);
      const empty = who.length + done.settled.length + done.commands.length + done.cancel.length === 0;
      const left = deadline - performance.now();
      const expected = isExpected(seen);
      if (!empty || sync.want === 0 || !expected || left <= 0 || watch.crowded || wake.released || gone()) break;
      await watch.next(Math.min(left, 1000));
      // A caller that hung up gets nothing: it would count as sent until its lease ends.
      if (gone()) break;
      seen = await look(db, store, sync);
    }
    return answerOf(seen, done, who, sync.want);
  } finally {
    watch.end();
  }
}

/** Whether the server should keep its request open: something waits, somebody shops, or something was sold lately. */
function isExpected(seen: Look): boolean {
  return !seen.paused && (seen.work || seen.checkout || seen.lively);
}

function answerOf(seen: Look, { settled, commands, cancel }: Exchange, who: string[], want: number): GameSyncAnswer {
  const expected = isExpected(seen) || (!seen.paused && commands.length > 0);
  const calm = seen.paused ? limits.gamePollActiveMs : limits.gamePollIdleMs;
  return {
    success: true,
    epoch: seen.epoch,
    now: seen.now,
    next_poll_ms: expected && want > 0 ? 0 : calm,
    settled,
    commands,
    cancel,
    who,
    notices: seen.paused && seen.notice ? [seen.notice] : [],
  };
}
