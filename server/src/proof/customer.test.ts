import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { transaction } from '../db/transaction.ts';
import { type CustomerIdentity, openCustomerSession } from '../http/customer-session.ts';
import { hashToken } from '../http/session.ts';
import { pageServices } from '../pages/services.ts';
import { makeSold, on } from '../test/make-deliveries.ts';
import { appWithRoutes } from './routes.ts';
import { makeSide, rowsOf, type Side } from './world.ts';

/** The customer's area shows and changes one person's purchases of one store, whatever a client sends. */

const { app, routes } = await appWithRoutes();
const services = pageServices(app.deps);
const BRUNO = '402881277210034177';
const CARLA = '518820019922331648';
let ours: Side;
let theirs: Side;
let bruno: string;
let carla: string;
let brunoThere: string;
let before: Record<string, string>;

const signIn = (side: Side, who: CustomerIdentity) =>
  transaction(app.db, (tx) => openCustomerSession(tx, side.store.id, who));
/** Changes the session of one token, and no other. */
const set = async (token: string, change: { revoked_at: RawBuilder<Date> } | { expires_at: RawBuilder<Date> }) => {
  const changed = await app.db
    .updateTable('customer_session')
    .set(change)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  expect(changed.numUpdatedRows).toBe(1n);
};
const withDiscord = (discordId: string): CustomerIdentity => ({ discordId, email: null });
const cookieOf = (token: string) => `vitrine_compras=${token}`;
const hostOf = (side: Side) => `${side.store.subdomain}.vitrine.localhost`;

beforeAll(async () => {
  [ours, theirs] = [
    await makeSide(app.db, app.deps.config.secret, 'Cidade Alta'),
    await makeSide(app.db, app.deps.config.secret, 'Cidade Baixa'),
  ];
  for (const side of [ours, theirs]) {
    for (const discordId of [BRUNO, CARLA]) {
      const name = `${side.store.name} ${discordId}`;
      const items = [{ name, removeDays: 30, actions: [on.group(`vip${discordId}`), on.dropGroup(`vip${discordId}`)] }];
      await makeSold(app.db, side.store.id, { discordId, client: Number(discordId.slice(-4)), items });
    }
  }
  [bruno, carla, brunoThere] = [
    await signIn(ours, withDiscord(BRUNO)),
    await signIn(ours, withDiscord(CARLA)),
    await signIn(theirs, withDiscord(BRUNO)),
  ];
  before = await rowsOf(app.db, theirs.store.id);
});
afterAll(() => app.close());

const closed = routes.filter(({ access }) => access === 'customer');
const send = (name: string, side: Side, headers: Record<string, string>, query = '') => {
  const [method = '', url = ''] = name.split(' ');
  return app.app.inject({
    method: method as 'GET',
    url: `${url}${query}`,
    headers: { host: hostOf(side), ...headers },
    ...(method === 'POST' && { payload: { confirm: 'sim', subdomain: theirs.store.subdomain, email: theirs.buyer } }),
  });
};

