import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { violations } from '../features/payments/invariants.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { hearStatements } from '../test/hear-statements.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeDiscount, makeProduct } from '../test/make-catalog.ts';
import { cart, connectSeller, newAddress, SELLER } from '../test/make-shop.ts';

/** What an order asks the database, and what becomes of it when the last answer cannot be kept (docs/decisions/0142). */

let provider: MercadoPagoStandin;
let app: TestApp;
let store: MadeStore;
let statementsOf: ReturnType<typeof hearStatements>;
beforeAll(async () => {
  provider = await startMercadoPago({ sellers: [SELLER] });
  app = await createTestApp({ env: { MERCADOPAGO_API_URL: provider.url, VITRINE_TRUST_PROXY: '1' } });
  statementsOf = hearStatements(app.pool);
  store = await makeStore(app.db, app.deps.config.secret);
  await connectSeller(app.db, app.deps.config.secret, store.id);
});
afterAll(async () => {
  expect(await violations(app.db)).toEqual([]);
  await app.close();
  await provider.close();
});

let presses = 0;
const newKey = () => (presses++).toString(16).padStart(32, '0');
const press = (body: object, key = newKey()) =>
  app.post('/v1/order/create', body, { headers: { 'idempotency-key': key, 'x-forwarded-for': newAddress() } });

/** With so many orders, at least one takes a number that is already reserved. In a busy store 31 of 32 orders do. */
const ORDERS = 4;

async function fewest(change: object): Promise<number> {
  const product = await makeProduct(app.db, store.id);
  const counts: number[] = [];
  for (let n = 0; n < ORDERS; n += 1) {
    const body = cart(store, [{ id: product, quantity: 2 }], change);
    const asked = await statementsOf(async () => expect((await press(body)).status).toBe(200));
    counts.push(asked.length);
  }
  return Math.min(...counts);
}

test('an order by Pix or card asks the database six times', async () => {
  expect(await fewest({})).toBe(6);
  expect(await fewest({ paymentMethod: 'credit_card' })).toBe(6);
});

test('a coupon asks three times more', async () => {
  await makeDiscount(app.db, store.id, { code: 'DEZ' });
  expect(await fewest({ coupon: 'DEZ' })).toBe(9);
});

test.each([
  ['the database refuses it', `raise exception 'refused'`],
  ['the connection breaks', 'perform pg_terminate_backend(pg_backend_pid())'],
])('a charge that could not be kept because %s is found again by the same press', async (_why, fault) => {
  const product = await makeProduct(app.db, store.id, { stock: 5 });
  const body = cart(store, [{ id: product, quantity: 1 }]);
  const key = newKey();
  await sql
    .raw(
      `create function not_kept() returns trigger language plpgsql as $$ begin ${fault}; return new; end $$;
       create trigger not_kept before update on payment for each row when (new.pix_code is not null) execute function not_kept()`,
    )
    .execute(app.db);
  const refused = await press(body, key);
  await sql.raw('drop trigger not_kept on payment; drop function not_kept()').execute(app.db);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  const made = provider.control.payments({}).length;

  const again = await press(body, key);
  expect(again.status).toBe(200);
  const { data } = again.json<OrderCreateAnswer>();
  expect(provider.control.payments({ externalReference: data.external_reference })).toHaveLength(1);
  expect(provider.control.payments({})).toHaveLength(made);
  expect((await press(body, key)).json()).toEqual(again.json());
  const { rows } = await sql`select reserved from product where id = ${product}`.execute(app.db);
  expect(rows).toEqual([{ reserved: 1 }]);
});
