import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { currentParty } from '../db/party.ts';
import type { TestApp } from '../test/app.ts';
import { GameClient } from '../test/game-client.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeSold } from '../test/make-deliveries.ts';
import { appWithRoutes, signAsDiscord } from './routes.ts';

/** A call takes its store's turns of the pool once the store is known, even if many stores call from one address. */
let app: TestApp;
let store: MadeStore;
let reference: string;
beforeAll(async () => {
  ({ app } = await appWithRoutes({ env: { VITRINE_TRUST_PROXY: '1' } }));
  store = await makeStore(app.db, app.deps.config.secret);
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: [] }] });
  reference = (await app.pool.query('select reference from "order" where id = $1', [id])).rows[0].reference;
});
afterAll(() => app.close());

/** The parties of a call's looks at the database, in order, each once. */
async function partiesOf(call: () => Promise<unknown>): Promise<string[]> {
  const parties = new Set<string>();
  const connect = app.pool.connect.bind(app.pool) as (...parts: unknown[]) => Promise<never>;
  const looks = vi.spyOn(app.pool, 'connect').mockImplementation((async (...parts: unknown[]) => {
    if (parts.length === 0) parties.add(currentParty());
    return await connect(...parts);
  }) as never);
  await call();
  looks.mockRestore();
  return [...parties];
}
const from = (address: string, host = app.deps.config.domain) => ({
  headers: { host, 'x-forwarded-for': address },
});

test("attack: many addresses of one IPv6 network share one sender's turns", async () => {
  const looks = (address: string) => partiesOf(() => app.get(`/v1/order/${'a'.repeat(32)}`, from(address)));
  expect(await looks('2001:db8:1:1::1')).toEqual(['address 2001:db8:1:1::/64']);
  expect(await looks('2001:db8:1:1:ffff::2')).toEqual(['address 2001:db8:1:1::/64']);
});

test("a city's calls take its store's turns after the store is known", async () => {
  const city = new GameClient(app, store.apiToken);
  expect((await partiesOf(() => city.hello())).at(-1)).toBe(store.id);
});

test("a notice takes its store's turns after its address is known", async () => {
  const set = `update store set notice_key = 'a-secret-key-of-this-store' where id = $1 returning notice_key`;
  const { rows } = await app.pool.query(set, [store.id]);
  const notice = () =>
    app.post(`/webhooks/mercadopago/${store.id}/${rows[0].notice_key}?type=payment&data.id=1`, {}, from('203.0.113.2'));
  expect((await partiesOf(notice)).at(-1)).toBe(store.id);
});

test("calls with an order's reference take its store's turns", async () => {
  const at = from('203.0.113.3', `${store.subdomain}.${app.deps.config.domain}`);
  const calls = [
    () => app.get(`/v1/order/${reference}`, at),
    () => app.get(`/v1/order/${reference}/calendar`, at),
    () => app.post('/v1/order/withdraw', { external_reference: reference, discordId: '391822001983488001' }, at),
    () => app.post('/v1/customer/link', { email: 'ana@exemplo.com' }, at),
  ];
  for (const call of calls) expect((await partiesOf(call)).at(-1)).toBe(store.id);
});

test("a Discord server's commands take its own turns, though all of them come from Discord's addresses", async () => {
  const command = (guild_id: string) => {
    const user = { id: '391822001983488001', username: 'dona' };
    const body = Buffer.from(
      JSON.stringify({
        application_id: '391822001983488002',
        type: 2,
        token: 'interacao',
        guild_id,
        member: { user, permissions: '32' },
        data: { name: 'status' },
      }),
    );
    const headers = { 'content-type': 'application/json', ...signAsDiscord(body) };
    return partiesOf(async () => {
      const answer = await app.app.inject({ method: 'POST', url: '/discord/interactions', payload: body, headers });
      expect(answer.json()).toMatchObject({ type: 4 });
    });
  };
  const [one, other] = ['391822001983488011', '391822001983488022'];
  expect((await command(one)).at(-1)).toBe(`guild ${one}`);
  expect((await command(other)).at(-1)).toBe(`guild ${other}`);
});

test("a notice of a plan's payment takes its store's turns once the payment is known", async () => {
  const plan = 'p'.repeat(32);
  await app.pool.query(
    `insert into subscription_payment (store_id, id, plan_id, centavos, method, status, reference, idempotency_key, expires_at)
     values ($1, 'plano', 'pro', 4990, 'pix', 'pending', $2, 'chave', now() + interval '1 hour')`,
    [store.id, plan],
  );
  const notice = () => app.post(`/webhooks/mercadopago/plan/${plan}`, {}, from('203.0.113.2'));
  expect((await partiesOf(notice)).at(-1)).toBe(store.id);
});
