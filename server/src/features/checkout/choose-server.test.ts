import type { Action } from '@vitrine/contract/actions';
import type { OrderQuoteAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { on } from '../../test/make-deliveries.ts';

/** A product whose server the buyer chooses. */

let app: TestApp;
let store: MadeStore;
let product: string;
let plain: string;
let second: string;
let client = 0;

beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
  const actions = [{ ...on.money(5), server: 'buyer' } as Action];
  product = await makeProduct(app.db, store.id, { name: 'Ouro', price: 0, actions });
  plain = await makeProduct(app.db, store.id, { name: 'Prata', price: 0, actions: [on.money(5)] });
});
afterAll(() => app.close());

const ask = async (path: string, body: object, token?: string) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, token === undefined ? {} : { token });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return { status: answer.status, body: answer.json<any>() };
};
const idProducts = (id = product) => [{ id, quantity: 1 }];
const quote = async (id?: string) =>
  (await ask('/v1/order/quote', { idProducts: idProducts(id) })).body as OrderQuoteAnswer;
const buyer = () => ({ clientId: ++client, discordId: '391822001983488001' });
const give = (more: object = {}, id?: string) =>
  ask('/v1/order/manual', { ...buyer(), idProducts: idProducts(id), reason: 'prêmio', ...more }, store.token);
const seatsOf = async (order: string) =>
  (await sql<{ seat_id: string | null }>`select seat_id from delivery where order_id = ${order}`.execute(app.db)).rows;
const add = async (name: string) => (await ask('/v1/servers/create', { name }, store.token)).body.id as string;

test('a store with one server asks nothing', async () => {
  expect((await quote()).servers).toEqual([]);
  const given = await give();
  expect(given.status).toBe(200);
  expect(await seatsOf(given.body.order._id)).toEqual([{ seat_id: null }]);
});

test('the quote names the servers with their state, only for a product that asks', async () => {
  second = await add('Cidade Baixa');
  await new GameClient(app, store.apiToken).hello();
  expect((await quote()).servers).toMatchObject([
    { id: store.id, name: 'Servidor principal', online: true },
    { id: second, name: 'Cidade Baixa', online: false },
  ]);
  expect((await quote(plain)).servers).toEqual([]);
});

test('an order goes to the chosen server, and is refused without a choice', async () => {
  for (const [serverId, seat_id] of [
    [second, second],
    [store.id, null],
  ]) {
    const given = await give({ serverId });
    expect(given.status).toBe(200);
    expect(await seatsOf(given.body.order._id)).toEqual([{ seat_id }]);
  }
  expect(await give()).toMatchObject({ status: 422, body: { code: 'server_required' } });
  expect((await give({}, plain)).status).toBe(200);
  const bought = await ask('/v1/order/create', { ...buyer(), idProducts: idProducts(), paymentMethod: 'pix' });
  expect(bought).toMatchObject({ status: 422, body: { code: 'server_required' } });
  const chosen = await ask('/v1/order/create', {
    ...{ ...buyer(), idProducts: idProducts(), paymentMethod: 'pix', serverId: second },
  });
  expect(chosen.status).toBe(200);
});

test("another store's server, and one that the owner removed, are not found", async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const third = await add('Terceira');
  expect((await ask('/v1/servers/end', { id: third }, store.token)).status).toBe(200);
  for (const serverId of [other.id, third, 'nada']) {
    expect(await give({ serverId })).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
    expect(await give({ serverId }, plain)).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
  }
  expect((await quote()).servers).toHaveLength(2);
});

test('a city id that is unknown to the first server is refused there, and not on another server', async () => {
  await sql`insert into city_check (store_id, city_id, result, answered_at)
            values (${store.id}, 900, 'missing', now()), (${store.id}, 901, 'missing', now())`.execute(app.db);
  const buy = (clientId: number, serverId: string) =>
    ask('/v1/order/create', { ...buyer(), clientId, serverId, idProducts: idProducts(), paymentMethod: 'pix' });
  expect(await buy(900, store.id)).toMatchObject({ status: 422, body: { code: 'city_id_unknown' } });
  expect((await buy(901, second)).status).toBe(200);
});
