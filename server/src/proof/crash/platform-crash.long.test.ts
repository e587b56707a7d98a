import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { violations } from '../../features/payments/invariants.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { cart, randomKey } from '../../test/make-shop.ts';
import { BUYER, GUILD, makePurchases, RESUMED_MS } from './purchases.ts';

/**
 * `kill -9` of the product at every step from the approved payment to the settled delivery (DESIGN.md's table, steps
 * 3 to 9); `platform-crash.test.ts` has two of them. After the next start, everything that the buyer paid for happens
 * exactly once, by itself, within 10 s (P5, P6).
 */

let world: CrashWorld;
let purchases: Awaited<ReturnType<typeof makePurchases>>;
beforeAll(async () => {
  world = await startCrashWorld();
  purchases = await makePurchases(world);
}, 180_000);
afterAll(() => world?.close());
afterEach(async () => expect(await violations(world.db)).toEqual([]));

describe('the payment', () => {
  test('killed while the provider makes the charge: the same key resumes, one order, one charge', async () => {
    const bankBefore = purchases.prepare();
    const body = cart(world.store, [{ id: purchases.product, quantity: 1 }], BUYER);
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
    await purchases.arrives({ reference, id, payment: payments[0]?.id ?? '', bankBefore });
  }, 60_000);

  test('killed before the notice is stored: the provider repeats it, or we ask', async () => {
    const order = await purchases.buy();
    const release = await world.holdLocks('lock table payment_notice in exclusive mode');
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await purchases.arrives(order);
  }, 60_000);

  test('killed after the notice is stored, while the provider is asked', async () => {
    const order = await purchases.buy();
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
    await purchases.arrives(order);
  }, 60_000);

  test('killed inside the transaction that completes the order', async () => {
    const order = await purchases.buy();
    const release = await world.holdLocks('select from "order" where id = $1 for update', [order.id]);
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await purchases.arrives(order);
  }, 60_000);
});

describe('the game server', () => {
  test('killed inside the transaction that leases work', async () => {
    const order = await purchases.buy();
    const release = await world.holdLocks('select from game_seat where store_id = $1 for update', [world.store.id]);
    world.provider.control.approve(order.payment);
    await world.blocked();
    await world.kill();
    await release();
    await purchases.arrives(order);
  }, 60_000);

  test('killed while the city works', async () => {
    const order = await purchases.buy();
    const stopped = world.gate.stopRequest('"succeeded"');
    world.provider.control.approve(order.payment);
    const result = await stopped;
    await world.kill();
    result.cut();
    await purchases.arrives(order);
  }, 60_000);

  test('killed inside the transaction that stores the results', async () => {
    const order = await purchases.buy();
    const stopped = world.gate.stopRequest('"succeeded"');
    world.provider.control.approve(order.payment);
    const result = await stopped;
    const release = await world.holdLocks('select from delivery where order_id = $1 for update', [order.id]);
    result.pass();
    await world.blocked();
    await world.kill();
    await release();
    await purchases.arrives(order);
  }, 60_000);

  test('killed after the results were stored, before the city knows it', async () => {
    const order = await purchases.buy();
    const stopped = world.gate.stopAnswer('"settled":["');
    world.provider.control.approve(order.payment);
    const answer = await stopped;
    await world.kill();
    answer.cut();
    await purchases.arrives(order);
  }, 60_000);
});

describe('Discord', () => {
  const rolePath = `/api/v10/guilds/${GUILD}/members/${BUYER.discordId}/roles`;
  const puts = () => world.discord.control.requests({ method: 'PUT', path: rolePath }).length;

  test('killed before Discord has changed anything', async () => {
    const order = await purchases.buy();
    const before = puts();
    world.discord.control.faults.add({ kind: 'reset-before', match: { method: 'PUT', path: rolePath } });
    world.provider.control.approve(order.payment);
    await vi.waitFor(() => expect(puts()).toBe(before + 1), { timeout: 30_000, interval: 1 });
    await world.kill();
    await purchases.arrives(order);
  }, 60_000);

  test('killed after Discord has changed it, before it is stored', async () => {
    const order = await purchases.buy();
    const before = puts();
    world.discord.control.faults.add({ kind: 'delay', ms: 400, match: { method: 'PUT', path: rolePath } });
    world.provider.control.approve(order.payment);
    await vi.waitFor(() => expect(puts()).toBe(before + 1), { timeout: 30_000, interval: 1 });
    const release = await world.holdLocks('select from delivery where order_id = $1 for update', [order.id]);
    await vi.waitFor(() => expect(purchases.roles()).toEqual([DEMO.vip]), { timeout: 30_000, interval: 10 });
    await world.blocked();
    await world.kill();
    await release();
    await purchases.arrives(order);
  }, 60_000);
});
