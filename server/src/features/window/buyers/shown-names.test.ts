import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { makeStore } from '../../../test/make.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { recentBuyers, topSupporters } from './shown-names.ts';

/** Names of buyers in a shop's window appear by the buyer's own word. */

const { shop, see, becomes, pay, place, refund, atProvider } = usePaymentShop();

beforeAll(async () => {
  const owner = { authorization: `Bearer ${shop.store.token}` };
  const { subdomain } = shop.store;
  const document = {
    form: 1,
    sections: ['buyers', 'supporters'].map((kind) => ({ id: `${kind}0001`.slice(-10), kind, title: '' })),
  };
  expect((await shop.post('/v1/window/draft', { subdomain, version: 0, document }, owner)).status).toBe(200);
  expect((await shop.post('/v1/window/publish', { subdomain, version: 1 }, owner)).status).toBe(200);
});
beforeEach(() => sql`delete from shown_name`.execute(shop.db));

let people = 0;
/** A paid purchase of a new person by a new browser. */
async function bought(name: string | undefined, change: { price?: number; discordId?: string } = {}) {
  people += 1;
  const buyer = randomBytes(16).toString('hex');
  const { price = 1000, discordId = String(391822001983488000n + BigInt(people)) } = change;
  const { reference } = await place({ ...(name && { name }), buyer, discordId }, { price });
  expect((await pay(reference)).status).toBe('completed');
  return { reference, buyer };
}
const tell = async ({ reference, buyer }: { reference: string; buyer?: string }, shown: boolean) => {
  const { status, body } = await shop.post<{ code?: string }>('/v1/order/name', {
    external_reference: reference,
    shown,
    ...(buyer && { buyer }),
  });
  return body.code ?? status;
};
const recent = () => recentBuyers(shop.db, shop.store.id);
const top = () => topSupporters(shop.db, shop.store.id);

test('a name appears masked once its buyer lets it, and goes when they take it back', async () => {
  const order = await bought('Bruno Esteves');
  expect([await recent(), (await see(order.reference)).nameShown]).toEqual([[], false]);
  const version = async () =>
    (await shop.db.selectFrom('store').where('id', '=', shop.store.id).select('page_version').executeTakeFirstOrThrow())
      .page_version;
  const before = await version();
  expect(await tell(order, true)).toBe(200);
  expect([await recent(), await top()]).toEqual([['Br*** Es*****'], ['Br*** Es*****']]);
  expect((await see(order.reference)).nameShown).toBe(true);
  // The browser is forgotten soon, so the order's address is enough to hide the name.
  expect(await tell({ reference: order.reference }, false)).toBe(200);
  expect([await recent(), await top()]).toEqual([[], []]);
  expect((await version()) - before).toBe(2);
});

test('only the buyer’s browser shows a name', async () => {
  const order = await bought('Bruno Esteves');
  expect(await tell({ reference: order.reference }, true)).toBe('order_of_another');
  expect(await tell({ reference: order.reference, buyer: '0'.repeat(32) }, true)).toBe('order_of_another');
  expect(await tell({ reference: 'x'.repeat(32) }, false)).toBe('order_not_found');
  expect(await recent()).toEqual([]);
});

test('a refund takes the buyer out, and so do a dispute and an erasure', async () => {
  const back = await bought('Ana Refund');
  const disputed = await bought('Davi Disputa');
  const erased = await bought('Eva Apagada');
  for (const order of [back, disputed, erased]) expect(await tell(order, true)).toBe(200);
  expect(await recent()).toHaveLength(3);
  await refund(back.reference);
  await becomes(back.reference, 'cancelled');
  expect(await recent()).toEqual(['E** Ap*****', 'Da** Di*****']);
  const flag = (to: string | null) =>
    sql`update payment set flag = ${to} where provider_id = ${String(atProvider(disputed.reference)[0]?.id)}`.execute(
      shop.db,
    );
  await flag('dispute');
  expect(await recent()).toEqual(['E** Ap*****']);
  await flag(null);
  await sql`update "order" set customer_name = null, erased_at = now() where reference = ${erased.reference}`.execute(
    shop.db,
  );
  expect(await recent()).toEqual(['Da** Di*****']);
  // A name that a refund took out can still be taken back for good.
  expect((await see(back.reference)).nameShown).toBe(true);
  expect(await tell(back, false)).toBe(200);
  expect((await see(back.reference)).nameShown).toBeNull();
});

