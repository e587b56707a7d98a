import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { isBlocked } from './block-buyer.ts';
import type { keysOf } from './buyer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const DISCORD = '391822001983488001';

const asking =
  (store: MadeStore) =>
  async (path: string, body: object, token = store.token) => {
    const answer = await app.post(`/v1/buyers/${path}`, { subdomain: store.subdomain, ...body }, { token });
    return { status: answer.status, ...answer.json<{ code?: string } & BuyerAnswer>() };
  };

test('the page of a buyer tells purchases, money without refunds, rights with their end, and other identities', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const ask = asking(store);
  const actions = [on.group('vip'), on.dropGroup('vip')];
  const kept = await makeSold(app.db, store.id, { client: 57, items: [{ removeDays: 30, actions }] });
  await sql`update delivery set state = 'succeeded' where order_id = ${kept.id} and phase = 'confirmation'`.execute(
    app.db,
  );
  const gone = await makeSold(app.db, store.id, { client: 57, name: 'Bruna', items: [{ actions: [on.money(5)] }] });
  await makeSold(app.db, store.id, { client: 58, discordId: '391822001983488009', items: [{ actions: [] }] });
  await makeSold(app.db, store.id, { client: 57, kind: 'rehearsal', items: [{ actions: [] }] });
  await refundSold(app.db, store.id, gone.id);
  await sql`update "order" set refunded_centavos = 1000 where id = ${gone.id}`.execute(app.db);
  await app.post(
    '/v1/order/notes/create',
    { subdomain: store.subdomain, id: kept.id, note: 'Fiel' },
    { token: store.token },
  );
  const buyer = await ask('details', { kind: 'city_id', value: ' 57 ' });
  expect(buyer).toMatchObject({
    buyer: { kind: 'city_id', value: '57' },
    names: ['Bruna', 'Bruno'],
    others: [{ kind: 'discord_id', value: DISCORD }],
    sums: { orders: 2, completed: 1, spent: 10, refunded: 10 },
    block: null,
  });
  expect(buyer.orders.map(({ _id }) => _id)).toEqual([gone.id, kept.id]);
  expect(buyer.notes).toMatchObject([{ text: 'Fiel', orderId: kept.id }]);
  expect(buyer.benefits).toMatchObject([
    { product: 'VIP Ouro', state: 'live', player: { kind: 'city_id', value: '57' }, orderId: kept.id },
  ]);
  expect((await ask('details', { kind: 'discord_id', value: DISCORD })).sums.orders).toBe(2);
  for (const value of ['0', '99999999999', 'x', '59'])
    expect([value, (await ask('details', { kind: 'city_id', value })).code]).toEqual([value, 'buyer_not_found']);
});

test('another store and a manager see no buyer, and an attendant blocks none', async () => {
  const [store, other] = [
    await makeStore(app.db, app.deps.config.secret),
    await makeStore(app.db, app.deps.config.secret),
  ];
  await makeSold(app.db, store.id, { client: 57, items: [{ actions: [] }] });
  const buyer = { kind: 'city_id', value: '57' };
  expect((await asking(other)('details', buyer)).status).toBe(404);
  const [manager, attendant] = [
    await makeMember(app.db, store.id, 'manager'),
    await makeMember(app.db, store.id, 'attendant'),
  ];
  const ask = asking(store);
  expect((await ask('details', buyer, manager.token)).status).toBe(403);
  expect((await ask('details', buyer, attendant.token)).status).toBe(200);
  expect((await ask('block', { ...buyer, reason: 'x' }, attendant.token)).status).toBe(403);
});

test('a blocked buyer is refused by each identity that the store blocked, in this store only', async () => {
  const [store, other] = [
    await makeStore(app.db, app.deps.config.secret),
    await makeStore(app.db, app.deps.config.secret),
  ];
  const ask = asking(store);
  const refusedIn = async (at: MadeStore, ...named: Parameters<typeof keysOf>[0][]) =>
    (await sql<{ yes: boolean }>`select ${isBlocked(at.id, ...named)} as yes`.execute(app.db)).rows[0]?.yes;
  const refused = (...named: Parameters<typeof keysOf>[0][]) => refusedIn(store, ...named);
  await ask('block', { kind: 'city_id', value: '57', reason: 'fraude' });
  await ask('block', { kind: 'email', value: 'Ana@Exemplo.com', reason: 'fraude' });
  expect(await refused({ clientId: 57 })).toBe(true);
  expect(await refused({ clientId: 58, identities: [{ kind: 'city_id', value: '57' }] })).toBe(true);
  expect(await refused({ clientId: 58, email: 'ANA@exemplo.com' })).toBe(true);
  expect(await refused({ clientId: 58 }, { email: 'ana@exemplo.com' })).toBe(true);
  expect(await refused({ clientId: 58, discordId: DISCORD, email: 'bia@exemplo.com' })).toBe(false);
  expect(await refusedIn(other, { clientId: 57 })).toBe(false);
  await ask('unblock', { kind: 'city_id', value: '57' });
  expect(await refused({ clientId: 57 })).toBe(false);
  expect((await ask('block', { kind: 'email', value: 'nada', reason: 'x' })).code).toBe('buyer_not_found');
});

test('two people block at once: one block, with one of the two reasons', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const ask = asking(store);
  const press = (reason: string) => ask('block', { kind: 'city_id', value: '57', reason });
  expect((await Promise.all([press('um'), press('dois')])).map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await sql`select buyer from buyer_block where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([{ buyer: '57' }]);
});
