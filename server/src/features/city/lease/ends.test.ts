import type { GameCommand } from '@vitrine/contract/game';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { waitingForLock } from '../../../test/waiting-for-lock.ts';
import { violations } from '../../deliveries/invariants.ts';
import { deliveriesOfOrders } from '../../deliveries/read-deliveries.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';

/** The end of a lease: the script begins nothing after it, and nobody else gets the delivery before it. */

answerPollsAtOnce();

const ordered = { capabilities: { ...everything, in_order: { online: true, offline: true } } };

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(async () => {
  expect(await violations(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  game.online = ['17'];
});

const sell = selling(() => ({ app, store }));
const sweep = () => dueSweep.run(app.deps);

interface Row {
  state: string;
  code: string | null;
  attempts: number;
  /** Seconds from now until the lease ends. */
  left: number | null;
}
const rows = async () =>
  (
    await sql<Row>`
      select state, code, attempts, round(extract(epoch from lease_until - now()))::int as left
        from delivery where store_id = ${store.id} order by seq`.execute(app.db)
  ).rows;
/** Lets seconds pass: every lease is so much older, and its end so much nearer. */
const pass = (seconds: number) =>
  sql`update delivery set lease_until = lease_until - make_interval(secs => ${seconds}),
             sent_at = sent_at - make_interval(secs => ${seconds}), updated_at = updated_at - make_interval(secs => ${seconds})
       where store_id = ${store.id}`.execute(app.db);

/** Renews these deliveries. Answers the seconds until the end of each lease, as the script is told. */
async function renew(...ids: string[]): Promise<Record<string, number>> {
  const { body } = await game.sync({ in_progress: ids, want: 0 });
  return Object.fromEntries(Object.entries(body.leases_until ?? {}).map(([id, until]) => [id, until - body.now]));
}

test('a lease is renewed for two minutes at a time, and for fifteen in all', async () => {
  await game.hello();
  await sell([on.money(5)]);
  const { body } = await game.sync();
  const [command] = body.commands as [GameCommand];
  expect(command.expires_at - body.now).toBeCloseTo(120, -1);
  expect(body.leases_until).toBeUndefined();
  const told: (number | undefined)[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    await pass(100);
    told.push((await renew(command.id))[command.id]);
  }
  expect(told.slice(0, 7)).toEqual(told.slice(0, 7).map(() => expect.closeTo(120, -1)));
  expect(told.slice(7)).toEqual([expect.closeTo(100, -1), expect.closeTo(0, -1)]);
  // Both sides know the end. A delivery that began in time may still run, so nothing moves before the margin is over.
  await pass(28);
  await sweep();
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  await pass(4);
  await sweep();
  expect(await rows()).toMatchObject([{ state: 'queued', code: 'lease_over' }]);
  expect(await game.take()).toMatchObject([{ id: command.id, attempt: 2 }]);
  expect((await renew(command.id))[command.id]).toBeCloseTo(120, -1);
});

test('a delivery that a script names and does not have gets no lease', async () => {
  await game.hello();
  await sell([on.money(5)]);
  const [command] = await game.take();
  await game.report(result(command as never));
  expect(await renew(command?.id as string, 'nobody')).toEqual({});
  const other = await makeCity(app);
  await other.game.hello();
  await sell([on.money(6)]);
  const [mine] = await game.take();
  const { body } = await other.game.sync({ in_progress: [mine?.id], want: 0 });
  expect(body.leases_until).toEqual({});
});

test('the script never believes in a later end than the server does, whatever answers are lost', async () => {
  await game.hello(ordered);
  await sell([on.money(1), on.money(2), on.money(3)]);
  const { body } = await game.sync();
  const believed = new Map(body.commands.map(({ id, expires_at }) => [id, expires_at - body.now]));
  for (let turn = 0; turn < 24; turn += 1) {
    const seconds = [3, 50, 90][turn % 3] as number;
    await pass(seconds);
    for (const [id, left] of believed) believed.set(id, left - seconds);
    const told = await renew(...believed.keys());
    // Every second answer is lost on its way.
    if (turn % 2 === 0) for (const [id, left] of Object.entries(told)) believed.set(id, left);
    for (const [at, { left }] of (await rows()).entries()) {
      expect([...believed.values()][at]).toBeLessThanOrEqual((left as number) + 1);
    }
  }
  await sweep();
  expect((await rows()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
});

test('two scripts: the second gets a repeatable delivery only after the end of the lease, and both may report it', async () => {
  await game.hello();
  await sell([on.group('prata')]);
  await makeCity(app);
  const [command] = await game.take();
  const other = new GameClient(app, store.apiToken);
  other.online = ['17'];
  await other.hello();
  await sql`update game_claim set state = 'approved' where store_id = ${store.id}`.execute(app.db);
  await other.hello();
  // The first script sleeps and may begin for two minutes more. So the second gets nothing, and cannot renew the first one's lease.
  expect(await other.take()).toEqual([]);
  expect((await other.sync({ in_progress: [command?.id], want: 0 })).body.leases_until).toEqual({});
  await pass(119);
  await sweep();
  expect(await other.take()).toEqual([]);
  await pass(32);
  await sweep();
  expect(await other.take()).toMatchObject([{ id: command?.id, attempt: 2 }]);
  await game.report(result(command as never));
  await other.report(result({ id: command?.id as string, attempt: 2 }, 'succeeded', 'already_owned'));
  expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
});

test('two scripts: the report of the first one counts although the second one has replaced it', async () => {
  await game.hello();
  await sell([on.group('prata'), on.money(5)]);
  const [command] = await game.take();
  const other = new GameClient(app, store.apiToken);
  await other.hello();
  await sql`update game_claim set state = 'approved' where store_id = ${store.id}`.execute(app.db);
  await other.hello();
  await game.hello();
  expect(await game.report(result(command as never))).toEqual([command?.id]);
  expect(await other.take()).toMatchObject([{ action: 'add_money' }]);
  expect(await rows()).toMatchObject([{ state: 'succeeded' }, { state: 'sent' }]);
});

test('a renewal that waits for the row wins, because the sweep skips that row; a renewal after the sweep gets nothing', async () => {
  await game.hello();
  await sell([on.group('vip')]);
  const [command] = await game.take();
  await pass(151);
  const renewed = await transaction(app.db, async (tx) => {
    await sql`select from delivery where store_id = ${store.id} for update`.execute(tx);
    const asked = renew(command?.id as string);
    await waitingForLock(app.db, 1);
    await sweep();
    return { asked };
  });
  expect(Object.keys(await renewed.asked)).toEqual([command?.id]);
  expect(await rows()).toMatchObject([{ state: 'sent', left: expect.closeTo(120, -1) }]);
  await pass(151);
  await sweep();
  expect(await renew(command?.id as string)).toEqual({});
  // The delivery comes again as its next attempt, and the script does it once.
  const [again] = await game.take();
  expect(again).toMatchObject({ id: command?.id, attempt: 2 });
  await game.report(result(again as never));
  expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
});

test('a crash of the server before it has written the renewal leaves the end that the script knows', async () => {
  await game.hello();
  await sell([on.money(5)]);
  const [command] = await game.take();
  await pass(60);
  await sql`create or replace function fall_over() returns trigger language plpgsql as
    $$ begin raise exception 'the process dies here'; end $$`.execute(app.db);
  await sql`create trigger dies before update of lease_until on delivery for each row execute function fall_over()`.execute(
    app.db,
  );
  expect((await game.sync({ in_progress: [command?.id], want: 0 })).status).toBe(500);
  await sql`drop trigger dies on delivery`.execute(app.db);
  const [row] = await rows();
  expect(row?.left).toBeCloseTo(60, -1);
  expect((await renew(command?.id as string))[command?.id as string]).toBeCloseTo(120, -1);
});

test('a delivery that is given back before it began does not count as tried', async () => {
  await game.hello(ordered);
  const { id } = await sell([on.money(5)]);
  for (let turn = 0; turn < 12; turn += 1) {
    const [command] = await game.take();
    expect(command?.attempt).toBe(turn + 1);
    await game.report(result(command as never, 'deferred', 'held_back'));
  }
  const [command] = await game.take();
  await game.report(result(command as never, 'failed', 'adapter_error'));
  const { rows: due } = await sql`
    select state, round(extract(epoch from due_at - now()))::int as pause from delivery where order_id = ${id}`.execute(
    app.db,
  );
  expect(due).toEqual([{ state: 'queued', pause: 60 }]);
  const [delivery] = await deliveriesOfOrders(app.db, store.id, [id]).then((all) => [...all.values()].flat());
  expect(delivery?.attempts).toBe(1);
});

test('a sync whose transaction runs again takes its nonce for all processes', async () => {
  await game.hello();
  await sell([on.money(5)]);
  await sql`create sequence if not exists conflicts`.execute(app.db);
  await sql`create or replace function conflict_once() returns trigger language plpgsql as
    $$ begin if nextval('conflicts') = 1 then raise exception 'again' using errcode = '40001'; end if; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger conflicts before update on delivery for each row execute function conflict_once()`.execute(
    app.db,
  );
  const nonce = `${'c'.repeat(32)}${'1'.padStart(16, '0')}`;
  const { body } = await game.sync({}, { nonce });
  await sql`drop trigger conflicts on delivery`.execute(app.db);
  expect(body.commands).toHaveLength(1);
  const { rows: tries } = await sql`select last_value::int as n from conflicts`.execute(app.db);
  expect(tries).toEqual([{ n: 2 }]);
  const { rows: taken } = await sql`select from game_nonce where store_id = ${store.id} and nonce = ${nonce}`.execute(
    app.db,
  );
  expect(taken).toHaveLength(1);
});
