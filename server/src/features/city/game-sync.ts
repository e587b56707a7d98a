import type { Game } from '@vitrine/contract/action-types';
import type { GameCommand, GameSync, GameSyncAnswer } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { GameServer } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { applyOutcomes, lockForOutcomes, type Outcome } from '../deliveries/apply-outcomes.ts';
import { readStanding } from '../deliveries/places/standing.ts';
import { type InHand, renewLeases } from '../deliveries/renew-leases.ts';
import { ofGame } from '../deliveries/targets.ts';
import { type CalmCities, nothingNew } from './calm/calm-cities.ts';
import type { CityEar } from './calm/city-ear.ts';
import { isClaimed, noteAlive, signDue } from './calm/sign-of-life.ts';
import { isAsked, storePeople, takeQuestions } from './city-people.ts';
import { idsToCancel, leaseCommands, lostOnTheWay, makeReadyDue, notInHand, takeBackLost } from './game-lease.ts';
import type { GameWake } from './game-wake.ts';
import { onceForAll } from './once-for-all.ts';
import { exposeCopies, hearClaim, isDoubled } from './seats/claims.ts';
import { goesTo, readSeat, type SeatId } from './seats/read-seat.ts';
import { standingOf } from './seats/seat.ts';

interface Look {
  id: string;
  epoch: number;
  game: Game;
  framework: string;
  /** Whether the script understands `instead` (groups/settle-group.ts). */
  instead: boolean;
  /** Whether the script runs a player's deliveries in order and stops at the first that waits. */
  in_order: boolean;
  /** The loaded players are not those that were written last. */
  players_changed: boolean;
  /** Seconds until the sign of life must be written again. */
  sign_due: number;
  /** The store's pages say that the city is offline. */
  shown_away: boolean;
  /** Another script was heard lately that wants this seat. */
  claimed: boolean;
  /** Another start of the same journal said hello: one of the two is a copy. */
  doubled: boolean;
  /** Something is queued that may be due while the request is held. */
  work: boolean;
  /** Time alone may change this within the next seconds: something falls due, or counts as lost. */
  soon: boolean;
  cancels: boolean;
  /** Something went out in an answer that the server never received. */
  lost: boolean;
  /** Somebody may be paying right now. */
  checkout: boolean;
  /** A checkout asks who is behind a city id, and this script can tell. */
  asked: boolean;
  /** Something was sold lately, or the server has just connected and its owner will try it. */
  lively: boolean;
  /** Seconds until the next delivery falls due that is not due yet. */
  next_due: number | null;
  now: number;
}

/**
 * One read: whether this script holds its seat, and whether there is anything to do for it. Undefined without the seat.
 * Every city asks this on every poll, so each part must end in an index. Orders that wait are looked for in the last hour only:
 * without that bound, a store without sales walked through all its orders. Sales are found by `order_sold`.
 */
async function look(db: Db | Tx, place: SeatId, sync: GameSync): Promise<Look | undefined> {
  const { store, seat } = place;
  const { rows } = await sql<Look>`
    select g.id, g.epoch, s.game, g.framework, g.capabilities ? 'instead' as instead, g.capabilities ? 'in_order' as in_order,
           g.online_ids <> ${JSON.stringify(sync.online)}::jsonb as players_changed, ${signDue(place)} as sign_due,
           (select not city_online from store where id = ${store}) as shown_away, ${isClaimed(place)} as claimed,
           ${isDoubled(place)} as doubled,
           exists (select from delivery d where d.store_id = ${store} and d.target = s.game and ${goesTo('d', place)}
             and d.state = 'queued'
             and (d.due_at <= now() + interval '5 seconds' or d.code = 'player_offline')
             and (d.player = any(${sync.online}::text[])
               or d.code is distinct from 'player_offline'
                 and (coalesce(g.capabilities->d.action_type->>'offline', 'true') = 'true' and not d.only_online
                   or coalesce(g.capabilities->d.action_type->>'online', 'false') <> 'true'))) as work,
           exists (select from delivery d where d.store_id = ${store} and d.target = s.game and ${goesTo('d', place)}
             and d.state = 'queued'
             and (d.due_at between now() and now() + interval '5 seconds'
               or d.code = 'player_offline' and d.player = any(${sync.online}::text[])
                 and d.updated_at > now() - interval '5 seconds'))
             or exists (select from delivery d where d.store_id = ${store}
               and ${notInHand('d', sql<string>`g.id`, sync)}) as soon,
           exists (select from delivery d where d.store_id = ${store} and d.state = 'sent' and d.cancel_requested and d.server_id = g.id) as cancels,
           exists (select from delivery d where d.store_id = ${store} and not d.cancel_requested
             and ${lostOnTheWay('d', sql<string>`g.id`, sync)}) as lost,
           exists (select from "order" o where o.store_id = ${store} and o.status = 'pending'
             and o.expires_at > now() and o.created_at > now() - interval '1 hour')
             or coalesce(g.shopping_until > now(), false) as checkout,
           exists (select from "order" o where o.store_id = ${store} and o.status = 'completed'
             and o.completed_at > now() - interval '10 minutes')
             or g.hello_at > now() - interval '10 minutes' as lively,
           ${seat === store} and g.capabilities->'who' is not null
             and exists (select from city_check where ${isAsked(store)}) as asked,
           (select extract(epoch from min(d.due_at) - now())::float8 from delivery d
             where d.store_id = ${store} and d.target = s.game and ${goesTo('d', place)} and d.state = 'queued'
               and d.due_at > now()) as next_due,
           extract(epoch from now())::int as now
      from game_seat s join game_server g on g.store_id = s.store_id and g.id = s.server_id
     where s.store_id = ${store} and s.id = ${seat}
       and g.journal_id = ${sync.journal_id} and g.boot_id = ${sync.boot_id}`.execute(db);
  const server = rows[0];
  if (server && sync.epoch > server.epoch) throw new Refusal('invalid_request');
  if (server && sync.epoch < server.epoch) throw new Refusal('superseded');
  return server;
}

