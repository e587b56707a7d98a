import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RconStandin, startRcon } from '../../../../../standins/rcon/rcon.ts';
import { transaction } from '../../../db/transaction.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, minecraftCommand, refundSold } from '../../../test/make-deliveries.ts';
import { violations } from '../../deliveries/invariants.ts';
import { publicDeliveries } from '../../deliveries/read-deliveries.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';
import { addSeat, endSeat } from '../seats/change-seats.ts';
import { holdRcon, keepRcon, releaseRcon } from './hold-rcon.ts';
import { sendByRcon } from './send-by-rcon.ts';
import { removeRcon, setRcon } from './set-rcon.ts';

/** RCON with hostile or strange goods, servers and colleagues, and with changes while a command is out. */

let app: TestApp;
let store: MadeStore;
let seat: string;
let game: RconStandin;
const actor = () => ({ accountId: store.owner.id, name: 'Ana' });
const place = () => ({ store: store.id, seat });

beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_RCON_NETWORKS: '127.0.0.1/32' } });
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  game = await startRcon();
  store = await makeStore(app.db, app.deps.config.secret);
  seat = await transaction(app.db, (tx) => addSeat(tx, store.id, actor(), { name: 'Craft', game: 'minecraft' }));
  await connect();
});
afterEach(async () => {
  expect(await violations(app.db)).toEqual([]);
  await game.stop();
});

const connect = () =>
  transaction(app.db, (tx) =>
    setRcon(tx, app.deps.config, place(), actor(), { host: '127.0.0.1', port: game.port, password: game.password }),
  );
const sell = (player: string, ...actions: Action[]) =>
  makeSold(app.db, store.id, { players: [`minecraft_name:${player}`], items: [{ actions, removeDays: 30 }] });
const send = () => sendByRcon(app.deps, place(), new AbortController().signal);
const states = async () =>
  (
    await sql<{ state: string; code: string | null }>`
      select state, code from delivery where store_id = ${store.id} order by seq`.execute(app.db)
  ).rows.map(({ state, code }) => `${state} ${code ?? ''}`.trim());
const problem = async () =>
  (await sql<{ problem: string | null }>`select problem from game_rcon where store_id = ${store.id}`.execute(app.db))
    .rows[0]?.problem;
/** Lets pauses and leases pass. */
async function later() {
  await sql`update game_rcon set next_at = now() - interval '1 second', held_until = null`.execute(app.db);
  await sql`update delivery set due_at = now() where state = 'queued'`.execute(app.db);
  await sql`update delivery set lease_until = now() - interval '5 minutes' where state = 'sent'`.execute(app.db);
  await dueSweep.run(app.deps);
}

test('the buyer reads that the server took the command, and never what the server answered', async () => {
  game.says = () => 'Unknown command: lp segredo do dono';
  const { id } = await sell('alex', minecraftCommand('lp user {{cidade}} parent add vip'));
  await send();
  const { deliveries } = await publicDeliveries(app.db, store.id, id);
  expect(deliveries).toMatchObject([
    { text: 'Entrega automática no Minecraft · Craft', state: 'succeeded', unconfirmed: true },
  ]);
  expect(JSON.stringify(deliveries)).not.toContain('segredo');
});

test('a line that the console would read as another line is never sent', async () => {
  const hostile = [
    ['say', 'a\nop alex'],
    ['say', 'a\r\nop alex'],
    ['say', 'a b'],
    ['say', 'a\u2028b'],
    ['say', '\u202eb'],
    ['say', 'a\u200bb'],
    ['say', '§4a'],
    ['say', ''],
    ['op', 'alex'],
    ['minecraft:op', 'alex'],
    ['stop'],
    ['say', 'ç'.repeat(722)],
    [],
    ['say', 7],
  ];
  for (const [at, argv] of hostile.entries()) {
    await sell(`p${at}`, minecraftCommand('say x'));
    await sql`
      update delivery set args = args || jsonb_build_object('argv', ${JSON.stringify(argv)}::jsonb)
       where store_id = ${store.id} and player = ${`minecraft_name:p${at}`}`.execute(app.db);
  }
  // The longest line that one packet holds arrives whole.
  await sell('last', minecraftCommand('say x'));
  const longest = ['say', 'ç'.repeat(721)];
  await sql`
    update delivery set args = args || jsonb_build_object('argv', ${JSON.stringify(longest)}::jsonb)
     where store_id = ${store.id} and player = 'minecraft_name:last'`.execute(app.db);
  await send();
  expect(await states()).toEqual([...hostile.map(() => 'failed invalid_args'), 'succeeded executed']);
  expect(game.ran).toEqual([longest.join(' ')]);
  expect(Buffer.byteLength(longest.join(' '))).toBe(limits.rconLineBytes);
});

