import type { ResendFilter } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import type { Task } from '../../../jobs/task.ts';
import { lockGoods } from '../change/lock-goods.ts';
import { giveToPlayer } from '../change/to-player.ts';
import { moveDeliveries } from '../move-deliveries.ts';
import { wakeTargets } from '../targets.ts';
import { chosenGoods, type Goods, isSamePlayers } from './goods.ts';
import { repeatDeliveries } from './repeat-deliveries.ts';

/** Deliveries of one transaction: few enough that a refund or a report of the city hardly waits for it. */
const BATCH = 100;
/**
 * Deliveries of one job that may wait in the queue at once, so that sales of now are not behind a whole city's goods. A
 * delivery that waits for more than `WAITS_SECONDS` no longer counts, because its player or its server is away.
 */
const WINDOW = 200;
const WAITS_SECONDS = 120;
/** Seconds until a job that has no room looks again. */
const LOOK_SECONDS = 3;
/** How long one run works for its store, so that other stores have their turns. */
const TURN_MS = 20_000;
/** A running job that nobody worked on for this long has lost its worker. */
const LOST_SECONDS = 120;

type Step = 'more' | 'wait' | 'end';

interface Job {
  id: string;
  state: 'running' | 'paused' | 'cancelled' | 'done';
  filter: ResendFilter;
  as_of: Date;
  created_at: Date;
  reason: string;
  actor: string;
}

