import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { findCaller } from '../../http/session.ts';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';
import { connectGuild } from '../discord/guilds/connect-guild.ts';
import { deleteStore } from '../stores/delete-store.ts';
import { applyOutcomes, lockForOutcomes } from './apply-outcomes.ts';
import { violations } from './invariants.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { covered } from './rights.ts';
import { dueSweep } from './sweeps.ts';

let app: TestApp;
let store: MadeStore;
let client = 700;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
});
afterAll(() => app.close());
afterEach(async () => expect(await violations(app.db)).toEqual([]));

interface Row {
  id: string;
  phase: string;
  state: string;
  code: string | null;
  days: number;
  cancel: boolean;
  covered: boolean;
}

async function rows(order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.phase, d.state, d.code, d.cancel_requested as cancel, ${covered} as covered,
           round(extract(epoch from d.due_at - now()) / 86400)::int as days
      from delivery d where d.order_id = ${order} order by d.seq`.execute(app.db);
  return rows;
}
const arrive = (delivery: Row) =>
  transaction(app.db, async (tx) => {
    const locked = await lockForOutcomes(tx, store.id, [delivery.id]);
    await applyOutcomes(tx, store.id, locked, [{ id: delivery.id, status: 'succeeded', code: 'ok' }]);
  });
/** Moves the order's times this many days into the past. */
async function pass(order: string, days: number): Promise<void> {
  const earlier = sql`make_interval(days => ${days})`;
  await sql`update right_source set ends_at = ends_at - ${earlier} where order_id = ${order}`.execute(app.db);
  await sql`update delivery set due_at = due_at - ${earlier} where order_id = ${order}`.execute(app.db);
}
const holdRights = (tx: Tx) => sql`select from customer_right where holder = ${String(client)} for update`.execute(tx);
const vip = { removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip')] };

test.each(['the renewal', 'the end'])('a right renewed in the moment of its end lives on: %s first', async (first) => {
  client += 1;
  const product = await makeProduct(app.db, store.id);
  const buy = () => makeSold(app.db, store.id, { client, items: [{ ...vip, product }] });
  const { id } = await buy();
  await arrive((await rows(id))[0] as Row);
  await pass(id, 30);

  const end = () => dueSweep.run(app.deps);
  await inOrder<unknown, unknown>(app.db, holdRights, first === 'the renewal' ? [buy, end] : [end, buy]);

  const live = await sql`
    select round(extract(epoch from ends_at - now()) / 86400)::int as days
      from customer_right where holder = ${String(client)} and ended_at is null`.execute(app.db);
  expect(live.rows).toEqual([{ days: 30 }]);
  // The end of the first purchase takes nothing from the second.
  expect((await rows(id))[1]).toMatchObject({ phase: 'expiration', covered: true });
});

test('days lost by a late delivery are given once, even when two deliveries of the item arrive at once', async () => {
  client += 1;
  await sql`update store set settings = settings || '{"expireFrom":"delivery"}' where id = ${store.id}`.execute(app.db);
  const actions = [...vip.actions, on.group('ouro'), on.dropGroup('ouro')];
  const { id } = await makeSold(app.db, store.id, { client, items: [{ removeDays: 30, actions }] });
  await pass(id, 5);
  const [one, other] = await rows(id);
  await inOrder(app.db, holdRights, [() => arrive(one as Row), () => arrive(other as Row)]);
  expect((await rows(id)).map(({ phase, days }) => [phase, days]).slice(2)).toEqual([
    ['expiration', 30],
    ['expiration', 30],
  ]);
});

test.each([
  ['the delivery', ['sent', true], ['scheduled', 0]],
  ['the refund', ['cancelled', false], ['cancelled', 30]],
])('a refund undoes a delivery that goes out in the same moment: %s first', async (first, confirmation, expiration) => {
  client += 1;
  const { id } = await makeSold(app.db, store.id, {
    client,
    items: [{ removeDays: 30, actions: [on.money(5), on.command('tirar {{cidade}}', 'on_expiration')] }],
  });
  const money = (await rows(id))[0] as Row;
  const send = () =>
    transaction(app.db, (tx) =>
      moveDeliveries(tx, store.id, [
        { id: money.id, from: 'queued', to: 'sent', lease: { server: 'city', epoch: 1, seconds: 60 } },
      ]),
    );
  const refund = () => refundSold(app.db, store.id, id);
  const hold = (tx: Tx) => sql`select from delivery where id = ${money.id} for update`.execute(tx);
  await inOrder<unknown, unknown>(app.db, hold, first === 'the delivery' ? [send, refund] : [refund, send]);

  const [given, undone] = (await rows(id)) as [Row, Row];
  expect([given.state, given.cancel]).toEqual(confirmation);
  // Money is never taken back by a guess: only what the owner defined for the end undoes it.
  expect([undone.state, undone.days]).toEqual(expiration);
});

const callerOf = async (token: string) => {
  const caller = await findCaller(app.db, token);
  if (!caller) throw new Error('no session');
  return caller;
};

test.each(['the deletion', 'the connection'])('a deleted store has no Discord server: %s first', async (first) => {
  const gone = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
  const guild = { guild: `9${gone.id}`, name: 'Cidade RP', person: { discordId: '1', name: 'Ana' } };
  const connect = () => transaction(app.db, (tx) => connectGuild(tx, app.deps.config, gone.id, guild));
  const remove = () => transaction(app.db, async (tx) => deleteStore(tx, gone.id, await callerOf(gone.token)));
  const hold = (tx: Tx) => sql`select from store where id = ${gone.id} for no key update`.execute(tx);
  const [, late] = await inOrder<unknown, unknown>(
    app.db,
    hold,
    first === 'the deletion' ? [remove, connect] : [connect, remove],
  );
  if (first === 'the deletion') expect(late).toEqual({ kind: 'store_gone' });
  const { rows: bound } = await sql`select from discord_guild where store_id = ${gone.id}`.execute(app.db);
  expect(bound).toHaveLength(0);
});