test('a server that ends the connection after each answer gets the whole queue, and counts as there', async () => {
  game.next = ['once', 'once', 'once'];
  for (const name of ['alex', 'bia', 'caio']) await sell(name, minecraftCommand('give {{cidade}} dirt'));
  await sql`delete from pgboss.job`.execute(app.db);
  for (let turn = 0; turn < 3; turn += 1) await send();
  expect(game.ran).toEqual(['give alex dirt', 'give bia dirt', 'give caio dirt']);
  expect(await states()).toEqual(['succeeded executed', 'succeeded executed', 'succeeded executed']);
  expect(await problem()).toBeNull();
  // Each turn enqueued the next one, so the queue does not wait for the sweep.
  expect((await sql`select from pgboss.job where name = 'city.rcon'`.execute(app.db)).rows.length).toBeGreaterThan(0);
});

test('a look without work and before its time makes no connection', async () => {
  await send();
  const before = game.logins.length;
  await send();
  await send();
  expect(game.logins).toHaveLength(before);
  await sell('alex', minecraftCommand('give {{cidade}} dirt'));
  await send();
  expect(game.logins).toHaveLength(before + 1);
  expect(await states()).toEqual(['succeeded executed']);
});

test('a server that is asked once a minute answers, also while somebody watches', async () => {
  await sql`
    insert into watched_store (store_id, since, until)
    values (${store.id}, now() - interval '5 minutes', now() + interval '5 minutes')`.execute(app.db);
  const answer = async (seconds: number) => {
    await sql`
      update game_server set last_seen_at = now() - make_interval(secs => ${seconds})
       where store_id = ${store.id}`.execute(app.db);
    const read = await app.get('/v1/store/connection', {
      token: store.token,
      headers: { 'x-store': store.subdomain },
    });
    return read.json<StoreConnection>().servers.find(({ id }) => id === seat)?.answer;
  };
  expect([await answer(55), await answer(80), await answer(400)]).toEqual(['answers', 'silent', 'away']);
});

test('a refund and the end of the days send their own commands, once', async () => {
  const vip = [
    minecraftCommand('lp user {{cidade}} parent add vip'),
    minecraftCommand('lp user {{cidade}} parent remove vip', { executionTiming: 'on_expiration' }),
  ];
  const { id } = await sell('alex', ...vip);
  await sell('bia', ...vip);
  await send();
  await refundSold(app.db, store.id, id);
  await sql`update delivery set due_at = now() where state = 'scheduled'`.execute(app.db);
  for (let turn = 0; turn < 3; turn += 1) {
    await later();
    await send();
  }
  const ran = (name: string) => game.ran.filter((line) => line.includes(name));
  for (const name of ['alex', 'bia'])
    expect(ran(name)).toEqual([`lp user ${name} parent add vip`, `lp user ${name} parent remove vip`]);
});

test('a refund while the answer is lost sends nothing again, and a person decides', async () => {
  game.next = ['late'];
  game.lateMs = 400;
  const { id } = await sell('alex', minecraftCommand('give {{cidade}} dirt'));
  const sent = send();
  await expect.poll(() => game.ran.length).toBe(1);
  await refundSold(app.db, store.id, id);
  await later();
  expect(await states()).toEqual(['uncertain uncertain']);
  await sent;
  // The late answer is the truth, so it counts.
  expect(await states()).toEqual(['succeeded executed']);
  await later();
  await send();
  expect(game.ran).toEqual(['give alex dirt']);
});

test('a server that never answers holds up no other server of the store, and no connection of the pool', async () => {
  const other = await startRcon();
  const second = await transaction(app.db, (tx) =>
    addSeat(tx, store.id, actor(), { name: 'Segundo', game: 'minecraft' }),
  );
  const to = { host: '127.0.0.1', port: other.port, password: other.password };
  await transaction(app.db, (tx) => setRcon(tx, app.deps.config, { store: store.id, seat: second }, actor(), to));
  game.next = ['silent'];
  await sell('alex', minecraftCommand('give {{cidade}} dirt', { server: seat }));
  await sell('bia', minecraftCommand('give {{cidade}} sand', { server: second }));
  const hangs = send();
  await expect.poll(() => game.ran.length).toBe(1);
  expect(app.pool.totalCount - app.pool.idleCount).toBe(0);
  await sendByRcon(app.deps, { store: store.id, seat: second }, new AbortController().signal);
  expect(other.ran).toEqual(['give bia sand']);
  expect(game.ran).toEqual(['give alex dirt']);
  expect(await states()).toEqual(['sent', 'succeeded executed']);
  // It cannot be removed while nobody knows what became of its delivery.
  await expect(transaction(app.db, (tx) => endSeat(tx, store.id, actor(), seat))).rejects.toThrow('server_in_use');
  await Promise.all([game.stop(), other.stop()]);
  await hangs;
  expect(await states()).toEqual(['uncertain uncertain', 'succeeded executed']);
  await game.start();
});

