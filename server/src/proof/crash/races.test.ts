import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { violations } from '../../features/payments/invariants.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { type Answer, cart, type Shop, shopping, startShop } from '../../test/make-shop.ts';

/** Many buyers at once over real HTTP (facts/security.md, P1, P3, P4). After each race every rule about money holds. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ VITRINE_TRUST_PROXY: '1' });
});
afterEach(async () => expect(await violations(shop.db)).toEqual([]));
afterAll(() => shop.close());

type Placed = Answer<OrderCreateAnswer & { code?: string }>;

/** Each buyer has a new address, because the limits per address are not tested here. */
let buyers = 0;
function address(): Record<string, string> {
  buyers += 1;
  return { 'x-forwarded-for': `10.0.${buyers >> 8}.${buyers & 255}` };
}
async function buy(product: string, change: object = {}, headers: Record<string, string> = {}): Promise<Placed> {
  const body = cart(shop.store, [{ id: product, quantity: 1 }], change);
  return await shop.post('/v1/order/create', body, { ...address(), ...headers });
}

/** Number of answers by kind: `placed`, or the refusal's code. */
function outcomes(answers: Placed[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = status === 200 ? 'placed' : `${status} ${body.code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const stockOf = (product: string) =>
  shop.db
    .selectFrom('product')
    .where('id', '=', product)
    .select(['stock', 'reserved', 'sold'])
    .executeTakeFirstOrThrow();

const ordersOf = async (product: string) =>
  Number(
    (
      await shop.db
        .selectFrom('order_item')
        .where('product_id', '=', product)
        .select((of) => of.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('50 buyers race for the last unit, 20 times: one gets it each time, and nothing is half done', async () => {
  for (let round = 0; round < 20; round += 1) {
    const product = await makeProduct(shop.db, shop.store.id, { stock: 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(product)));
    expect(outcomes(answers), `round ${round + 1}`).toEqual({ placed: 1, '409 out_of_stock': 49 });
    expect(await stockOf(product)).toEqual({ stock: 1, reserved: 1, sold: 0 });
    expect(await ordersOf(product)).toBe(1);
  }
}, 60_000);

test('500 buyers race for 50 units: exactly 50 get one, everybody is answered, and nobody sees a fault', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 50 });
  const waits: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const start = performance.now();
      const answer = await buy(product);
      waits.push(performance.now() - start);
      return answer;
    }),
  );
  console.info(`500 buyers of 50: slowest answer ${Math.round(Math.max(...waits))} ms`);
  expect(outcomes(answers)).toEqual({ placed: 50, '409 out_of_stock': 450 });
  expect(await stockOf(product)).toEqual({ stock: 50, reserved: 50, sold: 0 });
  expect(await ordersOf(product)).toBe(50);
}, 60_000);

test('a coupon for 10 uses is used 10 times by 100 buyers at once', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const coupon = await makeDiscount(shop.db, shop.store.id, { code: 'SODEZ', maxUses: 10 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => buy(product, { coupon: 'SODEZ' })));
  expect(outcomes(answers)).toEqual({ placed: 10, '422 coupon_exhausted': 90 });
  const { uses } = await shop.db
    .selectFrom('discount')
    .where('id', '=', coupon)
    .select('uses')
    .executeTakeFirstOrThrow();
  expect(uses).toBe(10);
  expect(await ordersOf(product)).toBe(10);
});

test('40 orders of one player at once with a limit of 2 give 2 units', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 2 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => buy(product, { clientId: 77_001 })));
  expect(outcomes(answers)).toEqual({ placed: 40 });
  // An unpaid order with a typed id does not count. Of forty payments at once two stand, and the others are refunded.
  const ends = await shopping(() => shop).payAll(product);
  expect(ends.filter(({ status }) => status === 'completed')).toHaveLength(2);
  expect(ends.filter(({ status, note }) => status === 'cancelled' && note === 'limit_refund')).toHaveLength(38);
  await vi.waitFor(
    () => {
      const left = answers.flatMap(({ body }) =>
        shop.provider.control.payments({ externalReference: body.data.external_reference }),
      );
      expect(left.filter(({ status }) => status === 'approved')).toHaveLength(2);
      expect(left.filter(({ status }) => status === 'refunded')).toHaveLength(38);
    },
    { timeout: 40_000, interval: 200 },
  );
}, 90_000);

async function pay(product: string): Promise<{ reference: string; paymentId: string; orderId: string }> {
  const { status, body } = await buy(product);
  expect(status).toBe(200);
  const { external_reference: reference } = body.data;
  const [payment] = shop.provider.control.payments({ externalReference: reference });
  const { id: orderId } = await shop.db
    .selectFrom('order')
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirstOrThrow();
  return { reference, paymentId: payment?.id ?? '', orderId };
}

const orderOf = (id: string) =>
  shop.db.selectFrom('order').where('id', '=', id).select(['status', 'note', 'reserved']).executeTakeFirstOrThrow();

const movesOf = async (id: string) =>
  (await shop.db.selectFrom('order_history').where('order_id', '=', id).orderBy('at').select('status').execute()).map(
    (row) => row.status,
  );

test('approval against expiry: completed, or cancelled with a refund; never both, never neither', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 40 });
  const orders: Awaited<ReturnType<typeof pay>>[] = [];
  for (let n = 0; n < 12; n += 1) orders.push(await pay(product));
  await Promise.all(
    orders.map(async ({ orderId, paymentId }, n) => {
      const expire = sql`update "order" set expires_at = now() where id = ${orderId}`.execute(shop.db);
      // Half are approved at their deadline, the others while the sweep works on them.
      if (n % 2 === 1) {
        await expire;
        await vi.waitFor(
          async () => {
            const { rows } = await sql<{ at: Date | null; status: string }>`
              select expiring_at as at, status from "order" where id = ${orderId}`.execute(shop.db);
            expect(rows[0]?.at !== null || rows[0]?.status !== 'pending').toBe(true);
          },
          { timeout: 10_000, interval: 5 },
        );
      }
      try {
        shop.provider.control.approve(paymentId);
      } catch {
        // The provider's offer was withdrawn first, so nobody can pay.
      }
      await expire;
    }),
  );
  await vi.waitFor(
    async () => {
      for (const { orderId, paymentId } of orders) {
        const order = await orderOf(orderId);
        const paid = shop.provider.control.payment(paymentId);
        expect(order.status).toBe(paid.status === 'approved' ? 'completed' : 'cancelled');
      }
    },
    { timeout: 20_000, interval: 100 },
  );
  const sold = shop.provider.control
    .payments()
    .filter(({ id, status }) => status === 'approved' && orders.some(({ paymentId }) => paymentId === id)).length;
  expect(await stockOf(product)).toEqual({ stock: 40 - sold, reserved: 0, sold });
  for (const { orderId } of orders) {
    const moves = await movesOf(orderId);
    expect(new Set(moves).size, moves.join()).toBe(moves.length);
  }
}, 40_000);
