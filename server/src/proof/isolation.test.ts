import { randomBytes } from 'node:crypto';
import { givablePermissions, type Permission, permissions } from '@vitrine/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { makeAccount, makeMember, makeRole, makeSession } from '../test/make.ts';
import { agreed, agreedBeside } from './access.ts';
import { requests } from './requests.ts';
import { appWithRoutes, type KnownRoute, printedRoutes } from './routes.ts';
import type { Sample } from './sample.ts';
import { makeSide, revokedSession, rowsOf, type Side } from './world.ts';

/** Which caller gets which answer about which store. The list comes from the router, so a new route is tested or fails here. */

const { app, routes } = await appWithRoutes();
let ours: Side;
let theirs: Side;
let before: Record<string, string>;

beforeAll(async () => {
  ours = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
  theirs = await makeSide(app.db, app.deps.config.secret, 'Cidade Baixa');
  before = await rowsOf(app.db, theirs.store.id);
});
afterAll(() => app.close());

const isPermission = (route: KnownRoute): route is KnownRoute & { access: Permission } =>
  route.access !== undefined && route.access in permissions;
const ofMembers = routes.filter(isPermission);
const closed = routes.filter((route) => route.access === 'account' || isPermission(route));
const rowOf = (route: KnownRoute) => {
  const row = requests[route.name];
  if (!row) throw new Error(`${route.name} has no row in server/src/proof/requests/`);
  return row;
};

let address = 1;
async function send(route: KnownRoute, sample: Sample, token?: string) {
  address += 1;
  const answer = await app.app.inject({
    method: route.method as 'GET',
    url: sample.url ?? route.url,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      host: app.deps.config.domain,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sample.body !== undefined && { 'content-type': 'application/json' }),
      ...sample.headers,
    },
    ...(sample.body !== undefined && { payload: JSON.stringify(sample.body) }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
/** The parts of an answer that a caller could compare: status, headers and bytes, without the request's id. */
function comparable({ status, text, headers }: Awaited<ReturnType<typeof send>>) {
  const { 'x-request-id': _, date: __, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/,"requestId":"[\w-]{36}"/, '') };
}
const good = (route: KnownRoute, side: Side) => rowOf(route).make(side, rowOf(route).id?.(side) ?? '');

test('every route is known here, names its callers, and has a request in the table', () => {
  const known = routes.map(({ name }) => name).sort();
  // Addresses with a parameter at the same place share its printed name.
  const places = (names: string[]) => [...new Set(names.map((name) => name.replace(/:\w+(\|:\w+)*/g, ':')))].sort();
  expect(places(known)).toEqual(places(printedRoutes(app.app.printRoutes({ commonPrefix: false }))));
  const silent = routes.filter(({ access, url }) => access === undefined && url !== '/healthz' && url !== '/readyz');
  expect(silent).toEqual([]);
  expect(Object.keys(requests).sort()).toEqual(known);
});

test('every route lets in the agreed callers', () => {
  const now: Record<string, string[]> = {};
  for (const { name, access } of routes) if (access) now[access] = [...(now[access] ?? []), name].sort();
  expect(now).toEqual(agreed);
  const others = routes.filter(({ alsoMay }) => alsoMay.length > 0).map(({ name, alsoMay }) => [name, alsoMay]);
  expect(Object.fromEntries(others)).toEqual(agreedBeside);
});

describe('without a good token a closed route answers 401 and nothing else', () => {
  test.each(closed.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const revoked = await revokedSession(app.db, ours.store.owner.id);
    const sample = good(route, ours);
    const anonymous = comparable(await send(route, sample));
    expect([anonymous.status, json(anonymous.text).code]).toEqual([401, 'unauthenticated']);
    for (const token of ['', 'x', 'não é token', 'a'.repeat(5000), randomBytes(32).toString('base64url'), revoked]) {
      expect(comparable(await send(route, sample, token))).toEqual(anonymous);
    }
    for (const authorization of [`Basic ${ours.store.token}`, ours.store.token, `bearer${ours.store.token}`]) {
      const headers = { ...sample.headers, authorization };
      expect(comparable(await send(route, { ...sample, headers }))).toEqual(anonymous);
    }
    const url = `${sample.url ?? route.url}?token=${ours.store.token}&access_token=${ours.store.token}`;
    expect(comparable(await send(route, { ...sample, url }))).toEqual(anonymous);
  });
});

