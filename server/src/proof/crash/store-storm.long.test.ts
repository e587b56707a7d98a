import { formatCentavos } from '@vitrine/contract/money';
import type { OrderCreateAnswer, OrderDetails } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations as brokenDeliveries } from '../../features/deliveries/invariants.ts';
import { orderSweeps } from '../../features/orders/jobs.ts';
import { violations as brokenMoney } from '../../features/payments/invariants.ts';
import { makeMember, makePlan } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { on } from '../../test/make-deliveries.ts';
import { type Answer, cart, type Shop, shopping, startShop, until } from '../../test/make-shop.ts';

/**
 * One store, and everything at once: buyers who pay, four people of its team who refund, cancel, give, note, edit, delete, undo and
 * import. Afterwards statements that share nothing with the product ask whether money, stock, rights, deliveries, figures and the
 * log of changes agree.
 */

const BUYERS = 50;
const WRITES = 220;
/** Requests under way at once. */
const AT_ONCE = 24;
const STOCK = 10_000;

let shop: Shop;
let people: string[];
const products: string[] = [];
const first = new Map<string, number>();
/** How often each entry of the log must be there, by what was answered with 200. */
const expected = new Map<string, number>();

const doings = shopping(() => shop);
/** The same numbers in each run. */
let state = 20_261_127;
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
};
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;

beforeAll(async () => {
  shop = await startShop();
  await makePlan(shop.db, shop.store.id, 'premium');
  people = [shop.store.token];
  for (let n = 0; n < 3; n += 1) people.push((await makeMember(shop.db, shop.store.id, 'admin')).token);
  const categoryId = await makeCategory(shop.db, shop.store.id, 'VIPs');
  for (let n = 0; n < 6; n += 1) {
    const actions = [on.money(100 + n), ...(n % 2 ? [on.group(`vip${n}`)] : [])];
    const price = 1000 + 100 * n;
    const id = await makeProduct(shop.db, shop.store.id, {
      categoryId,
      name: `VIP ${n}`,
      price,
      stock: STOCK,
      actions,
    });
    products.push(id);
    first.set(id, price);
  }
}, 60_000);
afterAll(() => shop.close());

