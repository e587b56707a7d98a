import type { Action } from '@vitrine/contract/actions';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rconOutcomes } from '../../../../../standins/rcon/outcomes.ts';
import { type RconMode, type RconStandin, startRcon } from '../../../../../standins/rcon/rcon.ts';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient } from '../../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { BUYER_DISCORD, makeSold, minecraftCommand } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { readPurchases } from '../../customers/read-purchases.ts';
import { violations } from '../../deliveries/invariants.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';
import { plainAnswer, sendByRcon } from './send-by-rcon.ts';
import { rconSweep } from './sweeps.ts';

/** Minecraft servers without the plugin: a command runs at most once, and is never called "delivered" if nobody knows. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let seat: { id: string; apiToken: string };
let game: RconStandin;
const started: RconStandin[] = [];
const heard: string[] = [];

beforeAll(async () => {
  app = await createTestApp({
    env: { VITRINE_RCON_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'debug' },
    hears: (line) => heard.push(line),
  });
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  ({ store, seat } = await makeCraft());
  game = await server();
});
afterEach(async () => {
  expect(await violations(app.db)).toEqual([]);
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

async function server(): Promise<RconStandin> {
  const made = await startRcon();
  started.push(made);
  return made;
}

async function makeCraft() {
  const made = await makeStore(app.db, app.deps.config.secret);
  const answer = await ask('/v1/servers/create', { name: 'Craft', game: 'minecraft' }, made);
  return { store: made, seat: answer.body as { id: string; apiToken: string } };
}

async function ask(path: string, body: object, who = store) {
  const answer = await app.post(path, { subdomain: who.subdomain, ...body }, { token: who.token });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return { status: answer.status, body: answer.json<any>() };
}
const connect = (more: object = {}) =>
  ask('/v1/servers/rcon', { id: seat.id, host: '127.0.0.1', port: game.port, password: game.password, ...more });
const shown = async () => {
  const answer = await app.get('/v1/store/connection', {
    token: store.token,
    headers: { 'x-store': store.subdomain },
  });
  return { text: answer.text, server: answer.json<StoreConnection>().servers.find(({ id }) => id === seat.id) };
};

const group = {
  target: 'minecraft',
  type: 'minecraft_add_group',
  executionTiming: 'on_confirmation',
  groupName: 'vip',
} as Action;
const sell = (actions: Action[], player = 'steve', to = store) =>
  makeSold(app.db, to.id, { players: [`minecraft_name:${player}`], items: [{ actions }] });
const rows = async (of = store) =>
  (
    await sql<{ state: string; code: string | null; message: string | null }>`
      select state, code, message from delivery where store_id = ${of.id} order by seq`.execute(app.db)
  ).rows;
const states = async () => (await rows()).map(({ state, code }) => `${state} ${code ?? ''}`.trim());
const send = (of = { store, seat }) =>
  sendByRcon(app.deps, { store: of.store.id, seat: of.seat.id }, new AbortController().signal);
/** Lets pauses and leases pass. */
async function later() {
  await sql`update game_rcon set next_at = now() - interval '1 second', held_until = null`.execute(app.db);
  await sql`update delivery set due_at = now() where state = 'queued'`.execute(app.db);
  await sql`update delivery set lease_until = now() - interval '5 minutes' where state = 'sent'`.execute(app.db);
  await dueSweep.run(app.deps);
}

