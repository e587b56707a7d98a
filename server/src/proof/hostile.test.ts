import { errors } from '@vitrine/contract/errors';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { newReference } from '../db/ids.ts';
import { violations } from '../features/payments/invariants.ts';
import { makeSession } from '../test/make.ts';
import { hostileHeaders, hostileIds, hostileTypes, mutations, rawBodies, show } from './corpus.ts';
import { requests } from './requests.ts';
import { appWithRoutes, type KnownRoute, signAsDiscord, signAsGame } from './routes.ts';
import type { Sample } from './sample.ts';
import { makeSide, rowsOf } from './world.ts';

/** Every route answers any input in JSON, with a code, in our own words, and never crashes. */

const { app, routes } = await appWithRoutes();
const ours = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
const theirs = await makeSide(app.db, app.deps.config.secret, 'Cidade Baixa');
/** Broken rules about these two stores. The builders complete orders without a payment. */
async function brokenRules() {
  // all of them: each store here has such orders, and these two must not be beyond a limit
  const found = await violations(app.db, 10_000);
  const ofOurStores = (rows: Record<string, unknown>[]) =>
    rows
      .filter((row) => row.store_id === ours.store.id || row.store_id === theirs.store.id)
      .sort((a, b) => String(a.id).localeCompare(String(b.id)));
  return found.map(({ rule, rows }) => ({ rule, rows: ofOurStores(rows) }));
}
const broken = await brokenRules();
const before = await rowsOf(app.db, theirs.store.id);
afterAll(() => app.close());

/** Texts that only a fault of ours shows. */
const LEAKS =
  /\b(select|insert into|update .* set|delete from)\b|syntax error|violates|constraint|relation "|SQLSTATE|node_modules|\.ts:\d|\bat [\w.]+ \(|prototype|ZodError|TypeError|ECONN|FST_|postgres/i;

type Sending = Sample & { body?: string | Buffer };
let address = 0;
async function send(route: KnownRoute, { url, headers, body }: Sending, token: string, side = ours) {
  address += 1;
  const path = url ?? route.url;
  const bytes = Buffer.from(body ?? '');
  const signed =
    route.access === 'game'
      ? signAsGame(side.store.apiToken, path.split('?', 1)[0] ?? '', bytes)
      : route.url === '/discord/interactions' && signAsDiscord(bytes);
  return await app.app.inject({
    method: route.method as 'GET',
    url: path,
    // Each call has a new address, because limits are tested elsewhere.
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      host: app.deps.config.domain,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...signed,
      ...headers,
    },
    ...(body !== undefined && { payload: bytes }),
  });
}
type Answer = Awaited<ReturnType<typeof send>>;

/** The fault of an answer, or undefined. */
function faultOf({ statusCode, headers, body }: Answer): string | undefined {
  if (statusCode < 400) return undefined;
  const shown = `${statusCode} ${body.slice(0, 200)}`;
  if (statusCode >= 500 && statusCode !== 502) return shown;
  if (!String(headers['content-type']).startsWith('application/json')) return `no JSON: ${shown}`;
  const answer = JSON.parse(body) as { success?: unknown; code?: string; error?: unknown; requestId?: unknown };
  if (answer.success !== false || !(String(answer.code) in errors)) return `no code: ${shown}`;
  if (errors[answer.code as keyof typeof errors].status !== statusCode) return `another status than its code: ${shown}`;
  if (typeof answer.error !== 'string' && !Array.isArray(answer.error)) return `no text: ${shown}`;
  return LEAKS.test(body) ? `says too much: ${shown}` : undefined;
}

const rows = (some: KnownRoute[]) => some.map((route) => [route.name, route] as const);

/** A new session for each group of requests, because some of these routes end it. */
async function freshStart(side = ours): Promise<string> {
  await sql`delete from throttle`.execute(app.db);
  return await makeSession(app.db, side.store.owner.id);
}

const sampleOf = (route: KnownRoute, side = ours) => {
  const row = requests[route.name];
  if (!row) throw new Error(`${route.name} has no row in server/src/proof/requests/`);
  return row.make(side, row.id?.(side) ?? '');
};

