import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions } from '@vitrine/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldNames } from '../features/members/audit.ts';
import { bindGuild } from '../test/make-guild.ts';
import { requests } from './requests.ts';
import { appWithRoutes, type KnownRoute } from './routes.ts';
import type { Sample } from './sample.ts';
import { makeSide, type Side } from './world.ts';

/**
 * Every call of the panel that changes something leaves an entry in the store's log of changes. The list of calls comes from
 * the router: a new one has to leave an entry, or to be named here.
 */

const { app, routes } = await appWithRoutes();
afterAll(() => app.close());

/** Calls that read, or that draw and try without changing anything. */
const READS = [
  'GET /v1/city/names',
  'GET /v1/discord/channels',
  'GET /v1/discord/roles',
  'GET /v1/live/events',
  'GET /v1/store/connection',
  'GET /v1/store/plan',
  'GET /v1/subscription/:id/receipt',
  'POST /v1/alerts',
  'POST /v1/alerts/settings',
  'POST /v1/approvals',
  'POST /v1/audit',
  'POST /v1/buyers/details',
  'POST /v1/categories/name',
  'POST /v1/dashboard',
  'POST /v1/deliveries',
  'POST /v1/deliveries/choices',
  'POST /v1/deliveries/edit/form',
  'POST /v1/deliveries/renew/preview',
  'POST /v1/deliveries/resends',
  'POST /v1/deliveries/resends/plan',
  'POST /v1/discounts',
  'POST /v1/files',
  'POST /v1/figures',
  'POST /v1/figures/export',
  'POST /v1/members',
  'POST /v1/notices',
  'POST /v1/order',
  'POST /v1/order/details',
  'POST /v1/order/refund/preview',
  'POST /v1/order/tags',
  'POST /v1/order/wave',
  'POST /v1/pages',
  'POST /v1/pages/details',
  'POST /v1/pages/preview',
  'POST /v1/products/change/preview',
  'POST /v1/products/import/preview',
  'POST /v1/products/list',
  'POST /v1/products/name',
  'POST /v1/products/preview',
  'POST /v1/products/rehearse',
  'POST /v1/rehearsals',
  'POST /v1/search',
  'POST /v1/security',
  'POST /v1/servers/token',
  'POST /v1/store/payment-account',
  'POST /v1/store/token',
  'POST /v1/subscription',
  'POST /v1/variables',
  'POST /v1/window',
  'POST /v1/window/preview',
];
/** Calls that change something that nobody else sees yet. The later call that makes it visible leaves the entry. */
const DRAFTS: Record<string, string> = {
  'POST /v1/image': 'a picture that nothing shows yet',
  'POST /v1/pages/draft': 'shown by pages/publish',
  'POST /v1/window/draft': 'shown by window/publish',
};
/** Calls that the security log tells, because they concern secrets and not the store. */
const SECURITY = ['POST /v1/security/export'];
/** Calls that need a payment provider, a job or a city. The tests of their features read their entries. */
const TOLD_BY_FEATURE: Record<string, string> = {
  // by whoever asked for it
  'POST /v1/approvals/withdraw': 'approvals/refund-approvals.test.ts',
  'POST /v1/files/download': 'exports/files/files.test.ts',
  'POST /v1/deliveries/move': 'deliveries/change/edit.test.ts',
  'POST /v1/deliveries/renew': 'deliveries/change/renew.test.ts',
  'POST /v1/deliveries/resends/change': 'deliveries/resend/resend.test.ts',
  'POST /v1/deliveries/resends/start': 'deliveries/resend/resend.test.ts',
  'POST /v1/order/cancel': 'payments/end-wave.test.ts',
  'POST /v1/order/wave/end': 'payments/end-wave.test.ts',
  'POST /v1/servers/rcon': 'city/rcon/rcon.test.ts',
  'POST /v1/servers/rcon/remove': 'city/rcon/rcon.test.ts',
  'POST /v1/store/payment-account/accept': 'stores/payment-account/payment-change.test.ts',
  'POST /v1/store/payment-account/undo': 'stores/payment-account/payment-change.test.ts',
  'POST /v1/subscription/create': 'subscription/subscription.test.ts',
};