type Body = Record<string, unknown>;
const named = () => ({ subdomain: shop.store.subdomain });
async function send(method: string, path: string, body: Body): Promise<Answer<Body>> {
  const answer = await fetch(`${shop.address}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${oneOf(people)}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
}
/** Sends a write as one of the team. An answer of 200 must have left this entry so often. Nothing may answer with a fault. */
async function write(action: string, path: string, body: Body, method = 'POST', times = 1): Promise<Answer<Body>> {
  const answer = await send(method, path, { ...named(), ...body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  if (answer.status === 200) expected.set(action, (expected.get(action) ?? 0) + times);
  return answer;
}
/** Two people press "Desfazer" at once, after a moment in which a third deletes it again. */
async function undoTwice(kind: string, id: string, action: string): Promise<void> {
  const answers = await Promise.all([1, 2].map(() => write(action, '/undo', { kind, ids: [id] })));
  expect(answers.filter(({ status }) => status === 200).length, `${kind} came back twice`).toBeLessThanOrEqual(1);
}

let made = 0;
const paid: string[] = [];

async function buy(): Promise<void> {
  const lines = [...new Set([oneOf(products), oneOf(products)])].map((id) => ({ id, quantity: 1 + random(3) }));
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, lines));
  // A product may be deleted at this moment.
  if (placed.status !== 200) return expect(placed.status, JSON.stringify(placed.body)).toBeLessThan(500);
  const reference = placed.body.data.external_reference;
  if (random(8) === 0) return;
  expect((await doings.pay(reference)).status).not.toBe('pending');
  paid.push(reference);
}

async function giveBack(): Promise<void> {
  const reference = oneOf(paid);
  if (!reference) return;
  const { _id: id } = await doings.see(reference);
  const { order } = (await send('POST', '/order/details', { ...named(), id })).body as unknown as OrderDetails;
  const items = order.name;
  const choices: Body[] = [{}, { value: 1 + random(5) }, { items: [{ id: items[0]?._id, quantity: 1 }] }];
  const choice = oneOf(choices);
  // A double press, of which one counts.
  await Promise.all([1, 2].map(() => write('order.refund', '/order/refund', { id, reason: 'pediu', ...choice })));
}

async function note(): Promise<void> {
  const reference = oneOf(paid);
  if (!reference) return;
  const { _id: id } = await doings.see(reference);
  made += 1;
  const text = `Nota ${made}`;
  await write('order.note', '/order/notes/create', { id, note: text });
  const { notes } = (await send('POST', '/order/details', { ...named(), id })).body as unknown as OrderDetails;
  const one = notes.find((kept) => kept.text === text);
  if (!one) return;
  await Promise.all([1, 2].map(() => write('order.note_delete', '/order/notes/delete', { id, note: one.id })));
  await undoTwice('note', one.id, 'order.note_restore');
}

async function cancelDelivery(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from delivery where store_id = ${shop.store.id} and state in ('queued', 'cancelled') order by random() limit 1`.execute(
    shop.db,
  );
  const id = rows[0]?.id;
  if (!id) return;
  if (random(2)) await write('delivery.cancel', '/deliveries/cancel', { id, note: 'não quer mais' });
  else await write('delivery.resend', '/deliveries/resend', { ids: [id] });
}

/** Each price is another one, so that each edit that is answered with 200 changes something. */
const newPrice = () => {
  made += 1;
  return 20 + made / 100;
};
async function editProduct(): Promise<void> {
  const productId = oneOf(products);
  const version = random(2) ? { version: 1 + random(6) } : {};
  await write('product.edit', '/products/edit/', {
    productId,
    ...version,
    productData: { ...named(), price: newPrice() },
  });
}
async function deleteProduct(): Promise<void> {
  const productId = oneOf(products);
  const path = `/products/delete/${shop.store.subdomain}`;
  await Promise.all([1, 2].map(() => write('product.delete', path, { productId }, 'DELETE')));
  await undoTwice('product', productId, 'product.restore');
}
async function category(): Promise<void> {
  made += 1;
  const answer = await write('category.create', '/categories/create', { name: `Categoria ${made}` });
  const id = (answer.body.category as { _id: string } | undefined)?._id;
  if (!id) return;
  await write('category.delete', `/categories/delete/${shop.store.subdomain}/${id}`, {}, 'DELETE');
  await undoTwice('category', id, 'category.restore');
}
async function coupon(): Promise<void> {
  made += 1;
  const code = `CUPOM${made}`;
  await write('discount.create', '/discounts/create', { code, type: 'percentage', value: 10 });
  const { id } = await shop.db
    .selectFrom('discount')
    .where('store_id', '=', shop.store.id)
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow();
  await write('discount.delete', `/discounts/delete/${shop.store.subdomain}/${id}`, {}, 'DELETE');
  await undoTwice('coupon', id, 'discount.restore');
}
async function sheet(): Promise<void> {
  made += 1;
  await write('product.create', '/products/import', { csv: `Nome;Categoria;Preço\nPlanilha ${made};VIPs;10` });
}
async function give(): Promise<void> {
  const idProducts = [{ id: oneOf(products), quantity: 1 }];
  const given = { clientId: 17 + random(5), discordId: '391822001983488001', reason: 'prêmio', variables: {} };
  await write('order.manual', '/order/manual', { ...given, idProducts });
}

const writes = [
  giveBack,
  giveBack,
  note,
  cancelDelivery,
  editProduct,
  editProduct,
  deleteProduct,
  category,
  coupon,
  sheet,
  give,
];

test('money, stock, rights, deliveries, figures and the log agree after everything at once', {
  timeout: 280_000,
}, async () => {
  const tasks = [...Array.from({ length: BUYERS }, () => buy), ...Array.from({ length: WRITES }, () => oneOf(writes))];
  tasks.sort(() => random(3) - 1);
  const run = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await task();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  console.info(`${BUYERS} purchases and ${WRITES} writes in ${Math.round((performance.now() - start) / 1000)} s`);

  const { id: store } = shop.store;
  const underWay = async () =>
    (await sql`select from refund where store_id = ${store} and status in ('requested', 'in_process')`.execute(shop.db))
      .rows.length;
  expect(await until(underWay, (left) => left === 0, 60_000)).toBe(0);
  // Stock comes back with the goods, by a sweep.
  for (const { run: sweep } of orderSweeps) await sweep(shop.deps);
  expect(await brokenMoney(shop.db)).toEqual([]);
  expect(await brokenDeliveries(shop.db)).toEqual([]);

  // Stock: what is missing from the shelf is what paid orders still hold.
  const { rows: shelves } = await sql`
    select p.id, p.stock, ${STOCK}::int - coalesce(sum(i.quantity - i.returned) filter (where o.status = 'completed'), 0)::int as want
      from product p
      left join order_item i on i.store_id = p.store_id and i.product_id = p.id
      left join "order" o on o.store_id = i.store_id and o.id = i.order_id
     where p.id = any(${products}::text[]) group by p.id, p.stock`.execute(shop.db);
  for (const { id, stock, want } of shelves as { id: string; stock: number; want: number }[])
    expect([id, stock]).toEqual([id, want]);

  // Figures: what came in, less what the provider gave back.
  const { rows } = await sql<{ came: number; back: number }>`
    select (select coalesce(sum(total_centavos), 0) from "order"
             where store_id = ${store} and kind = 'sale' and completed_at is not null)::int as came,
           (select coalesce(sum(amount_centavos), 0) from refund where store_id = ${store} and status in ('approved', 'returned'))::int as back`.execute(
    shop.db,
  );
  const [{ came = 0, back = 0 } = {}] = rows;
  const given = shop.provider.control.payments({}).flatMap(({ refunds }) => refunds);
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(back);
  const dashboard = (await send('POST', '/dashboard', named())).body as { analytics?: { totalSales: number } };
  expect(Math.round((dashboard.analytics?.totalSales ?? 0) * 100)).toBe(came - back);

  // The log: as many entries of each kind as answers, and each begins with what the one before left.
  const entries = await shop.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store)
    .orderBy('id')
    .select(['action', 'object_id', 'before', 'after'])
    .execute();
  const logged = Object.fromEntries(
    [...expected.keys()].sort().map((action) => [action, entries.filter((entry) => entry.action === action).length]),
  );
  expect(logged).toEqual(Object.fromEntries([...expected].sort(([a], [b]) => (a < b ? -1 : 1))));
  expect(Object.values(logged).every((count) => count > 0)).toBe(true);
  for (const id of products) {
    let price = formatCentavos(first.get(id) ?? 0);
    for (const { object_id, action, before, after } of entries) {
      if (object_id !== id) continue;
      const [was, is] = [before, after].map((kept) => (kept as { price?: string } | null)?.price);
      if (was) expect(was, `${action} of ${id}`).toBe(price);
      if (is) price = is;
    }
    const row = await shop.db
      .selectFrom('product')
      .where('id', '=', id)
      .select('price_centavos')
      .executeTakeFirstOrThrow();
    expect(formatCentavos(row.price_centavos)).toBe(price);
  }
});