/** A request that gets as far as its route can: a game server's with the epoch of the newest hello. */
async function acceptable(route: KnownRoute, token: string, side = ours): Promise<Sample> {
  const sample = sampleOf(route, side);
  if (!['POST /v1/game/sync', 'POST /v1/game/lists', 'POST /v1/game/player'].includes(route.name)) return sample;
  const hello = routes.find(({ name }) => name === 'POST /v1/game/hello') as KnownRoute;
  const { epoch } = (await send(hello, { body: JSON.stringify(sampleOf(hello).body) }, token, side)).json();
  return { ...sample, body: { ...(sample.body as object), epoch } };
}

/** Good requests with a refusal: for the thing that they name, never for their form. */
const refused: Record<string, string> = {
  // links, codes, passwords and addresses that nobody was given
  'POST /v1/login/discord': 'discord_code_invalid',
  'POST /v1/login/google': 'google_code_invalid',
  'POST /v1/password/reset': 'token_invalid',
  'POST /v1/password/reset/logins': 'token_invalid',
  'POST /v1/email/restore': 'token_invalid',
  'POST /v1/email/verify': 'token_invalid',
  'POST /v1/mail/unsubscribe': 'token_invalid',
  'POST /v1/mail/unsubscribe/:token': 'token_invalid',
  'POST /v1/invitations/accept': 'token_invalid',
  'POST /v1/invitations/details': 'token_invalid',
  'POST /v1/password/change': 'wrong_password',
  'POST /v1/account/confirm': 'wrong_password',
  'POST /v1/login/factor-recovery': 'recovery_impossible',
  'POST /v1/login/factor-recovery/cancel': 'token_invalid',
  'POST /v1/login/factor-recovery/finish': 'token_invalid',
  'POST /v1/account/factor-recovery/start': 'recovery_impossible',
  'POST /v1/account/passkeys': 'passkey_refused',
  'POST /v1/account/passkeys/remove': 'not_found',
  'POST /v1/account/push/remove': 'push_browser_not_found',
  'POST /v1/login/passkey': 'passkey_refused',
  'POST /v1/account/confirm/passkey': 'passkey_refused',
  'POST /v1/account/second-factor/confirm': 'second_factor_invalid',
  'POST /v1/account/second-factor/disable': 'conflict',
  'POST /v1/account/second-factor/recovery-codes': 'conflict',
  'POST /v1/store/payment-account/undo': 'payment_change_over',
  'POST /v1/store/payment-account/accept': 'payment_change_over',
  'DELETE /v1/account/sessions/:id': 'not_found',
  'GET /images/:key/:file': 'not_found',
  'POST /webhooks/mercadopago/:storeId/:key': 'not_found',
  'POST /webhooks/mercadopago/plan/:reference': 'not_found',
  // they would stay open
  'GET /v1/live/events': 'invalid_request',
  'GET /v1/order/:external_reference/events': 'order_not_found',
  'GET /v1/order/:external_reference/go': 'order_not_found',
  'GET /v1/customer/discord/return': 'discord_code_invalid',
  'GET /v1/customer/discord/finish': 'discord_code_invalid',
  'POST /v1/customer/enter': 'token_invalid',
  'POST /v1/customer/wait': 'waiting_needless',
  'POST /v1/customer/wait/confirm': 'token_invalid',
  'POST /v1/customer/wait/end': 'token_invalid',
  // no outside service is connected, and no contact is set
  'GET /.well-known/security.txt': 'not_found',
  'GET /v1/customer/discord/start': 'login_not_configured',
  'POST /v1/account/link/discord': 'login_not_configured',
  'POST /v1/account/link/google': 'login_not_configured',
  'POST /v1/account/confirm/discord': 'login_not_configured',
  'POST /v1/account/confirm/google': 'login_not_configured',
  'GET /v1/discord/channels': 'discord_not_bound',
  'GET /v1/discord/roles': 'discord_not_bound',
  'POST /v1/discord/disconnect': 'discord_not_bound',
  'POST /v1/discord/main': 'discord_server_not_found',
  'POST /v1/order/create': 'payment_start_failed',
  'POST /v1/servers/rcon': 'rcon_game',
  'POST /v1/subscription/create': 'payments_not_configured',
  // the state of the thing
  'POST /v1/approvals/withdraw': 'approval_not_own',
  'POST /v1/members/leave': 'owner_only',
  'POST /v1/account/delete': 'account_owns_stores',
  'POST /v1/image': 'image_unsupported',
  'POST /v1/deliveries/move': 'delivery_not_movable',
  'POST /v1/deliveries/resends/start': 'resend_nothing',
  'POST /v1/deliveries/resends/change': 'resend_over',
  'POST /v1/order/cancel': 'order_not_pending',
  'POST /v1/order/correct': 'order_of_another',
  'POST /v1/order/name': 'order_of_another',
  'POST /v1/order/discard': 'order_of_another',
  'POST /v1/order/pay': 'order_not_payable',
  'POST /v1/order/refund': 'order_not_refundable',
  'POST /v1/order/refund/preview': 'order_not_refundable',
  // the buyer's id is random per store, so a stranger has to guess it
  'POST /v1/order/withdraw': 'order_not_yours',
};