/** Requests that replace those of the proof's table, because those would change nothing. */
const CHANGES: Record<string, (side: Side) => Sample | Promise<Sample>> = {
  'POST /v1/members/edit': ({ store, members }) => ({
    body: { subdomain: store.subdomain, id: members.attendant.account.id, role: 'manager' },
  }),
  'POST /v1/buyers/unblock': async ({ store }) => {
    const buyer = { subdomain: store.subdomain, kind: 'city_id', value: '17' };
    await app.post('/v1/buyers/block', { ...buyer, reason: 'fraude' }, { token: store.token });
    return { body: buyer };
  },
  'POST /v1/store/status': ({ store }) => ({ body: { subdomain: store.subdomain, status: 'inactive' } }),
  'POST /v1/members/leave': ({ store, members }) => ({
    body: { subdomain: store.subdomain },
    headers: { authorization: `Bearer ${members.attendant.token}` },
  }),
  'POST /v1/pages/hide': async ({ store, ownPage: id }) => {
    await app.post('/v1/pages/publish', { subdomain: store.subdomain, id, version: 1 }, { token: store.token });
    return { body: { subdomain: store.subdomain, id } };
  },
  'POST /v1/discord/disconnect': async ({ store }) => {
    await bindGuild(app.db, store.id, '391822001983488011');
    return { body: { subdomain: store.subdomain } };
  },
  'POST /v1/discord/main': async ({ store }) => {
    await bindGuild(app.db, store.id, '391822001983488012');
    await bindGuild(app.db, store.id, '391822001983488013', { main: false });
    return { body: { subdomain: store.subdomain, server: '391822001983488013' } };
  },
  'POST /v1/order/refund': async (side) => {
    const { subdomain, token } = side.store;
    const given = { subdomain, clientId: 17, discordId: '391822001983488001', reason: 'prêmio' };
    const idProducts = [{ id: side.product, quantity: 1 }];
    const answer = await app.post('/v1/order/manual', { ...given, idProducts, variables: {} }, { token });
    const { order } = answer.json<{ order: { _id: string } }>();
    return { body: { subdomain, id: order._id, reason: 'engano' } };
  },
};
/** The kinds of entries: a creation says what came, a deletion says what was there, and a change says both. */
const isCreation = (action: string) =>
  /\.(note|create|invite|manual|restore|publish|payment_token|choose|approve|ask|refuse|block)$/.test(action);
const isDeletion = (action: string) => /\.(delete|note_delete|remove|revoke|end|unblock)$/.test(action);
const isChange = (action: string) =>
  /\.(edit|extend|order|hide|main|transfer|tags|status|close|refund|retarget)$|^delivery\.(cancel|mark|renew|resend)$/.test(
    action,
  );

const writes = routes.filter(
  (route): route is KnownRoute & { access: Permission } =>
    route.access !== undefined &&
    route.access in permissions &&
    !READS.includes(route.name) &&
    !SECURITY.includes(route.name) &&
    !(route.name in DRAFTS) &&
    !(route.name in TOLD_BY_FEATURE),
);

const entriesOf = (store: string) =>
  app.db.selectFrom('audit_entry').where('store_id', '=', store).orderBy('id').selectAll().execute();

/** The names of all fields in what an entry kept. */
function fieldsIn(kept: unknown): string[] {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return [];
  return Object.entries(kept).flatMap(([name, inner]) => [name, ...fieldsIn(inner)]);
}

let address = 1;
async function send(route: KnownRoute, side: Side) {
  const row = requests[route.name];
  const sample = (await CHANGES[route.name]?.(side)) ?? row?.make(side, row.id?.(side) ?? '') ?? {};
  address += 1;
  return await app.app.inject({
    method: route.method as 'GET',
    url: sample.url ?? route.url,
    remoteAddress: `10.9.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      host: app.deps.config.domain,
      authorization: `Bearer ${side.store.token}`,
      ...(sample.body !== undefined && { 'content-type': 'application/json' }),
      ...sample.headers,
    },
    ...(sample.body !== undefined && { payload: JSON.stringify(sample.body) }),
  });
}

describe('a change leaves an entry with its person, and with the values before and after', () => {
  test.each(writes.map((route) => [route.name, route] as const))('%s', { timeout: 60_000 }, async (name, route) => {
    const side = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
    const answer = await send(route, side);
    expect([answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([200, '']);
    const entry = (await entriesOf(side.store.id)).at(-1);
    const person = name === 'POST /v1/members/leave' ? side.members.attendant.account : side.store.owner;
    expect(entry?.account_id).toBe(person.id);
    const action = entry?.action ?? '';
    if (isCreation(action) || isChange(action)) expect(entry?.after, action).not.toBeNull();
    if (isDeletion(action) || isChange(action)) expect(entry?.before, action).not.toBeNull();
    for (const field of [...fieldsIn(entry?.before), ...fieldsIn(entry?.after)]) {
      expect(Object.keys(fieldNames), `${action}: ${field}`).toContain(field);
    }
  });
});

test('a refused change leaves no entry', async () => {
  const side = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
  const before = await entriesOf(side.store.id);
  const { subdomain } = side.store;
  const refused = await app.post(
    '/v1/order/refund',
    { subdomain, id: 'nada', reason: 'x' },
    { token: side.store.token },
  );
  expect(refused.status).toBe(404);
  expect(await entriesOf(side.store.id)).toEqual(before);
});

test('the lists above name calls that there are, and tests that read the log', () => {
  const known = routes.map(({ name }) => name);
  const named = [...READS, ...SECURITY, ...Object.keys({ ...DRAFTS, ...TOLD_BY_FEATURE, ...CHANGES })];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  for (const file of Object.values(TOLD_BY_FEATURE)) {
    expect(readFileSync(join(import.meta.dirname, '../features', file), 'utf8'), file).toMatch(/loggedActions|audit/);
  }
});
