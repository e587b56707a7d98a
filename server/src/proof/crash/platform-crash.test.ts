import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { violations } from '../../features/payments/invariants.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { makePurchases } from './purchases.ts';

/** `kill -9` of the product at two of the steps of `platform-crash.long.test.ts`: one of the payment, one of the city. */

let world: CrashWorld;
let purchases: Awaited<ReturnType<typeof makePurchases>>;
beforeAll(async () => {
  world = await startCrashWorld();
  purchases = await makePurchases(world);
}, 180_000);
afterAll(() => world?.close());
afterEach(async () => expect(await violations(world.db)).toEqual([]));

test('without a crash: delivered once, for comparison', async () => {
  const order = await purchases.buy();
  world.provider.control.approve(order.payment);
  await world.kill();
  await purchases.arrives(order);
}, 180_000);

test('killed at the commit, before any process heard of it', async () => {
  const order = await purchases.buy();
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
  await purchases.arrives(order);
}, 60_000);

test('killed after work was leased, before the answer arrived', async () => {
  const order = await purchases.buy();
  const stopped = world.gate.stopAnswer('"commands":[{');
  world.provider.control.approve(order.payment);
  const answer = await stopped;
  await world.kill();
  answer.cut();
  await purchases.arrives(order);
}, 60_000);