describe('the good requests are good: with bad ones the following tests would prove nothing', () => {
  test.each(rows(routes))('%s', async (name, route) => {
    const side = await makeSide(app.db, app.deps.config.secret, 'Cidade Nova');
    const token = await freshStart(side);
    const sample = await acceptable(route, token, side);
    const body = sample.body === undefined ? undefined : JSON.stringify(sample.body);
    const answer = await send(route, { ...sample, body }, token, side);
    expect(answer.statusCode < 400 ? undefined : answer.json().code).toBe(refused[name]);
  });
});

const withBody = routes.filter(({ method }) => method !== 'GET');

/** Requests that would end `ours` for all later ones if they succeeded. */
const ending = new Set(['POST /v1/store/delete', 'POST /v1/store/transfer']);
const victimOf = async (route: KnownRoute) =>
  ending.has(route.name) ? await makeSide(app.db, app.deps.config.secret, 'Cidade Finda') : ours;

/** Running requests at once: those that wait for the database or a clock wait together. */
const AT_ONCE = 40;

/** Sends all requests and returns the faults, each with its request. */
async function faultsOf(
  route: KnownRoute,
  all: (readonly [what: string, sample: Sending])[],
  side = ours,
): Promise<string[]> {
  const faults: string[] = [];
  // An account uploads two pictures at a time: one more is told to come again, and tells nothing of the field.
  const width = route.name === 'POST /v1/image' ? 2 : AT_ONCE;
  for (let n = 0; n < all.length; n += width) {
    const token = await freshStart(side);
    await Promise.all(
      all.slice(n, n + width).map(async ([what, sample]) => {
        const fault = faultOf(await send(route, sample, token, side));
        if (fault) faults.push(`${what} -> ${fault}`);
      }),
    );
  }
  return faults;
}

describe('every field of every body, replaced by a value that no client sends', () => {
  const structured = withBody.filter((route) => sampleOf(route).body !== undefined);
  test.each(rows(structured))('%s', async (_name, route) => {
    const side = await victimOf(route);
    const token = await freshStart(side);
    const sample = await acceptable(route, token, side);
    // The errors of a form of a customer make an address of its fields, whatever the schema says.
    const schema = route.url.startsWith('/v1/customer/') ? undefined : route.body;
    const { single, accepted } = mutations(sample.body as object, schema);
    const faults: string[] = [];
    let { version } = sample.body as { version?: number };
    const sendTogether = async ({ together, each }: (typeof accepted)[number]) => {
      const body = { ...(together as object), ...(version !== undefined && { version }) };
      const answer = await send(route, { ...sample, body: JSON.stringify(body) }, token, side);
      if (answer.statusCode >= 400) single.push(...each);
      else if (version !== undefined) version = (answer.json() as { version?: number }).version ?? version;
      const fault = faultOf(answer);
      if (fault) faults.push(`together: ${show(body)} -> ${fault}`);
    };
    // Each draft names the version that the draft before it left.
    if (version === undefined) await Promise.all(accepted.map(sendTogether));
    else for (const one of accepted) await sendTogether(one);
    const all = single.map(({ what, body }) => [what, { ...sample, body: JSON.stringify(body) }] as const);
    expect([...faults, ...(await faultsOf(route, all, side))]).toEqual([]);
  });
});