interface Exchange {
  settled: string[];
  commands: GameCommand[];
  cancel: string[];
  /** What becomes of the deliveries that the script has in hand. Undefined if it named none. */
  inHand?: InHand | undefined;
}

/**
 * Stores results, renews leases and makes due what is ready; then hands out new work. It does all this in one transaction
 * that locks the seat's row. `reported`: an earlier call did all of this except the new work. Undefined if another process has answered
 * the same request: then nothing changes.
 */
async function exchange(
  db: Db,
  place: SeatId,
  sync: GameSync,
  { reported, isFirst }: { reported: boolean; isFirst: (tx: Tx) => Promise<boolean> },
): Promise<Exchange | undefined> {
  const { store, seat } = place;
  const { want } = sync;
  return await transaction(db, async (tx) => {
    // Nobody takes the seat while work goes out to its holder.
    await sql`select from game_seat where store_id = ${store} and id = ${seat} for no key update`.execute(tx);
    if (!(await isFirst(tx))) return undefined;
    const server = await look(tx, place, sync);
    if (!server) throw new Refusal('invalid_request');
    if (server.doubled) await exposeCopies(tx, place, sync);
    const settled = reported ? [] : await storeResults(tx, place, sync);
    let inHand: Exchange['inHand'];
    if (!reported) {
      inHand = await renewLeases(tx, store, server.id, sync.in_progress);
      await makeReadyDue(tx, place, server.game, sync.ready);
    }
    if (want > 0 && server.lost) await takeBackLost(tx, store, server.id, sync);
    const commands = want > 0 ? await leaseCommands(tx, place, { ...server, online: sync.online }, want) : [];
    return { settled, commands, cancel: await idsToCancel(tx, store, server.id), inHand };
  });
}

/**
 * Stores the outcomes of deliveries that went out to this seat. Answers the ids that the journal may forget. Unknown ids are
 * settled, because nothing waits for them. A delivery that never went out here counts as unknown, because nobody can have begun
 * it. "Nothing happened" of an older attempt came late and says nothing about the newest one. While a newer attempt is out, only success
 * of an older one is settled. The journal repeats any other outcome under the newer attempt, and settling it now would let
 * that attempt run (docs/game-server-protocol.md, The journal).
 */