describe('without a session of this store everything is 401 and nothing happens', () => {
  test.each(closed.map(({ name }) => name))('%s', async (name) => {
    expect(closed.length).toBeGreaterThan(2);
    const ended = await signIn(ours, withDiscord(BRUNO));
    const over = await signIn(ours, withDiscord(BRUNO));
    await set(ended, { revoked_at: sql<Date>`now()` });
    await set(over, { expires_at: sql<Date>`now()` });
    const owner = ours.store.token;
    const tries: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${owner}` },
      { authorization: `Bearer ${bruno}` },
      { 'x-store': ours.store.subdomain, authorization: `Bearer ${bruno}` },
      ...[brunoThere, ended, over, owner, '', 'x', `${bruno}x`, bruno.slice(1), `%00${bruno}`, 'a'.repeat(4000)].map(
        (token) => ({ cookie: cookieOf(token) }),
      ),
      { cookie: `__Host-vitrine_compras=${bruno}` },
      { cookie: `vitrine_entrada=${bruno}` },
    ];
    for (const headers of tries) {
      const answer = await send(name, ours, headers);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    }
    // Only the host names the store.
    const elsewhere = { cookie: cookieOf(bruno), 'x-store': ours.store.subdomain };
    expect((await send(name, theirs, elsewhere, `?subdomain=${ours.store.subdomain}`)).statusCode).toBe(401);
    expect((await send(name, ours, { cookie: cookieOf(bruno), host: 'vitrine.localhost' })).statusCode).toBe(401);
  });
});

test('a customer’s session opens nothing of an owner', async () => {
  for (const { name, method, url, access } of routes) {
    if (access !== 'account') continue;
    const answer = await app.app.inject({
      method: method as 'GET',
      url,
      headers: { host: hostOf(ours), cookie: cookieOf(bruno), authorization: `Bearer ${bruno}` },
    });
    expect([name, answer.statusCode]).toEqual([name, 401]);
  }
});

/** All data of the pages, as one text. */
const seen = async (side: Side, token: string, cursor: string | null = null) =>
  JSON.stringify([
    await services.purchases(side.store.id, cookieOf(token), cursor),
    await services.ownData(side.store.id, cookieOf(token)),
  ]);

test('the pages show one person’s purchases of one store', async () => {
  const mine = await seen(ours, bruno);
  expect(mine).toContain(`Cidade Alta ${BRUNO}`);
  expect(mine).not.toContain(CARLA);
  expect(mine).not.toContain('Cidade Baixa');
  for (const secret of ours.secrets) expect(mine).not.toContain(secret);
  expect(await seen(theirs, brunoThere)).not.toContain('Cidade Alta');
  expect(await seen(theirs, bruno)).toBe('[null,null]');

  // A foreign cursor still leads only to the person's own purchases.
  const foreign = await app.db.selectFrom('order').select('id').execute();
  for (const { id } of [...foreign, { id: newId() }, { id: "' or true --" }, { id: '\u0000' }]) {
    const page = await services.purchases(ours.store.id, cookieOf(bruno), id);
    for (const order of page?.orders ?? []) expect(order.lines[0]?.name).toBe(`Cidade Alta ${BRUNO}`);
  }
});

test('an e-mail is neither a pattern nor a part of one', async () => {
  for (const email of ['%', '_', ours.buyer.slice(0, -1), `x${ours.buyer}`, '', "' or true --"]) {
    const token = await signIn(ours, { discordId: null, email });
    expect((await services.purchases(ours.store.id, cookieOf(token), null))?.orders).toEqual([]);
  }
  expect((await services.purchases(ours.store.id, cookieOf(ours.customer), null))?.orders).toHaveLength(1);
});

test('an export has the proven identity, and only masked contact data of a friend', async () => {
  const answer = await send('GET /v1/customer/export', ours, { cookie: cookieOf(ours.customer) });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="meus-dados.json"');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { pedidos } = answer.json() as { pedidos: { email: string; discordId: string; idDaCidade: number }[] };
  expect(pedidos).toMatchObject([
    { email: ours.buyer, idDaCidade: 777_001, discordId: expect.stringMatching(/^\d…\d$/) },
  ]);
  const other = (await send('GET /v1/customer/export', ours, { cookie: cookieOf(bruno) })).body;
  expect(other).toContain(BRUNO);
  for (const text of [CARLA, ours.buyer, 'Cidade Baixa']) expect(other).not.toContain(text);
});

test('an erasure reaches one person of one store; a person who signs out is out at once', async () => {
  const of = (side: Side, discordId: string) =>
    app.db
      .selectFrom('order')
      .where('store_id', '=', side.store.id)
      .where('discord_id', '=', discordId)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  await sql`update "order" set completed_at = now() - interval '9 days' where store_id = ${ours.store.id}`.execute(
    app.db,
  );
  await sql`update right_source set ended_at = now(), ends_at = now() where store_id = ${ours.store.id}`.execute(
    app.db,
  );
  await sql`update delivery set state = 'succeeded', finished_at = now() - interval '9 days' where store_id = ${ours.store.id}`.execute(
    app.db,
  );
  expect((await send('POST /v1/customer/erase', ours, { cookie: cookieOf(bruno) })).statusCode).toBe(200);
  expect([await of(ours, BRUNO), await of(ours, CARLA), await of(theirs, BRUNO)]).toEqual([
    { n: 0 },
    { n: 1 },
    { n: 1 },
  ]);
  expect((await send('GET /v1/customer/export', ours, { cookie: cookieOf(bruno) })).statusCode).toBe(401);

  expect((await send('POST /v1/customer/logout', ours, { cookie: cookieOf(carla) })).statusCode).toBe(200);
  expect((await send('GET /v1/customer/export', ours, { cookie: cookieOf(carla) })).statusCode).toBe(401);
  expect((await send('GET /v1/customer/export', theirs, { cookie: cookieOf(brunoThere) })).statusCode).toBe(200);
});

test('after all of this no byte of the other store has changed', async () => {
  expect(await rowsOf(app.db, theirs.store.id)).toEqual(before);
});