test('whoever removes RCON waits for the worker that takes a delivery, and not the other way round', async () => {
  const { secret } = app.deps.config;
  await later();
  await holdRcon(app.db, secret, place(), 'w');
  let removal: Promise<void> | undefined;
  let conflict = false;
  await app.db.transaction().execute(async (tx) => {
    await sql`select from game_seat where store_id = ${store.id} and id = ${seat} for no key update`.execute(tx);
    removal = app.db
      .transaction()
      .execute((other) => removeRcon(other, place(), actor()))
      .catch(() => {
        conflict = true;
      });
    const waiting = async () =>
      (await sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`.execute(app.db))
        .rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    expect(await keepRcon(tx, place(), 'w')).toBe(true);
  });
  await removal;
  expect(conflict).toBe(false);
  await releaseRcon(app.db, place(), 'w');
  expect(await problem()).toBeUndefined();
});

test('work goes to no server that was removed, taken off RCON, or whose store was deleted meanwhile', async () => {
  await sell('alex', minecraftCommand('give {{cidade}} dirt'));
  await transaction(app.db, (tx) => removeRcon(tx, place(), actor()));
  await send();
  expect(await states()).toEqual(['queued']);
  await connect();
  const gone = await app.post('/v1/store/delete', { subdomain: store.subdomain }, { token: store.token });
  expect(gone.status, gone.text).toBe(200);
  await send();
  expect(game.ran).toEqual([]);
  expect((await sql`select from game_rcon where store_id = ${store.id}`.execute(app.db)).rows).toEqual([]);
});

test('only members who may connect servers set RCON or read its address, and no other store’s server is reached', async () => {
  const rights = { manager: false, attendant: false, admin: true } as const;
  for (const [role, may] of Object.entries(rights) as [keyof typeof rights, boolean][]) {
    const { token } = await makeMember(app.db, store.id, role);
    const read = await app.get('/v1/store/connection', { token, headers: { 'x-store': store.subdomain } });
    const craft = read.json<StoreConnection>().servers.find(({ id }) => id === seat);
    expect(craft?.rcon, role).toEqual({
      host: may ? '127.0.0.1' : null,
      port: may ? game.port : null,
      problem: null,
    });
    const to = { id: seat, host: '127.0.0.1', port: game.port, password: 'errada' };
    const set = await app.post('/v1/servers/rcon', { subdomain: store.subdomain, ...to }, { token });
    expect(set.json<{ code: string }>().code, role).toBe(may ? 'rcon_password' : 'forbidden');
    const removed = await app.post('/v1/servers/rcon/remove', { subdomain: store.subdomain, id: seat }, { token });
    expect(removed.status, role).toBe(may ? 200 : 403);
  }
  const stranger = await makeStore(app.db, app.deps.config.secret);
  const to = { id: seat, host: '127.0.0.1', port: game.port, password: game.password };
  const foreign = await app.post(
    '/v1/servers/rcon',
    { subdomain: stranger.subdomain, ...to },
    { token: stranger.token },
  );
  expect(foreign.json<{ code: string }>().code).toBe('server_not_found');
  await connect();
  const before = game.logins.length;
  await sendByRcon(app.deps, { store: stranger.id, seat }, new AbortController().signal);
  expect(game.logins).toHaveLength(before);
});

test('whoever owns several stores tries as many addresses as whoever owns one', async () => {
  const tries = async (of: MadeStore, token: string, server: string) => {
    const to = { id: server, host: '10.0.0.1', port: 25565, password: 'x' };
    return (await app.post('/v1/servers/rcon', { subdomain: of.subdomain, ...to }, { token })).json<{ code: string }>()
      .code;
  };
  for (let turn = 0; turn < limits.rconTriesPerHour; turn += 1)
    expect(await tries(store, store.token, seat)).toBe('rcon_address');
  const second = await makeStore(app.db, app.deps.config.secret, { owner: store.owner });
  const there = await transaction(app.db, (tx) =>
    addSeat(tx, second.id, actor(), { name: 'Craft', game: 'minecraft' }),
  );
  expect(await tries(second, second.token, there)).toBe('rate_limited');
});