describe('texts and types that are no body of the route', () => {
  test.each(rows(withBody))('%s', async (_name, route) => {
    const side = await victimOf(route);
    const { url, headers } = sampleOf(route, side);
    const bodies = rawBodies.map(([what, body]) => [what, { url, headers, body }] as const);
    const types = hostileTypes.map((type) => {
      return [type, { url, headers: { ...headers, 'content-type': type }, body: '{"a":1}' }] as const;
    });
    expect(await faultsOf(route, [...bodies, ...types], side)).toEqual([]);
  });
});

describe('addresses, queries and headers that no client sends', () => {
  const queries = [
    'subdomain[]=a&subdomain=b',
    '__proto__=1&constructor=2',
    'subdomain=%00',
    'a=%ff',
    'a=1&'.repeat(900),
  ];
  test.each(rows(routes))('%s', async (_name, route) => {
    const side = await victimOf(route);
    const sample = sampleOf(route, side);
    const own = sample.url ?? route.url;
    const urls = queries.map((query) => `${own}?${query}`);
    if (route.url.includes('/:')) {
      urls.push(...hostileIds.flatMap((id) => [route.url.replace(/:\w+/g, id), own.replace(/[^/]+$/, id)]));
    }
    const body = sample.body === undefined ? undefined : JSON.stringify(sample.body);
    const addressed = urls.map((url) => [url.slice(0, 80), { ...sample, url, body }] as const);
    const headed = hostileHeaders.map((headers) => {
      return [show(headers), { ...sample, headers: { ...sample.headers, ...headers }, body }] as const;
    });
    expect(await faultsOf(route, [...addressed, ...headed], side)).toEqual([]);
  });
});

test('odd words in a game server’s results are accepted: a refused one would block its journal for ever', async () => {
  const side = await makeSide(app.db, app.deps.config.secret, 'Cidade Nova');
  const route = routes.find(({ name }) => name === 'POST /v1/game/sync') as KnownRoute;
  const token = await freshStart(side);
  const { body } = await acceptable(route, token, side);
  const sync = async (change: object) => {
    const answer = await send(route, { body: JSON.stringify({ ...(body as object), ...change }) }, token, side);
    return answer.json() as { commands?: { id: string; attempt: number }[]; settled?: string[] };
  };
  const odd = ['\u0000', 'a\u0000b', '\ud800', 'x\udc00y', '\\u0000', '\\ud800', '😀', '__proto__', '\u202e'];
  const { commands = [] } = await sync({ results: [], want: 25 });
  expect(commands.length).toBeGreaterThan(0);
  for (const word of odd) {
    for (const { id, attempt } of commands) {
      const result = { id, attempt, status: 'failed', code: word, message: word, detail: { [word]: word, at: 1 } };
      expect([word, (await sync({ results: [result] })).settled]).toEqual([word, [id]]);
    }
    expect(await sync({ results: [], in_progress: [word], online: [word] })).toMatchObject({ success: true });
  }
});

test('after all of this the other store is unchanged, and every rule about money holds', async () => {
  expect(await rowsOf(app.db, theirs.store.id)).toEqual(before);
  expect(await brokenRules()).toEqual(broken);
  expect((await app.post('/v1/products', { subdomain: ours.store.subdomain })).status).toBe(200);
});

test('an unknown address of the API is 404 in our own words, with every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answer = await app.app.inject({ method, url: `/v1/${newReference()}` });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  }
});
