import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { violations } from '../../features/payments/invariants.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { on } from '../../test/make-deliveries.ts';
import { cart, randomKey } from '../../test/make-shop.ts';

/**
 * `kill -9` of the product at every step from the approved payment to the settled delivery (DESIGN.md's table, steps
 * 3 to 9). After the next start, everything that the buyer paid for happens exactly once, by itself, within 10 s (P5,
 * P6).
 */
const RESUMED_MS = 10_000;
/** A city without work asks at most every 12 s, and waits up to 10 s after failures. In ms. */
const DELIVERED_MS = 25_000;
const MONEY = 1000;
const GUILD = DEMO.cidadeAlta;
const BUYER = { clientId: 3, discordId: DEMO.bruno };

let world: CrashWorld;
let product: string;
beforeAll(async () => {
  world = await startCrashWorld();
  product = await world.product([on.money(MONEY), on.command('say pedido {{pedido}}'), on.role(DEMO.vip)]);
}, 180_000);
afterAll(() => world?.close());
afterEach(async () => expect(await violations(world.db)).toEqual([]));

const bank = () =>
  Number(world.city.tables.rows('SELECT bank FROM summerz_characters WHERE id = ?', BUYER.clientId)[0]?.bank);
const roles = () => world.discord.control.rolesOf(GUILD, BUYER.discordId) ?? [];
const announced = (number: number) =>
  world.city.consoleLines.filter((line) => line === `console: pedido ${number}`).length;

interface Bought {
  reference: string;
  id: string;
  payment: string;
  bankBefore: number;
}

/** An order that waits for its payment. The buyer has no role yet. */
async function buy(): Promise<Bought> {
  const bankBefore = bank();
  world.discord.control.leave(GUILD, BUYER.discordId);
  world.discord.control.join(GUILD, BUYER.discordId);
  return { ...(await world.order(product, BUYER)), bankBefore };
}

/** Starts the product again and waits until everything has happened, once. */
async function arrives(order: Bought): Promise<void> {
  await world.start();
  const started = performance.now();
  await vi.waitFor(async () => expect((await world.see(order.reference)).status).toBe('completed'), {
    timeout: RESUMED_MS,
    interval: 25,
  });
  const completed = performance.now();
  await vi.waitFor(
    async () => {
      expect(await world.deliveries(order.id)).toEqual([
        { type: 'add_money', state: 'succeeded', code: 'ok' },
        { type: 'execute_command', state: 'succeeded', code: 'executed' },
        { type: 'add_role', state: 'succeeded', code: 'ok' },
      ]);
    },
    { timeout: DELIVERED_MS, interval: 25 },
  );
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.info(
    `after the start: completed in ${seconds(started, completed)} s, delivered in ${seconds(started, performance.now())} s`,
  );
  const { number } = await world.see(order.reference);
  expect(bank()).toBe(order.bankBefore + MONEY);
  expect(announced(number)).toBe(1);
  expect(roles()).toEqual([DEMO.vip]);
  const moves = await world.db
    .selectFrom('order_history')
    .where('order_id', '=', order.id)
    .orderBy('at')
    .select('status')
    .execute();
  expect(moves.map(({ status }) => status)).toEqual(['pending', 'completed']);
  expect(world.provider.control.payments({ externalReference: order.reference })).toHaveLength(1);
}

test('without a crash: delivered once, for comparison', async () => {
  const order = await buy();
  world.provider.control.approve(order.payment);
  await world.kill();
  await arrives(order);
}, 180_000);

