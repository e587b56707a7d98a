import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { FaultInput } from '../../../../standins/lib/faults.ts';
import { violations } from '../../features/payments/invariants.ts';
import { makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, connectSeller, randomKey, SELLER, type Shop, startShop } from '../../test/make-shop.ts';

/** The provider is slow, fails or is cut off while it charges (facts/security.md, P8): always one order, one charge. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  shop.provider.control.clearFaults();
  expect(await violations(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const faults: FaultInput[] = [
  { kind: 'delay', ms: 4500 },
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'html' },
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'malformed' },
  { kind: 'truncate' },
  { kind: 'empty' },
];

test.each(faults)(
  '$kind while the charge is made: the buyer presses again, and there is one charge',
  async (fault) => {
    const product = await makeProduct(shop.db, shop.store.id, { stock: 3 });
    const body = cart(shop.store, [{ id: product, quantity: 1 }]);
    const key = { 'idempotency-key': randomKey() };
    shop.provider.control.addFault({ ...fault, match: { method: 'POST', path: '/v1/payments' } });
    const first = await shop.post('/v1/order/create', body, key);
    expect([200, 502]).toContain(first.status);
    if (first.status === 502) expect(first.body).toMatchObject({ success: false, code: 'payment_start_failed' });

    const placed = await vi.waitFor(
      async () => {
        const again = await shop.post<OrderCreateAnswer>('/v1/order/create', body, key);
        expect(again.status).toBe(200);
        return again.body.data;
      },
      { timeout: 15_000, interval: 250 },
    );
    const { external_reference: reference } = placed;
    const row = () =>
      shop.db
        .selectFrom('product')
        .where('id', '=', product)
        .select(['stock', 'reserved', 'sold'])
        .executeTakeFirstOrThrow();
    expect(await row()).toEqual({ stock: 3, reserved: 1, sold: 0 });

    // The bank approves, and the provider sends its notice twice.
    shop.provider.control.addWebhookFault({ kind: 'duplicate', copies: 1 });
    const [payment] = shop.provider.control.payments({ externalReference: reference });
    shop.provider.control.approve(payment?.id ?? '');
    await vi.waitFor(async () => expect(await row()).toEqual({ stock: 2, reserved: 0, sold: 1 }), {
      timeout: 15_000,
      interval: 50,
    });
    await shop.provider.control.idle();
    const charges = shop.provider.control.payments({ externalReference: reference });
    expect(charges.filter(({ status }) => status === 'approved')).toHaveLength(1);
    expect(charges.filter(({ status }) => status !== 'cancelled')).toHaveLength(1);
  },
  40_000,
);

test('the provider is away: the first buyers wait for it, others are refused at once, and soon it is asked again', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const buy = () => shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 1 }]));
  const asked = () => shop.provider.control.requests().length;
  shop.provider.control.addFault({ kind: 'status', status: 503, times: 1000, match: {} });
  for (let i = 0; i < 5; i++) expect((await buy()).body).toMatchObject({ code: 'payment_start_failed' });

  const before = asked();
  const answers = await Promise.all(Array.from({ length: 8 }, buy));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(502));
  expect(asked()).toBe(before);

  shop.provider.control.clearFaults();
  await vi.waitFor(async () => expect((await buy()).status).toBe(200), { timeout: 15_000, interval: 500 });
}, 60_000);

test('attack: a store whose account always gets 500 tries again and again, and another store still sells', async () => {
  const seller = { ...SELLER, token: 'APP_USR-loja-que-falha', userId: 5002, email: 'dono@falha.example' };
  shop.provider.control.seed({ sellers: [SELLER, seller] });
  const failing = await makeStore(shop.db, shop.deps.config.secret);
  await connectSeller(shop.db, shop.deps.config.secret, failing.id, seller);
  const [bad, good] = [await makeProduct(shop.db, failing.id), await makeProduct(shop.db, shop.store.id)];
  shop.provider.control.addFault({ kind: 'status', status: 500, times: 100_000, match: { token: seller.token } });
  for (let round = 0; round < 3; round += 1) {
    const tries = Array.from({ length: 20 }, () =>
      shop.post('/v1/order/create', cart(failing, [{ id: bad, quantity: 1 }])),
    );
    const sold = await shop.post('/v1/order/create', cart(shop.store, [{ id: good, quantity: 1 }]));
    expect(sold.status).toBe(200);
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([502]));
  }
  expect((await shop.post('/v1/order/create', cart(shop.store, [{ id: good, quantity: 1 }]))).status).toBe(200);
}, 60_000);