describe('a stranger, and the owner of another store, cannot tell this store from one that does not exist', () => {
  test.each(ofMembers.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const stranger = await makeSession(app.db, (await makeAccount(app.db)).id);
    const nowhere = {
      ...theirs,
      store: {
        ...theirs.store,
        id: newId() as typeof theirs.store.id,
        subdomain: `x${theirs.store.subdomain.slice(1)}`,
      },
    };
    for (const token of [ours.store.token, stranger]) {
      const foreign = comparable(await send(route, good(route, theirs), token));
      expect([foreign.status, json(foreign.text).code]).toEqual([404, 'store_not_found']);
      expect(comparable(await send(route, good(route, nowhere), token))).toEqual(foreign);
    }
  });
});

/** DECISIONS.md, Members: owner, administrator, manager (catalogue, discounts, variables), attendant (orders, deliveries). */
const roles = ['owner', 'admin', 'manager', 'attendant'] as const;
const may: Record<Permission, string> = {
  'store.read': 'owner admin manager attendant',
  'dashboard.read': 'owner admin manager attendant',
  'store.edit': 'owner admin',
  'store.connect': 'owner admin',
  'store.own': 'owner',
  'plan.manage': 'owner admin',
  'catalog.edit': 'owner admin manager',
  'discounts.edit': 'owner admin manager',
  'variables.edit': 'owner admin manager',
  'window.edit': 'owner admin manager',
  'orders.read': 'owner admin attendant',
  'orders.refund': 'owner admin',
  'buyers.block': 'owner admin',
  'orders.give': 'owner admin',
  'deliveries.repair': 'owner admin attendant',
  'members.read': 'owner admin manager attendant',
  'members.edit': 'owner admin',
  'audit.read': 'owner admin',
};

describe('each role passes exactly its own routes', () => {
  test('the table is the one in the documents', () => {
    expect(
      Object.fromEntries(Object.entries(permissions).map(([name, entry]) => [name, entry.roles.join(' ')])),
    ).toEqual(may);
  });

  test.each(ofMembers.map((route) => [route.access, route.name, route] as const))(
    '%s: %s',
    async (access, _name, route) => {
      const row = rowOf(route);
      // No schema takes this body, so a caller who is let in is told that the body is wrong, and nothing happens. A name
      // in the address stays.
      const { url, headers } = row.make(ours, newId());
      const byId = route.name === 'POST /v1/store/edit';
      const sample = {
        ...(url && { url }),
        headers: { ...headers, 'x-store': ours.store.subdomain },
        ...(route.method !== 'GET' && { body: byId ? { id: ours.store.id } : [] }),
      };
      const seen = [];
      for (const role of roles) {
        const { status, text } = await send(route, sample, ours.members[role].token);
        if (status !== 403) {
          expect([401, 500]).not.toContain(status);
          expect(text).not.toContain('store_not_found');
          seen.push(role);
        } else expect(json(text).code).toBe('forbidden');
      }
      expect(seen.join(' ')).toBe(may[access]);
    },
  );

  // Each right is in one of the two roles only, except those that every role has and those that another right needs.
  test.each([0, 1])('a role of the store passes exactly the routes of its permissions (%i)', async (half) => {
    const role = await makeRole(
      app.db,
      ours.store.id,
      givablePermissions.filter((_, place) => place % 2 === half),
    );
    const { token } = await makeMember(app.db, ours.store.id, role);
    const passed = new Set<string>();
    for (const route of ofMembers) {
      const { url, headers } = rowOf(route).make(ours, newId());
      const sample = {
        ...(url && { url }),
        headers: { ...headers, 'x-store': ours.store.subdomain },
        ...(route.method !== 'GET' && { body: route.name === 'POST /v1/store/edit' ? { id: ours.store.id } : [] }),
      };
      const { status, text } = await send(route, sample, token);
      if (status === 403) expect([route.name, json(text).code]).toEqual([route.name, 'forbidden']);
      const opens = [route.access, ...route.alsoMay].some((one) => role.permissions.includes(one));
      expect([route.name, status === 403]).toEqual([route.name, !opens]);
      if (status !== 403 && role.permissions.includes(route.access)) passed.add(route.access);
    }
    expect([...passed].sort()).toEqual([...role.permissions].sort());
  });

  test('the dashboard shows orders and their buyers only to roles that may read orders', async () => {
    const dashboard = routes.find(({ name }) => name === 'POST /v1/dashboard') as KnownRoute;
    for (const role of roles) {
      const { text } = await send(dashboard, good(dashboard, ours), ours.members[role].token);
      expect((json(text).orders as unknown[]).length > 0).toBe(role !== 'manager');
      expect(text.includes(ours.buyer)).toBe(role !== 'manager');
    }
  });

  test('a store’s secrets are only for roles that may connect it', async () => {
    const list = routes.find(({ name }) => name === 'GET /v1/store') as KnownRoute;
    for (const role of roles) {
      const { text } = await send(list, {}, ours.members[role].token);
      expect(text.includes(ours.store.apiToken)).toBe(role === 'owner' || role === 'admin');
    }
  });
});