describe('the payment', () => {
  test('killed while the provider makes the charge: the same key resumes, one order, one charge', async () => {
    const bankBefore = bank();
    world.discord.control.leave(GUILD, BUYER.discordId);
    world.discord.control.join(GUILD, BUYER.discordId);
    const body = cart(world.store, [{ id: product, quantity: 1 }], BUYER);
    const key = { 'idempotency-key': randomKey() };
    world.provider.control.addFault({ kind: 'delay', ms: 700, match: { method: 'POST', path: '/v1/payments' } });
    const before = world.provider.control.requests({ method: 'POST', path: '/v1/payments' }).length;
    const cut = expect(world.post('/v1/order/create', body, key)).rejects.toThrow();
    await vi.waitFor(() =>
      expect(world.provider.control.requests({ method: 'POST', path: '/v1/payments' }).length).toBe(before + 1),
    );
    await world.kill();
    await cut;
    await world.start();
    const resumed = await vi.waitFor(
      async () => {
        const answer = await world.post('/v1/order/create', body, key);
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: RESUMED_MS, interval: 200 },
    );
    const { external_reference: reference } = (resumed.body as { data: { external_reference: string } }).data;
    const payments = world.provider.control.payments({ externalReference: reference });
    expect(payments).toHaveLength(1);
    const { id } = await world.db
      .selectFrom('order')
      .where('reference', '=', reference)
      .select('id')
      .executeTakeFirstOrThrow();
    world.provider.control.approve(payments[0]?.id ?? '');
    await world.kill();
    await arrives({ reference, id, payment: payments[0]?.id ?? '', bankBefore });
  }, 60_000);

  test('killed before the notice is stored: the provider repeats it, or we ask', async () => {
    const order = await buy();
    const release = await world.holdLocks('lock table payment_notice in exclusive mode');
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await arrives(order);
  }, 60_000);

  test('killed after the notice is stored, while the provider is asked', async () => {
    const order = await buy();
    world.provider.control.addFault({
      kind: 'hang',
      match: { method: 'GET', path: `/v1/payments/${order.payment}` },
    });
    world.provider.control.approve(order.payment);
    await vi.waitFor(() => {
      const asked = world.provider.control.requests({ method: 'GET', path: `/v1/payments/${order.payment}` });
      expect(asked.length).toBeGreaterThan(0);
    });
    await world.kill();
    world.provider.control.clearFaults();
    await arrives(order);
  }, 60_000);

  test('killed inside the transaction that completes the order', async () => {
    const order = await buy();
    const release = await world.holdLocks('select from "order" where id = $1 for update', [order.id]);
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await arrives(order);
  }, 60_000);

  test('killed at the commit, before any process heard of it', async () => {
    const order = await buy();
    world.provider.control.approve(order.payment);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ status: string }>`select status from "order" where id = ${order.id}`.execute(
          world.db,
        );
        expect(rows[0]?.status).toBe('completed');
      },
      { timeout: 30_000, interval: 1 },
    );
    await world.kill();
    await arrives(order);
  }, 60_000);
});

describe('the game server', () => {
  test('killed inside the transaction that leases work', async () => {
    const order = await buy();
    const release = await world.holdLocks('select from game_seat where store_id = $1 for update', [world.store.id]);
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await arrives(order);
  }, 60_000);

  test('killed after work was leased, before the answer arrived', async () => {
    const order = await buy();
    const stopped = world.gate.stopAnswer('"commands":[{');
    world.provider.control.approve(order.payment);
    const answer = await stopped;
    await world.kill();
    answer.cut();
    await arrives(order);
  }, 60_000);

  test('killed while the city works', async () => {
    const order = await buy();
    const stopped = world.gate.stopRequest('"succeeded"');
    world.provider.control.approve(order.payment);
    const result = await stopped;
    await world.kill();
    result.cut();
    await arrives(order);
  }, 60_000);

  test('killed inside the transaction that stores the results', async () => {
    const order = await buy();
    const stopped = world.gate.stopRequest('"succeeded"');
    world.provider.control.approve(order.payment);
    const result = await stopped;
    const release = await world.holdLocks('select from delivery where order_id = $1 for update', [order.id]);
    result.pass();
    await world.blocked();
    await world.kill();
    await release();
    await arrives(order);
  }, 60_000);

  test('killed after the results were stored, before the city knows it', async () => {
    const order = await buy();
    const stopped = world.gate.stopAnswer('"settled":["');
    world.provider.control.approve(order.payment);
    const answer = await stopped;
    await world.kill();
    answer.cut();
    await arrives(order);
  }, 60_000);
});

describe('Discord', () => {
  const rolePath = `/api/v10/guilds/${GUILD}/members/${BUYER.discordId}/roles`;
  const puts = () => world.discord.control.requests({ method: 'PUT', path: rolePath }).length;

  test('killed before Discord has changed anything', async () => {
    const order = await buy();
    const before = puts();
    world.discord.control.faults.add({ kind: 'reset-before', match: { method: 'PUT', path: rolePath } });
    world.provider.control.approve(order.payment);
    await vi.waitFor(() => expect(puts()).toBe(before + 1), { timeout: 30_000, interval: 1 });
    await world.kill();
    await arrives(order);
  }, 60_000);

  test('killed after Discord has changed it, before it is stored', async () => {
    const order = await buy();
    const before = puts();
    world.discord.control.faults.add({ kind: 'delay', ms: 400, match: { method: 'PUT', path: rolePath } });
    world.provider.control.approve(order.payment);
    await vi.waitFor(() => expect(puts()).toBe(before + 1), { timeout: 30_000, interval: 1 });
    const release = await world.holdLocks('select from delivery where order_id = $1 for update', [order.id]);
    await vi.waitFor(() => expect(roles()).toEqual([DEMO.vip]), { timeout: 30_000, interval: 10 });
    await world.blocked();
    await world.kill();
    await release();
    await arrives(order);
  }, 60_000);
});
