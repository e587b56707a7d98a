import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requests } from './requests.ts';
import { appWithRoutes, type KnownRoute } from './routes.ts';
import { makeSide, type Side } from './world.ts';

/** A closed or deleted store sells and shows nothing. The list comes from the router: a new route is tested too. */

const { app, routes } = await appWithRoutes();
let side: Side;
beforeAll(async () => {
  side = await makeSide(app.db, app.deps.config.secret, 'Cidade Fechada');
});
afterAll(() => app.close());

/** Public routes of a store that refuse while it is closed. The store is found by the thing that they name. */
const closing = ['GET /v1/products/:id', 'POST /v1/order/pay'];
/** Public routes of a store that still work: orders stay the buyer's, and so do pictures and the withdrawal. */
const going = [
  'GET /images/:key/:file',
  'GET /v1/customer/discord/finish',
  'GET /v1/customer/discord/return',
  'GET /v1/customer/discord/start',
  'GET /v1/customer/me',
  'GET /v1/order/:external_reference',
  'GET /v1/order/:external_reference/events',
  'GET /v1/order/:external_reference/go',
  'GET /v1/order/:reference/calendar',
  'GET /v1/order/:reference/receipt',
  'GET /v1/pix/:share',
  'POST /v1/customer/enter',
  'POST /v1/customer/link',
  'POST /v1/customer/wait',
  'POST /v1/customer/wait/confirm',
  'POST /v1/customer/wait/end',
  'POST /v1/order/correct',
  'POST /v1/order/name',
  'POST /v1/order/own',
  'POST /v1/order/discard',
  'POST /v1/order/withdraw',
];
/** Public routes without a store. */
const storeless =
  /^(GET \/\.well-known\/security\.txt|GET \/v1\/(config|plan|openapi\.json)|\w+ \/v1\/(login|password|email|mail|reports)\b.*)$/;

const shopper = routes.filter(({ access }) => access === 'shopper');
const ofPublic = routes.filter(({ access, name }) => access === 'public' && closing.includes(name));

async function ask(route: KnownRoute, headers: Record<string, string> = {}) {
  const sample = requests[route.name]?.make(side, requests[route.name]?.id?.(side) ?? '') ?? {};
  const answer = await app.app.inject({
    method: route.method as 'GET',
    url: sample.url ?? route.url,
    headers: { host: app.deps.config.domain, 'content-type': 'application/json', ...sample.headers, ...headers },
    ...(sample.body !== undefined && { payload: JSON.stringify(sample.body) }),
  });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}
const put = (change: { status?: string; deleted?: boolean }) =>
  sql`update store set status = ${change.status ?? 'active'}, deleted_at = ${change.deleted ? sql`now()` : null}
       where id = ${side.store.id}`.execute(app.db);

test('every public route is listed: it closes with its store, stays open, or has no store', () => {
  const unsaid = routes.filter(
    ({ access, name }) =>
      access === 'public' && !closing.includes(name) && !going.includes(name) && !storeless.test(name),
  );
  expect(unsaid).toEqual([]);
});

describe('a closed store says so to shoppers', () => {
  test.each([...shopper, ...ofPublic].map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    await put({ status: 'inactive' });
    expect(await ask(route)).toEqual({ status: 422, code: 'store_closed' });
    await put({});
    expect((await ask(route)).code).not.toBe('store_closed');
  });

  test('its members still see their catalogue, and others do not', async () => {
    await put({ status: 'inactive' });
    for (const name of ['POST /v1/products', 'POST /v1/categories']) {
      const route = routes.find((one) => one.name === name) as KnownRoute;
      const as = (token: string) => ask(route, { authorization: `Bearer ${token}` });
      expect((await as(side.members.attendant.token)).status).toBe(200);
      expect((await as('x')).code).toBe('store_closed');
    }
    await put({});
  });
});

describe('a deleted store sells to nobody', () => {
  test.each([...shopper, ...ofPublic].map((route) => [route.name, route] as const))('%s', async (name, route) => {
    await put({ status: 'inactive', deleted: true });
    const { status, code } = await ask(route);
    await put({});
    if (name === 'POST /v1/order/pay') expect(code).toBe('store_closed');
    else
      expect([status, code]).toEqual([404, name === 'GET /v1/products/:id' ? 'product_not_found' : 'store_not_found']);
  });
});