const picture = (key: string) => `/images/${key}/640.webp`;
const pictured = (key: string) => ({
  form: 1,
  sections: [{ kind: 'staff', id: 'equipe01', title: '', people: [{ name: 'Ana', role: '', picture: picture(key) }] }],
});
const lineOf = (id: string) => [{ id, quantity: 1 }];
const category = (side: Side) => side.category;
const product = (side: Side) => side.product;
const admin = (side: Side) => side.members.admin.account.id;

describe('the id of another store’s thing counts as unknown', () => {
  const byId = routes.filter((route) => requests[route.name]?.id && route.name !== 'POST /v1/store/edit');
  test.each(byId.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const row = rowOf(route);
    const unknown = comparable(await send(route, row.make(ours, newId()), ours.store.token));
    const foreign = comparable(await send(route, row.make(ours, row.id?.(theirs) ?? ''), ours.store.token));
    expect(unknown.status).toBe(404);
    expect(foreign).toEqual(unknown);
  });

  const nested: [string, string, string, (id: string) => object, (side: Side) => string][] = [
    ['category', 'POST /v1/products/create', 'category_not_found', (categoryId) => ({ categoryId }), (s) => s.category],
    ['picture', 'POST /v1/categories/create', 'image_not_found', (key) => ({ imageUrl: picture(key) }), (s) => s.image],
    ['picture', 'POST /v1/products/create', 'image_not_found', (key) => ({ imageUrl: picture(key) }), (s) => s.image],
    ['picture', 'POST /v1/window/draft', 'image_not_found', (key) => ({ document: pictured(key) }), (s) => s.image],
    [
      'pictures',
      'POST /v1/products/create',
      'image_not_found',
      (key) => ({ images: [{ image: picture(key), alt: '' }] }),
      (s) => s.image,
    ],
    ['products', 'POST /v1/discounts/create', 'product_not_found', (id) => ({ selectedProducts: [id] }), product],
    ['categories', 'POST /v1/discounts/create', 'category_not_found', (id) => ({ selectedCategories: [id] }), category],
    ['products', 'POST /v1/order/create', 'product_unavailable', (id) => ({ idProducts: lineOf(id) }), product],
    ['coupon', 'POST /v1/order/create', 'coupon_unknown', (code) => ({ coupon: code.slice(-20) }), (s) => s.coupon],
    ['products', 'POST /v1/order/manual', 'product_unavailable', (id) => ({ idProducts: lineOf(id) }), product],
    ['coupon', 'POST /v1/discounts/check', 'coupon_unknown', (code) => ({ code: code.slice(-20) }), (s) => s.coupon],
    ['owner', 'POST /v1/store/transfer', 'member_not_found', (id) => ({ memberId: id }), admin],
  ];
  test.each(nested)('%s of %s: %s', async (_what, name, code, change, idOf) => {
    const route = routes.find((one) => one.name === name) as KnownRoute;
    const sample = good(route, ours);
    const ask = async (id: string) =>
      comparable(
        await send(route, { ...sample, body: { ...(sample.body as object), ...change(id) } }, ours.store.token),
      );
    const unknown = await ask(newId());
    expect(json(unknown.text).code).toBe(code);
    expect(await ask(idOf(theirs))).toEqual(unknown);
  });

  test('a quote treats a foreign product as unknown', async () => {
    const route = routes.find(({ name }) => name === 'POST /v1/order/quote') as KnownRoute;
    const ask = async (id: string) => {
      const body = { subdomain: ours.store.subdomain, idProducts: [{ id, quantity: 1 }] };
      return (await send(route, { body })).text.replaceAll(id, 'id');
    };
    expect(await ask(theirs.product)).toBe(await ask(newId()));
  });

  test('sorting foreign categories changes nothing', async () => {
    const route = routes.find(({ name }) => name === 'POST /v1/categories/order') as KnownRoute;
    const body = { subdomain: ours.store.subdomain, ids: [theirs.emptyCategory, theirs.category, ours.category] };
    expect((await send(route, { body }, ours.store.token)).status).toBe(200);
  });
});

test('after all of this no byte of the other store has changed', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(10);
  expect(await rowsOf(app.db, theirs.store.id)).toEqual(before);
});
