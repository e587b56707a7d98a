import type { GameCommand, GameSync, GameSyncAnswer } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { applyOutcomes, lockForOutcomes, type Outcome } from '../deliveries/apply-outcomes.ts';
import { isAsked, storePeople, takeQuestions } from './city-people.ts';
import { cityCame } from './city-status.ts';
import { idsToCancel, leaseCommands, lostOnTheWay, makeDue, renewLeases, takeBackLost } from './game-lease.ts';
import type { GameWake } from './game-wake.ts';

interface Look {
  id: string;
  epoch: number;
  boot_id: string;
  newest: number;
  paused: boolean;
  notice: string | null;
  /** What was told now is not what is stored, or that is getting old. */
  stale: boolean;
  /** Something is queued that may be due within the hold. */
  work: boolean;
  cancels: boolean;
  /** Something went out in an answer that never arrived. */
  lost: boolean;
  /** Somebody may be paying right now. */
  checkout: boolean;
  /** A checkout asks who is behind a city id, and this script can tell. */
  asked: boolean;
  /** Something was sold lately, or the server has just connected: its owner will try it. */
  lively: boolean;
  now: number;
}

/** One read: whether this server still speaks for the store, and whether there is anything to do for it. */
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
             and o.completed_at > now() - interval '10 minutes')
             or g.hello_at > now() - interval '10 minutes' as lively,
           g.capabilities->'who' is not null and exists (select from city_check where ${isAsked(store)}) as asked,
           extract(epoch from now())::int as now
      from game_server g where g.store_id = ${store} and g.journal_id = ${sync.journal_id}`.execute(db);
  const server = rows[0];
  // Never said hello here: it has to.
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

/** Results first, then renewals and what is ready, then new work, in one transaction under the server's row. `told`: the first two are done. */
async function exchange(
  db: Db,
  store: StoreId,
  sync: GameSync,
  seen: Look,
  want: number,
  told: boolean,
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
    const settled = told ? [] : await storeResults(tx, store, sync);
    if (!told) {
      await renewLeases(tx, store, server.id, sync.in_progress);
      await makeDue(tx, store, sync.ready);
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
 * Stores outcomes; answers which ids the journal may forget. Unknown ids are settled: there is nothing to wait for. While
 * a newer attempt is out, "nothing happened" and "nobody knows" of an older one are not: the journal says them again
 * under the newer attempt, and settling them now would let that attempt run (docs/game-server-protocol.md, The journal).
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

/** The proof is kept as it came, at most 2 KB of it, and not with names that PostgreSQL cannot keep. */
function bounded(detail: object | undefined): object | undefined {
  if (!detail) return undefined;
  const text = JSON.stringify(detail);
  return text.length <= 2048 && !/\\u(?:0000|d[89a-f])/.test(text) ? detail : undefined;
}

/**
 * One sync of a game server: stores its results, hands out new work, and while something is expected keeps the request
 * up to `limits.gameHoldMs` (FXServer gives up after 5 s without a byte), answering the moment there is something.
 * `gone` tells whether the caller still listens. Refuses `superseded`, and `invalid_request` for who never said hello.
 */
export async function syncGame(
  db: Db,
  wake: GameWake,
  store: StoreId,
  sync: GameSync,
  gone: () => boolean,
): Promise<GameSyncAnswer> {
  const deadline = performance.now() + limits.gameHoldMs;
  // Watched before looking, so that nothing can come in between unheard.
  const watch = wake.watch(store);
  try {
    let seen = await look(db, store, sync);
    let done: Exchange = { settled: [], commands: [], cancel: [] };
    // Beside the deliveries, never in their transaction: a checkout's question can neither delay nor undo a result.
    await storePeople(db, store, sync.people);
    let who: string[] = [];
    let told = sync.results.length + sync.in_progress.length + sync.ready.length === 0;
    for (;;) {
      if (!told || seen.stale || seen.cancels || ((seen.work || seen.lost) && sync.want > 0)) {
        done = await exchange(db, store, sync, seen, sync.want, told);
        told = true;
      }
      if (seen.asked && !seen.paused) who = await takeQuestions(db, store);
      const empty = who.length + done.settled.length + done.commands.length + done.cancel.length === 0;
      const left = deadline - performance.now();
      const expected = isExpected(seen);
      if (!empty || sync.want === 0 || !expected || left <= 0 || watch.crowded || wake.released || gone()) break;
      await watch.next(Math.min(left, 1000));
      // Who hung up meanwhile is given nothing: it would count as sent until its lease ends.
      if (gone()) break;
      seen = await look(db, store, sync);
    }
    return answerOf(seen, done, who, sync.want);
  } finally {
    watch.end();
  }
}

/** Whether the server should stay on the line: something waits, somebody shops, or something was sold lately. */
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