describe('the owner', () => {
  test('sets it once a login worked, and nobody reads the password again', async () => {
    expect((await connect()).body).toEqual({ success: true });
    const { text, server: craft } = await shown();
    expect(craft).toMatchObject({
      framework: 'rcon',
      answer: 'answers',
      rcon: { host: '127.0.0.1', port: game.port, problem: null },
    });
    const kept = await sql<{ row: string }>`
      select row_to_json(t)::text as row from game_rcon t where store_id = ${store.id}
      union all select row_to_json(t)::text from audit_entry t where store_id = ${store.id}`.execute(app.db);
    for (const one of [text, ...kept.rows.map(({ row }) => row), ...heard]) expect(one).not.toContain(game.password);
    expect(kept.rows.some(({ row }) => row.includes('server.rcon'))).toBe(true);
  });

  test('is refused an address where nobody answers, a wrong password, a private address and another game', async () => {
    const refusals = [
      [{ password: 'errada' }, 'rcon_password'],
      [{ host: '10.0.0.1' }, 'rcon_address'],
      [{ host: '169.254.169.254' }, 'rcon_address'],
      [{ host: '::ffff:10.0.0.1' }, 'rcon_address'],
      [{ port: 22 }, 'validation_failed'],
      [{ host: 'localhost' }, 'validation_failed'],
      [{ id: store.id }, 'rcon_game'],
    ] as const;
    for (const [more, code] of refusals) expect((await connect(more)).body.code, code).toBe(code);
    await game.stop();
    expect((await connect()).body.code).toBe('rcon_unreachable');
    await game.start();
    expect((await shown()).server).toMatchObject({ rcon: null, answer: 'never' });
  });

  test('cannot try address after address', async () => {
    for (let turn = 0; turn < 20; turn += 1) await connect({ host: '10.0.0.1' });
    expect((await connect({ host: '10.0.0.1' })).body.code).toBe('rate_limited');
  });

  test('has a plugin or RCON, and never both', async () => {
    const both = { online: true, offline: true };
    const hello = { game: 'minecraft', framework: 'paper', capabilities: { identity: both, execute_command: both } };
    const plugin = new GameClient(app, seat.apiToken);
    expect((await plugin.hello(hello)).body.seat).toBe('seated');
    await connect();
    await sell([minecraftCommand('give {{cidade}} dirt')]);
    expect((await plugin.hello(hello)).body).toMatchObject({ code: 'game_mismatch' });
    expect((await plugin.sync()).status).not.toBe(200);
    expect((await ask('/v1/servers/rcon/remove', { id: seat.id })).status).toBe(200);
    expect((await plugin.hello(hello)).body.seat).toBe('seated');
    expect((await plugin.take()).map(({ args }) => args.command)).toEqual(['give steve dirt']);
    await send();
    expect(game.ran).toEqual([]);
  });
});