/** Locks the job's row: two runs of one job take turns, and a change of a person comes between two batches. */
async function lockJob(tx: Tx, store: StoreId, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select id, state, filter, as_of, created_at, reason, actor
      from resend_job where store_id = ${store} and id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Deliveries that the job may queue now. */
async function roomOf(tx: Tx, store: StoreId, id: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from delivery
     where store_id = ${store} and resend_job = ${id} and state in ('queued', 'sent') and not waiting
       and updated_at > now() - make_interval(secs => ${WAITS_SECONDS})`.execute(tx);
  return WINDOW - (rows[0]?.waiting ?? 0);
}

async function finish(tx: Tx, store: StoreId, id: string): Promise<void> {
  await sql`
    update resend_job
       set finished_at = coalesce(finished_at, now()), updated_at = now(), filter = filter - 'player' - 'search' - 'ids' - 'toClient',
           state = case when state = 'running' then 'done' else state end
     where store_id = ${store} and id = ${id}`.execute(tx);
}

/** The cursor stays in the database's own precision, because a JavaScript date would lose microseconds. */
const behindCursor = (store: StoreId, id: string) => sql<boolean>`(select j.cursor_id is null
  or (g.created_at, g.id) > (j.cursor_at, j.cursor_id) from resend_job j where j.store_id = ${store} and j.id = ${id})`;

/**
 * Sends the next goods of a locked job again and moves its cursor, in one transaction: after a crash the job goes on behind
 * the last batch that was stored. The orders are locked before the goods are judged, so a refund comes before (the goods are
 * left out) or after (it cancels what was queued here).
 */
async function sendBatch(tx: Tx, store: StoreId, job: Job): Promise<Step> {
  const room = await roomOf(tx, store, job.id);
  if (room <= 0) {
    // It has a worker: the sweep must not give it another.
    await sql`update resend_job set updated_at = now() where store_id = ${store} and id = ${job.id}`.execute(tx);
    return 'wait';
  }
  const asOf = sql<Date>`(select j.as_of from resend_job j where j.store_id = ${store} and j.id = ${job.id})`;
  const goods = chosenGoods(store, job.filter, asOf);
  const next = await sql<{ id: string; order_id: string }>`
    select g.id, g.order_id from (${goods}) g where ${behindCursor(store, job.id)}
     order by g.created_at, g.id limit ${Math.min(BATCH, room)}`.execute(tx);
  const ids = next.rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) {
    await finish(tx, store, job.id);
    return 'end';
  }
  const all = await lockGoods(tx, store, ids);
  const { rows } = await sql<Goods>`
    select g.* from (${goods}) g where g.id = any(${ids}) order by g.seq`.execute(tx);
  const chosen = rows.filter(({ exclusion }) => exclusion === null);
  const { toClient: client } = job.filter;
  const given = all.filter(({ id }) => chosen.some((one) => one.id === id));
  const to =
    client === undefined ? undefined : { client, args: await giveToPlayer(tx, store, { goods: given, all, client }) };
  const wanted = to ? chosen.filter(({ id }) => to.args.has(id)) : chosen;
  const again = wanted.filter(({ state }) => state === 'succeeded').map(({ id }) => id);
  await repeatDeliveries(tx, store, again, { job: job.id, reason: job.reason, actor: job.actor, to });
  // What never arrived keeps its id: the city's journal knows it.
  const stuck = wanted.filter(({ state }) => state !== 'succeeded');
  await sql`
    update delivery set resend_job = ${job.id} where store_id = ${store} and id = any(${stuck.map(({ id }) => id)})`.execute(
    tx,
  );
  await moveDeliveries(
    tx,
    store,
    stuck.map(({ id, state }) => ({
      id,
      from: state,
      to: 'queued',
      code: 'resend',
      message: `Reenvio: ${job.reason}`,
      actor: job.actor,
    })),
  );
  await wakeTargets(
    tx,
    store,
    wanted.map(({ target }) => target),
  );
  await sql`
    update resend_job j
       set resent = j.resent + ${wanted.length}, excluded = j.excluded + ${ids.length - wanted.length}, updated_at = now(),
           cursor_at = d.created_at, cursor_id = d.id
      from delivery d
     where j.store_id = ${store} and j.id = ${job.id} and d.store_id = j.store_id and d.id = ${last}`.execute(tx);
  return 'more';
}

/**
 * Takes back what a cancelled job queued, where no server can have begun it. What goes to a new character stays, because its
 * rights are there already.
 */
async function withdrawBatch(tx: Tx, store: StoreId, job: Job): Promise<Step> {
  const { rows } = await sql<{ id: string }>`
    select id from delivery
     where store_id = ${store} and resend_job = ${job.id} and state = 'queued' and server_id is null
       and resend_of is not null and created_at >= ${job.created_at} and ${isSamePlayers}
     order by seq limit ${BATCH} for update`.execute(tx);
  if (rows.length === 0) {
    await finish(tx, store, job.id);
    return 'end';
  }
  const moved = await moveDeliveries(
    tx,
    store,
    rows.map(({ id }) => ({ id, from: 'queued', to: 'cancelled', code: 'resend_withdrawn' })),
  );
  await sql`
    update resend_job set withdrawn = withdrawn + ${moved.size}, updated_at = now()
     where store_id = ${store} and id = ${job.id}`.execute(tx);
  return 'more';
}

async function step(tx: Tx, store: StoreId, id: string): Promise<Step> {
  const job = await lockJob(tx, store, id);
  if (!job) return 'end';
  if (job.state !== 'running' && job.state !== 'cancelled') return 'end';
  return job.state === 'cancelled' ? await withdrawBatch(tx, store, job) : await sendBatch(tx, store, job);
}

async function later(db: Db, storeId: StoreId, jobId: string, afterSeconds: number): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, 'deliveries.resend', { storeId, jobId }, { afterSeconds }));
}

/** Works on one job, batch by batch. It may be repeated at any point; a new run behind other stores does the rest. */
export const resendTask: Task<'deliveries.resend'> = {
  concurrency: 4,
  perStore: 1,
  run: async ({ db }, { storeId, jobId }, { signal }) => {
    const until = performance.now() + TURN_MS;
    while (!signal.aborted) {
      if (performance.now() > until) return await later(db, storeId, jobId, 0);
      const next = await transaction(db, (tx) => step(tx, storeId, jobId));
      if (next === 'end') return;
      if (next === 'wait') return await later(db, storeId, jobId, LOOK_SECONDS);
    }
  },
};

/** Finds jobs that lost their worker, because all its attempts failed. */
async function enqueueLost({ db }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ store_id: string; id: string }>`
      update resend_job set updated_at = now()
       where finished_at is null and state <> 'paused' and updated_at < now() - make_interval(secs => ${LOST_SECONDS})
      returning store_id, id`.execute(tx);
    for (const row of rows) await enqueue(tx, 'deliveries.resend', { storeId: storeIdOf(row), jobId: row.id });
  });
}

export const resendSweep: Sweep = { name: 'deliveries.resends', every: 60, run: enqueueLost };