async function storeResults(tx: Tx, place: SeatId, { results }: GameSync): Promise<string[]> {
  const { store } = place;
  const rows = await lockForOutcomes(
    tx,
    store,
    results.map(({ id }) => id),
    sql<boolean>`${ofGame('delivery')} and attempts > 0 and ${goesTo('delivery', place)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const outcomes: Outcome[] = [];
  const settled: string[] = [];
  for (const { id, attempt, status, code, message, detail } of results) {
    const row = byId.get(id);
    const isOld = row !== undefined && attempt < row.attempts && status !== 'succeeded';
    if (isOld && row.state === 'sent') continue;
    settled.push(id);
    if (isOld && status !== 'uncertain') continue;
    outcomes.push({ id, status, code, message: message || null, detail: bounded(detail), stood: readStanding(detail) });
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
 * The sync of a script without the seat: it gets no work and may learn that it is time to say hello (`invalid_request`).
 * If it reports success of a delivery that went out to its own journal, the report still counts.
 */
async function answerWaiting(db: Db, place: SeatId, sync: GameSync): Promise<GameSyncAnswer> {
  const { claimId, ownId, facts } = await readSeat(db, place, sync);
  if (!claimId || standingOf(facts, { journal: sync.journal_id, boot: sync.boot_id }).seated) {
    throw new Refusal('invalid_request');
  }
  await hearClaim(db, place, claimId);
  const own = sync.results.filter(({ status }) => status === 'succeeded');
  const settled =
    ownId && own.length > 0
      ? await transaction(db, async (tx) => {
          const mine = new Set(await idsOf(tx, place.store, ownId, own));
          return await storeResults(tx, place, { ...sync, results: own.filter(({ id }) => mine.has(id)) });
        })
      : [];
  return { ...nothingNew(0), settled };
}

/** Those of these deliveries that went out to this server. */
async function idsOf(tx: Tx, store: StoreId, server: string, results: GameSync['results']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from delivery where store_id = ${store} and server_id = ${server}
       and id = any(${results.map(({ id }) => id)})`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * One sync of a game server: stores its results and hands out new work. While something is expected, it holds the
 * request up to `limits.gameHoldMs` (FXServer gives up after 5 s without a byte) and answers the moment there is
 * something. `gone` tells whether the caller hung up. Refuses `superseded` for an older epoch, and `invalid_request` for
 * a server that has to say hello.
 */
export async function syncGame(
  db: Db,
  { wake, calm, ear }: { wake: GameWake; calm: CalmCities; ear: CityEar },
  place: Pick<GameServer, 'store' | 'seat' | 'nonce' | 'inMemory'>,
  sync: GameSync,
  gone: () => boolean,
): Promise<GameSyncAnswer> {
  const { store } = place;
  if (calm.isCalm(place, sync)) {
    ear.hear(place, sync.boot_id);
    return nothingNew(sync.epoch);
  }
  // A copy of this request may come to another process, which does not remember its nonce. Whatever changes something
  // takes the nonce for all processes before, once.
  const nonce = onceForAll(db, place);
  const deadline = performance.now() + limits.gameHoldMs;
  // We watch before we look, so that no change is missed.
  const watch = wake.watch(store);
  const remember = calm.beforeLook(place, sync);
  try {
    let seen = await look(db, place, sync);
    if (!seen) return await answerWaiting(db, place, sync);
    ear.hear(place, sync.boot_id);
    let done: Exchange = { settled: [], commands: [], cancel: [] };
    // Stored outside the deliveries' transaction: a checkout's question can neither delay nor undo a result.
    if (place.seat === store) await storePeople(db, store, sync.people);
    let who: string[] = [];
    let reported = sync.results.length + sync.in_progress.length + sync.ready.length === 0;
    for (;;) {
      const stale = seen.players_changed || seen.sign_due <= 0;
      if (stale && (await nonce.take())) await noteAlive(db, place, { id: seen.id, shownAway: seen.shown_away }, sync);
      if (!reported || seen.doubled || seen.cancels || ((seen.work || seen.lost) && sync.want > 0)) {
        const exchanged = await exchange(db, place, sync, { reported, isFirst: nonce.takeIn });
        nonce.decided(exchanged !== undefined);
        if (!exchanged) break;
        done = { ...exchanged, inHand: exchanged.inHand ?? done.inHand };
        reported = true;
      }
      if (seen.asked && (await nonce.take())) who = await takeQuestions(db, store);
      const empty = who.length + done.settled.length + done.commands.length + done.cancel.length === 0;
      const left = deadline - performance.now();
      const expected = isExpected(seen);
      if (!empty || sync.want === 0 || !expected || left <= 0 || watch.crowded || wake.released || gone()) break;
      const heard = await watch.next(seen.soon ? Math.min(left, 1000) : left);
      // A caller that hung up gets nothing: it would count as sent until its lease ends. If nothing was heard and time
      // changes nothing, the next poll looks.
      if (gone() || !(heard || seen.soon)) break;
      const again = await look(db, place, sync);
      if (!again) throw new Refusal('invalid_request');
      seen = again;
    }
    if (isCalm(seen)) remember(calmSeconds(seen));
    return answerOf(seen, done, who, sync.want);
  } finally {
    watch.end();
  }
}

/** Whether the server should keep its request open: something waits, somebody shops, or something was sold lately. */
function isExpected(seen: Look): boolean {
  return seen.work || seen.checkout || seen.lively;
}

/** Nothing is there to do, and nobody is expected to cause something within seconds. */
function isCalm(seen: Look): boolean {
  const { doubled, claimed, soon, cancels, lost, asked } = seen;
  return !(isExpected(seen) || doubled || claimed || soon || cancels || lost || asked);
}

/** For how long only a wake-up can change this: until the next sign of life, or until a delivery is nearly due. */
function calmSeconds({ sign_due, next_due }: Look): number {
  return Math.min(sign_due, next_due === null ? Number.POSITIVE_INFINITY : next_due - 5);
}

function answerOf(
  seen: Look,
  { settled, commands, cancel, inHand }: Exchange,
  who: string[],
  want: number,
): GameSyncAnswer {
  const expected = isExpected(seen) || commands.length > 0;
  return {
    success: true,
    epoch: seen.epoch,
    now: seen.now,
    next_poll_ms: expected ? (want > 0 ? 0 : limits.gamePollFullMs) : limits.gamePollIdleMs,
    settled,
    commands,
    cancel,
    who,
    notices: [],
    ...(inHand && { leases_until: inHand.leases }),
    ...(inHand && inHand.decided.length > 0 && { decided: inHand.decided }),
  };
}