describe('a delivery', () => {
  beforeEach(async () => {
    await connect();
  });

  test('is executed once, in the order of its player, with what the server said', async () => {
    game.says = (line) => `§aGave§r 3 [Diamond]\nto ${line.split(' ')[1]}`;
    await sell([minecraftCommand('give {{cidade}} diamond 3'), minecraftCommand('say obrigado {{cidade}}')]);
    await send();
    await later();
    await send();
    const said = (text: string) => `Comando enviado por RCON, que não confirma o efeito. O servidor respondeu: ${text}`;
    expect(game.ran).toEqual(['give steve diamond 3', 'say obrigado steve']);
    expect(await rows()).toEqual([
      { state: 'succeeded', code: 'executed', message: said('Gave 3 [Diamond] to steve') },
      { state: 'succeeded', code: 'executed', message: said('Gave 3 [Diamond] to obrigado') },
    ]);
    // The buyer's list of purchases says no more than the order's page.
    const who = { discordId: BUYER_DISCORD, email: null };
    const token = await transaction(app.db, (tx) => openCustomerSession(tx, store.id, who));
    const read = await readPurchases(app.deps, store.id, `vitrine_compras=${token}`, null);
    expect(read?.orders.map(({ state }) => state)).toEqual(['received']);
  });

  test('of another kind, or for a player who must be there, fails with a clear text', async () => {
    await sell([group, minecraftCommand('give {{cidade}} dirt', { onlyOnline: true })]);
    await sql`update game_server set hello_at = now() - interval '5 minutes'`.execute(app.db);
    await send();
    expect(await states()).toEqual(['failed unsupported_action', 'failed unsupported_action']);
    expect(game.ran).toEqual([]);
  });

  test.each(Object.entries(rconOutcomes).map(([mode, { outcome, ran }]) => ({ mode: mode as RconMode, outcome, ran })))(
    'whose server does "$mode" is $outcome, however often work is looked for',
    async ({ mode, outcome, ran }) => {
      game.says = () => 'ç'.repeat(5000);
      game.next = [mode];
      game.lateMs = 200;
      await sell([minecraftCommand('give {{cidade}} diamond')]);
      for (let turn = 0; turn < 4; turn += 1) {
        await send();
        await later();
      }
      expect(await states()).toEqual([outcome === 'executed' ? 'succeeded executed' : 'uncertain uncertain']);
      expect(game.ran).toHaveLength(ran);
    },
  );

  test('that is lost makes the rest of the queue wait for a pause', async () => {
    game.next = ['close'];
    await sell([minecraftCommand('give {{cidade}} dirt')], 'alex');
    await sell([minecraftCommand('give {{cidade}} dirt')], 'steve');
    await send();
    await send();
    expect(await states()).toEqual(['uncertain uncertain', 'queued']);
    await later();
    await send();
    expect(game.ran).toEqual(['give alex dirt', 'give steve dirt']);
  });

  test('whose worker is gone becomes uncertain when its lease is over, and later work goes on', async () => {
    game.next = ['silent'];
    await sell([minecraftCommand('give {{cidade}} dirt')], 'alex');
    await sell([minecraftCommand('give {{cidade}} dirt')], 'steve');
    const gone = send();
    await expect.poll(() => game.ran.length).toBe(1);
    expect(await states()).toEqual(['sent', 'queued']);
    await later();
    expect(await states()).toEqual(['uncertain uncertain', 'queued']);
    await send();
    expect(game.ran).toEqual(['give alex dirt', 'give steve dirt']);
    await game.stop();
    await gone;
    await game.start();
    expect(await states()).toEqual(['uncertain uncertain', 'succeeded executed']);
  });

  test('waits while the server is off, with longer and longer pauses, and arrives once', async () => {
    await game.stop();
    await sell([minecraftCommand('give {{cidade}} dirt')]);
    const pause = async () =>
      (
        await sql<{ s: number }>`
          select extract(epoch from next_at - now())::float8 as s from game_rcon where store_id = ${store.id}`.execute(
          app.db,
        )
      ).rows[0]?.s ?? 0;
    await send();
    const first = await pause();
    await send();
    await sql`update game_rcon set next_at = now()`.execute(app.db);
    await send();
    expect(await pause()).toBeGreaterThan(first * 1.5);
    expect(await states()).toEqual(['queued']);
    expect((await shown()).server?.rcon?.problem).toContain('não respondeu');
    await game.start();
    await later();
    await send();
    expect(await states()).toEqual(['succeeded executed']);
    expect(game.ran).toEqual(['give steve dirt']);
    expect((await shown()).server?.rcon?.problem).toBeNull();
  });

  test('waits for the right password, and the page of servers says why', async () => {
    game.password = 'outra';
    await sell([minecraftCommand('give {{cidade}} dirt')]);
    await send();
    expect(await states()).toEqual(['queued']);
    expect((await shown()).server?.rcon?.problem).toContain('senha');
    expect((await connect()).status).toBe(200);
    await send();
    expect(game.ran).toEqual(['give steve dirt']);
  });

  test('is sent by one of several workers, over one connection, to its own store’s server', async () => {
    const mine = { store, seat };
    const others = await makeCraft();
    const other = await server();
    const answer = await ask(
      '/v1/servers/rcon',
      { id: others.seat.id, host: '127.0.0.1', port: other.port, password: other.password },
      others.store,
    );
    expect(answer.status).toBe(200);
    game.open.most = 0;
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    for (const name of names) await sell([minecraftCommand('give {{cidade}} dirt')], name);
    for (const name of names) await sell([minecraftCommand('give {{cidade}} sand')], name, others.store);
    await Promise.all([mine, others, mine, others, mine, others].map((one) => send(one)));
    for (const one of [mine, others]) await send(one);
    expect(game.ran).toEqual(names.map((name) => `give ${name} dirt`));
    expect(other.ran).toEqual(names.map((name) => `give ${name} sand`));
    expect(game.open.most).toBe(1);
  });

  test('that is out when the owner changes the address is not sent a second time', async () => {
    const moved = await server();
    game.next = ['late'];
    game.lateMs = 400;
    await sell([minecraftCommand('give {{cidade}} dirt')], 'alex');
    await sell([minecraftCommand('give {{cidade}} dirt')], 'steve');
    const first = send();
    await expect.poll(() => game.ran.length).toBe(1);
    expect((await connect({ port: moved.port, password: moved.password })).status).toBe(200);
    await Promise.all([first, send()]);
    await later();
    await send();
    expect([...game.ran, ...moved.ran].sort()).toEqual(['give alex dirt', 'give steve dirt']);
    expect(await states()).toEqual(['succeeded executed', 'succeeded executed']);
  });
});

test('a sale and the sweep both enqueue work, and each server has one job', async () => {
  await connect();
  const jobs = async () =>
    (await sql`select from pgboss.job where name = 'city.rcon' and group_id = ${store.id}`.execute(app.db)).rows.length;
  await sell([minecraftCommand('give {{cidade}} dirt')]);
  expect(await jobs()).toBe(1);
  await later();
  await rconSweep.run(app.deps);
  expect(await jobs()).toBe(1);
  await sql`delete from pgboss.job`.execute(app.db);
  await rconSweep.run(app.deps);
  await rconSweep.run(app.deps);
  expect(await jobs()).toBe(1);
});

test('an answer is one line without the colours of the game', () => {
  expect(plainAnswer('§6There are §c3§6 players\n§r\u0007online: ')).toBe('There are 3 players online:');
});
