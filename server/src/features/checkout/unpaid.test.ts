import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { type CustomerIdentity, openCustomerSession } from '../../http/customer-session.ts';
import { readMails } from '../../test/mails.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { type Answer, cart, type Shop, shopping, startShop } from '../../test/make-shop.ts';
import { askForLittleWork } from '../../test/shorter-limits.ts';
import { orderSweeps } from '../orders/jobs.ts';
import { orderNotes } from '../orders/order.ts';
import { violations } from '../payments/invariants.ts';

/** What unpaid orders may hold, and that a typed id holds nothing (docs/decisions/0035). Each test is an attack. */
askForLittleWork();

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterEach(async () => expect(await violations(shop.db)).toEqual([]));
const { see, pay, details, atProvider } = shopping(() => shop);

type Placed = Answer<OrderCreateAnswer & { code?: string }>;
const order = (product: string, change: object = {}, headers: Record<string, string> = {}): Promise<Placed> =>
  shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 1 }], change), headers);
const from = (address: string) => ({ 'x-forwarded-for': address });
/** How many were placed, and how many were refused with each code. */
function outcomes(answers: Placed[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = status === 200 ? 'placed' : `${status} ${body.code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
const referenceOf = ({ body }: Placed) => body.data.external_reference;
const signedIn = async (identity: CustomerIdentity) => ({
  cookie: `vitrine_compras=${await transaction(shop.db, (tx) => openCustomerSession(tx, shop.store.id, identity))}`,
});
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const expireAll = (product: string) =>
  sql`
  update "order" o set expires_at = now() - interval '1 second' from order_item i
   where i.store_id = o.store_id and i.order_id = o.id and i.product_id = ${product} and o.status = 'pending'`.execute(
    shop.db,
  );

test("a stranger who types the victim's city id takes nothing of the victim's limit", async () => {
  const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 1 });
  const stranger = await times(5, () => order(product, { clientId: 4242 }));
  expect(outcomes(stranger)).toEqual({ placed: 5 });
  const victim = await order(product, { clientId: 4242 });
  expect(victim.status).toBe(200);
  expect((await pay(referenceOf(victim))).status).toBe('completed');
  expect((await order(product, { clientId: 4242 })).body.code).toBe('buy_limit');
});

test.each([
  ['user_id', { clientId: 4343 }],
  ['discord', { discordId: '434343434343434343' }],
  ['email', { email: 'vitima@exemplo.com.br' }],
] as const)(
  'a stranger who types the ids of the victim does not use up the coupon of one use per %s',
  async (limitBy, ids) => {
    const product = await makeProduct(shop.db, shop.store.id);
    const coupon = `VITIMA${limitBy}`.toUpperCase().replace('_', '');
    await makeDiscount(shop.db, shop.store.id, { code: coupon, limitBy });
    expect((await order(product, { ...ids, coupon })).status).toBe(200);
    const victim = await order(product, { ...ids, coupon });
    expect(victim.status).toBe(200);
    expect((await pay(referenceOf(victim))).status).toBe('completed');
    expect((await order(product, { ...ids, coupon })).body.code).toBe('coupon_used');
  },
);

test('an order paid beyond the limit is refunded by itself, and page, panel and mail say why', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 1, stock: 10 });
  const email = 'apressado@exemplo.com.br';
  const [first, second] = await times(2, () => order(product, { clientId: 4444, email }));
  expect((await pay(referenceOf(first as Placed))).status).toBe('completed');
  const refused = await pay(referenceOf(second as Placed));
  expect(refused).toMatchObject({ status: 'cancelled', note: orderNotes.limit_refund });
  const panel = await details(refused.external_reference);
  expect(panel.order.note).toBe(orderNotes.limit_refund);
  expect(panel.history.at(-1)).toMatchObject({ status: 'cancelled', reason: orderNotes.limit_refund });
  await expect.poll(() => atProvider(refused.external_reference)[0]?.status, { timeout: 10_000 }).toBe('refunded');
  const mails = await readMails(shop, email);
  expect(mails.map(({ subject }) => subject)).toContain(`O valor do pedido ${refused.number} está sendo devolvido`);
  const stock = await shop.db.selectFrom('product').where('id', '=', product).select(['stock', 'reserved']).execute();
  expect(stock).toEqual([{ stock: 9, reserved: 0 }]);
});

test('a free order is complete at once and keeps to the limits, even with 16 at once', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 1 });
  await makeDiscount(shop.db, shop.store.id, { code: 'TUDO', value: 100 });
  const answers = await times(16, () => order(product, { clientId: 4545, coupon: 'TUDO' }));
  expect(outcomes(answers)).toEqual({ placed: 1, '422 buy_limit': 15 });
});

test('one address holds twenty unpaid orders of a store at most, even with thirty at once; another address is free', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const answers = await times(30, () => order(product, {}, from('203.0.113.1')));
  expect(outcomes(answers)).toEqual({ placed: 20, '422 unpaid_limit': 10 });
  expect((await order(product, {}, from('203.0.113.2'))).status).toBe(200);
  // A paid or ended order no longer counts.
  const [paid] = answers.filter(({ status }) => status === 200);
  expect((await pay(referenceOf(paid as Placed))).status).toBe('completed');
  expect((await order(product, {}, from('203.0.113.1'))).status).toBe(200);
  expect((await order(product, {}, from('203.0.113.1'))).body.code).toBe('unpaid_limit');
  await expireAll(product);
  await expect
    .poll(async () => (await order(product, {}, from('203.0.113.1'))).status, { timeout: 15_000, interval: 500 })
    .toBe(200);
}, 120_000);

test('a whole /64 of IPv6 is one address', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const answers = await times(24, (n) => order(product, {}, from(`2001:db8:7:7:${n.toString(16)}::1`)));
  expect(outcomes(answers)).toEqual({ placed: 20, '422 unpaid_limit': 4 });
  expect((await order(product, {}, from('2001:db8:7:8::1'))).status).toBe(200);
}, 120_000);

test('whoever proved a Discord id has five of their own, and a stranger who types it takes none', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const discordId = '464646464646464646';
  // A stranger fills the address that both share, typing the other's id.
  const typed = await times(20, () => order(product, { discordId }, from('203.0.113.46')));
  expect(outcomes(typed)).toEqual({ placed: 20 });
  const cookie = await signedIn({ discordId, email: null });
  const proven = await times(8, () => order(product, { discordId }, { ...from('203.0.113.46'), ...cookie }));
  expect(outcomes(proven)).toEqual({ placed: 5, '422 unpaid_limit': 3 });
  // A login proves only its own id.
  const other = await order(product, { discordId: '111111111111111111' }, { ...from('203.0.113.46'), ...cookie });
  expect(other.body.code).toBe('unpaid_limit');
}, 120_000);

test('a signed-in shopper reserves a use of a coupon before paying', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  await makeDiscount(shop.db, shop.store.id, { code: 'PROVADO', limitBy: 'email' });
  const email = 'provada@exemplo.com.br';
  const cookie = await signedIn({ discordId: null, email });
  const answers = await times(4, () => order(product, { email, coupon: 'PROVADO' }, cookie));
  expect(outcomes(answers)).toEqual({ placed: 1, '422 coupon_used': 3 });
});

test('one address never holds all of a stock: a fifth of it, two units at least, never the last one', async () => {
  for (const [stock, most] of [
    [20, 4],
    [10, 2],
    [3, 2],
    [2, 1],
    [1, 1],
  ] as const) {
    const product = await makeProduct(shop.db, shop.store.id, { stock });
    const address = from(`198.51.100.${stock}`);
    const answers = await times(stock - 1 || 1, () => order(product, {}, address));
    const over = answers.length - most;
    expect(outcomes(answers)).toEqual({ placed: most, ...(over > 0 && { '409 unpaid_share': over }) });
    // The rest is still there for all others, to the last unit.
    const others = await times(stock - most + 1, () => order(product));
    expect(outcomes(others)).toEqual({ ...(stock > most && { placed: stock - most }), '409 out_of_stock': 1 });
    await expireAll(product);
  }
}, 60_000);

test('one order of many units is measured by the same share', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 50 });
  const body = cart(shop.store, [{ id: product, quantity: 40 }]);
  expect((await shop.post('/v1/order/create', body)).body.code).toBe('unpaid_share');
});

test('an address is kept only as a hash, and an hour after an order is decided its holder is forgotten', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const placed = await order(product, {}, from('203.0.113.99'));
  const reference = referenceOf(placed);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(o)::text as text from "order" o where reference = ${reference}`.execute(shop.db);
  expect(rows[0]?.text).toContain('"holder":"\\\\x');
  expect(rows[0]?.text).not.toContain('203.0.113.99');
  expect((await pay(reference)).status).toBe('completed');
  const forget = orderSweeps.find(({ name }) => name === 'orders.holders');
  const holder = async () =>
    (await shop.db.selectFrom('order').where('reference', '=', reference).select('holder').executeTakeFirst())?.holder;
  await forget?.run(shop.deps);
  expect(await holder()).not.toBeNull();
  await sql`update "order" set completed_at = now() - interval '61 minutes' where reference = ${reference}`.execute(
    shop.db,
  );
  await forget?.run(shop.deps);
  expect(await holder()).toBeNull();
  // A row that another transaction is using is left for the next run.
  const empty = () => shop.db.selectFrom('unpaid_hold').where('held', '=', 0).select('holder').execute();
  await expect.poll(() => forget?.run(shop.deps).then(empty), { timeout: 15_000 }).toEqual([]);
  expect((await see(reference)).status).toBe('completed');
});

test('the sweep of empty holds does not wait for an order that is being placed', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  expect((await pay(referenceOf(await order(product, {}, from('203.0.113.98'))))).status).toBe('completed');
  const forget = orderSweeps.find(({ name }) => name === 'orders.holders');
  const empty = async () =>
    (await shop.db.selectFrom('unpaid_hold').where('held', '=', 0).select('holder').execute()).length;
  await transaction(shop.db, async (placing) => {
    await sql`select from unpaid_hold where held = 0 for update`.execute(placing);
    await forget?.run(shop.deps);
    expect(await empty()).toBeGreaterThan(0);
  });
  await expect.poll(() => forget?.run(shop.deps).then(empty), { timeout: 15_000 }).toBe(0);
});