test('the buyer of a gift, a rehearsal, a free purchase or a purchase without a name cannot show a name', async () => {
  expect(await tell(await bought(undefined), true)).toBe('order_unnamed');
  const order = await bought('Gil Presente');
  const become = (what: ReturnType<typeof sql>) =>
    sql`update "order" set ${what} where reference = ${order.reference}`.execute(shop.db);
  for (const [gone, back] of [
    [sql`kind = 'manual'`, sql`kind = 'sale'`],
    [sql`kind = 'rehearsal'`, sql`kind = 'sale'`],
    [sql`total_centavos = 0, discount_centavos = 1000`, sql`total_centavos = 1000, discount_centavos = 0`],
  ] as const) {
    await become(gone);
    expect(await tell(order, true)).toBe('order_unnamed');
    await become(back);
    expect(await tell(order, true)).toBe(200);
    await become(gone);
    expect([await recent(), await top()]).toEqual([[], []]);
    await become(back);
  }
});

test('supporters are ordered by what they spent this month by the store’s clock, each person once', async () => {
  const discordId = '391822001983500001';
  const small = await bought('Caio Pouco', { price: 1500 });
  const first = await bought('Lia Muito', { price: 1000, discordId });
  const second = await bought('Lia Muito', { price: 1000, discordId });
  const old = await bought('Otto Antigo', { price: 9000 });
  for (const order of [small, first, second, old]) await tell(order, true);
  await sql`
    update shown_name n set bought_at = date_trunc('month', now() at time zone s.time_zone) at time zone s.time_zone - interval '1 s'
      from "order" o, store s where o.id = n.order_id and o.reference = ${old.reference} and s.id = n.store_id`.execute(
    shop.db,
  );
  expect(await top()).toEqual(['L** Mu***', 'Ca** Po***']);
  expect((await recent()).filter((name) => name === 'L** Mu***')).toHaveLength(1);
});

test('another store shows nothing of it, and a shop without such a section asks nobody', async () => {
  const order = await bought('Bruno Esteves');
  await tell(order, true);
  const other = await makeStore(shop.db, shop.deps.config.secret);
  expect([await recentBuyers(shop.db, other.id), await topSupporters(shop.db, other.id)]).toEqual([[], []]);
  const next = await bought('Nina Nova');
  await sql`update shop_window set published_id = null where store_id = ${shop.store.id}`.execute(shop.db);
  expect((await see(next.reference)).nameShown).toBeNull();
});

test('the names are found by the index of the newest', async () => {
  const plan = await transaction(shop.db, async (tx) => {
    // A small table is read whole, so the planner may not.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    return await sql<{ 'QUERY PLAN': string }>`
      explain select order_id from shown_name where store_id = ${shop.store.id} and bought_at > now() - interval '30 days'
       order by bought_at desc limit 80`.execute(tx);
  });
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('shown_name_newest');
});

test('a page of the owner’s own with such a section is a place for a name too', async () => {
  const owner = { authorization: `Bearer ${shop.store.token}` };
  const { subdomain } = shop.store;
  const empty = { form: 1, sections: [] };
  const draft = await shop.post<{ draft: { version: number } }>('/v1/window', { subdomain }, owner);
  const { version } = draft.body.draft;
  expect((await shop.post('/v1/window/draft', { subdomain, version, document: empty }, owner)).status).toBe(200);
  await shop.post('/v1/window/publish', { subdomain, version: version + 1 }, owner);
  const order = await bought('Bruno Esteves');
  expect((await see(order.reference)).nameShown).toBeNull();

  const page = { title: 'Quem apoia', slug: 'apoio', description: '', inMenu: true };
  const made = await shop.post<{ id: string }>('/v1/pages/create', { subdomain, ...page }, owner);
  const { id } = made.body;
  const document = { form: 1, sections: [{ id: 'buyers0001', kind: 'buyers', title: '' }] };
  expect((await shop.post('/v1/pages/draft', { subdomain, id, version: 1, document }, owner)).status).toBe(200);
  expect((await shop.post('/v1/pages/publish', { subdomain, id, version: 2 }, owner)).status).toBe(200);
  expect((await see(order.reference)).nameShown).toBe(false);
});
