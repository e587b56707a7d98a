import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '../test/make.ts';
import { requests } from './requests.ts';
import { appWithRoutes } from './routes.ts';
import { makeSide, PASSWORD, type Side } from './world.ts';

/** The fields that strangers may see, listed per answer, so that a new field is a decision. */

const { app, routes } = await appWithRoutes();
let side: Side;
let other: Side;
beforeAll(async () => {
  side = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
  other = await makeSide(app.db, app.deps.config.secret, 'Cidade Baixa');
});
afterAll(() => app.close());

const product =
  '_id idProduct name price compareAtPrice image categoryId category description featured stock buylimit removeProduct single benefits images images.image images.alt video options';
const order =
  '_id number external_reference status date value discount finalvalue coupon paymentMethod name name._id name.name name.quantity ' +
  'name.value name.options name.returned products products.name products.quantity products.value products.options products.returned note store store.name store.subdomain store.url payment ' +
  'deliveries deliveries.id deliveries.product deliveries.text deliveries.state deliveries.phase deliveries.resent deliveries.unconfirmed deliveries.message ' +
  'deliveries.hint deliveries.dueAt deliveries.finishedAt deliveries.aftermath deliveries.aftermath.text ' +
  'deliveries.aftermath.taken deliveries.aftermath.stays deliveries.aftermath.by deliveries.aftermath.takenMoney ' +
  'deliveries.aftermath.owed buyer buyer.name buyer.ids buyer.ids.kind buyer.ids.label buyer.ids.value nameShown correctable withdrawUntil withdrawal handover paid';
const under = (parent: string, fields: string) =>
  `${parent} ${fields
    .split(' ')
    .map((field) => `${parent}.${field}`)
    .join(' ')}`;

const askedId = 'kind label help example pattern problem';

/** Every field that a stranger may get, by route. A public route that answers another field fails. */
const shown: Record<string, string> = {
  'GET /v1/config': 'domain google discord',
  'GET /v1/plan': under('plans', '_id name price yearPrice productLimit categoryLimit subUserLimit discordIntegration'),
  'POST /v1/categories': under('categories', '_id name position products'),
  'POST /v1/products': under('products', product),
  'GET /v1/products/:id': under('info', product),
  'POST /v1/city/check': 'result name required',
  'POST /v1/discord/check': 'result',
  'POST /v1/discounts/check': 'code type value subtotal discount total',
  'POST /v1/order/quote': `${under('lines', 'id name quantity price value discount problem options')} subtotal discount total ${under('coupon', 'code error')} ${under('servers', 'id name online identities')} ${under('identities', askedId)}`,
  'GET /v1/order/:external_reference': under('response', order),
  'GET /v1/customer/me': 'discord',
  'POST /v1/order/own': 'own',
  'GET /v1/pix/:share': under('response', 'state value pixCode pixQrSvg expiresAt date'),
  'POST /v1/login/register': '',
  'POST /v1/login/passkey/start': under('options', 'rpId challenge timeout userVerification'),
  'POST /v1/reports': '',
  'POST /v1/password/forgot': '',
  'POST /v1/customer/link': '',
  'POST /v1/customer/wait': '',
  'POST /v1/customer/wait/confirm': '',
  'POST /v1/customer/wait/end': '',
};

function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = path ? `${path}.${key}` : key;
    return [here, ...fieldsOf(inner, here)];
  });
}

/** Answers without a list of fields: a document, a picture, or the word that the process lives. */
const documents = new Set([
  'GET /.well-known/security.txt',
  'GET /v1/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /v1/order/:reference/receipt',
  'GET /v1/order/:reference/calendar',
]);
const open = routes.filter(
  ({ access, name }) => (access === 'public' || access === 'shopper' || access === 'provider') && !documents.has(name),
);

describe('a stranger sees listed fields only, and nobody’s secrets', () => {
  test.each(open.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const row = requests[name];
    if (!row) throw new Error(`${name} has no row in server/src/proof/requests/`);
    const sample = row.make(side, row.id?.(side) ?? '');
    const wrong = name === 'POST /v1/login' ? { ...(sample.body as object), password: 'Errada-Mesmo-7' } : sample.body;
    const answer = await app.app.inject({
      method: route.method as 'GET',
      url: sample.url ?? route.url,
      headers: { host: app.deps.config.domain, 'content-type': 'application/json', ...sample.headers },
      ...(wrong !== undefined && { payload: JSON.stringify(wrong) }),
    });
    for (const secret of side.secrets) expect(answer.body).not.toContain(secret);
    if (answer.statusCode >= 300) {
      const fields = answer.body === '' ? [] : fieldsOf(answer.json());
      expect(['success', 'error', 'code', 'field', 'requestId']).toEqual(expect.arrayContaining(fields));
      return;
    }
    expect(shown, 'an answer whose fields nobody listed').toHaveProperty([name]);
    const allowed = new Set(['success', ...(shown[name] ?? '').split(' ')]);
    expect(fieldsOf(answer.json()).filter((field) => !allowed.has(field))).toEqual([]);
  });

  test('each listed answer was given', async () => {
    for (const name of Object.keys(shown)) expect(open.map((route) => route.name)).toContain(name);
    const { store, product: id } = side;
    const products = await app.post('/v1/products', { subdomain: store.subdomain });
    expect(products.json<{ products: unknown[] }>().products).toHaveLength(1);
    expect((await app.get(`/v1/products/${id}`)).status).toBe(200);
    expect(
      (await app.get(`/v1/order/${side.reference}`)).json<{ response: { deliveries: unknown[] } }>(),
    ).toMatchObject({
      response: { deliveries: expect.arrayContaining([expect.objectContaining({ text: expect.any(String) })]) },
    });
  });
});

describe('a member of another store is a stranger in this one', () => {
  test('the product list is the public one', async () => {
    const seen = await app.post('/v1/products', { subdomain: side.store.subdomain }, { token: other.store.token });
    const stranger = await app.post('/v1/products', { subdomain: side.store.subdomain });
    expect(seen.text).toBe(stranger.text);
    const own = await app.post('/v1/products', { subdomain: side.store.subdomain }, { token: side.store.token });
    expect(own.text).toContain('segredo_');
  });
});

describe('hosts that are no store’s own get no store', () => {
  const domain = app.deps.config.domain;
  const sub = () => side.store.subdomain;
  const good = [() => `${sub()}.${domain}`, () => `${sub()}.${domain}:8080`, () => `${sub().toUpperCase()}.${domain}.`];
  test.each(good)('a good one %#', async (host) => {
    expect((await app.post('/v1/products', {}, { headers: { host: host() } })).status).toBe(200);
    expect((await app.get(`/v1/products/${side.product}`, { headers: { host: host() } })).status).toBe(200);
  });

  const hostile: (() => string)[] = [
    () => domain,
    () => sub(),
    () => `${sub()}.localhost`,
    () => `${sub()}.${domain}.evil.example`,
    () => `evil.example/${sub()}.${domain}`,
    () => `a.${sub()}.${domain}`,
    () => `${sub()}.x.${domain}`,
    () => `${sub()}${domain}`,
    () => `${sub()}.evil${domain}`,
    () => `.${domain}`,
    () => `${sub()}..${domain}`,
    () => `${sub()} .${domain}`,
    () => `${sub()}@${domain}`,
    () => `${sub()}.${domain}@evil.example`,
    () => `${sub()}.${domain}:80@evil.example`,
    () => `%2e${sub()}.${domain}`,
    () => `${sub()}%00.${domain}`,
    () => `${sub()},${sub()}.${domain}`,
    () => `-${sub()}.${domain}`,
    () => `' or 1=1 --.${domain}`,
    () => `${'a'.repeat(3000)}.${domain}`,
    () => '127.0.0.1',
    () => '[::1]:80',
    () => '',
  ];
  test.each(hostile)('a hostile one %#', async (host) => {
    for (const url of ['/v1/products', '/v1/categories']) {
      const answer = await app.post(url, {}, { headers: { host: host() } });
      expect([answer.status, answer.json().code]).toEqual([404, 'store_not_found']);
    }
  });

  test('headers of a proxy count for nothing unless the proxy is trusted', async () => {
    const host = `${sub()}.${domain}`;
    const headers = { 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-original-host': host, 'x-host': host };
    expect((await app.post('/v1/products', {}, { headers })).status).toBe(404);
  });

  test('the thing of one store is not found on another store’s host', async () => {
    const headers = { host: `${other.store.subdomain}.${domain}` };
    expect((await app.get(`/v1/products/${side.product}`, { headers })).status).toBe(404);
    expect((await app.get(`/v1/order/${side.reference}`, { headers })).status).toBe(404);
    expect((await app.get(`/v1/order/${side.reference}/events`, { headers })).status).toBe(404);
    expect((await app.get(`/v1/order/${side.reference}/receipt`, { headers })).status).toBe(404);
  });
});

describe('no answer says who is registered', () => {
  const strip = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  const known = async () => (await makeAccount(app.db, { password: PASSWORD })).email;
  const unknown = 'nao-existe@exemplo.net';

  test('login: a wrong password and an unknown e-mail get one answer', async () => {
    const ask = (email: string) => app.post('/v1/login', { email, password: 'Errada-Mesmo-7' });
    const [a, b, c] = [
      await ask(await known()),
      await ask(unknown),
      await ask((await makeAccount(app.db)).email), // has no password
    ];
    expect(a.json()).toMatchObject({
      success: false,
      code: 'invalid_credentials',
      error: 'Usuário ou senha inválidos.',
    });
    for (const answer of [b, c]) expect([answer.status, strip(answer.text)]).toEqual([a.status, strip(a.text)]);
  });

  test.each([
    ['forgotten password', '/v1/password/forgot', (email: string) => ({ email })],
    ['registration', '/v1/login/register', (email: string) => ({ name: 'Nova Pessoa', email, password: PASSWORD })],
  ])('%s: the same answer for a known and an unknown e-mail', async (_what, url, body) => {
    const [a, b] = [await app.post(url, body(await known())), await app.post(url, body(unknown))];
    expect([a.status, a.text]).toEqual([200, '{"success":true}']);
    expect([b.status, b.text]).toEqual([a.status, a.text]);
  });

  test('a new e-mail for an account: the same answer for one that another account has', async () => {
    const ask = (email: string) => app.post('/v1/account/email', { email }, { token: side.store.token });
    const [a, b] = [await ask(await known()), await ask(`livre-${Date.now()}@exemplo.net`)];
    expect([b.status, b.text]).toEqual([a.status, a.text]);
    expect(a.status).toBe(200);
  });

  test('an invitation: the same answer for a known and an unknown e-mail', async () => {
    const ask = (email: string) =>
      app.post(
        '/v1/members/invite',
        { subdomain: side.store.subdomain, email, role: 'attendant' },
        { token: side.store.token },
      );
    const [a, b] = [await ask(await known()), await ask(`livre-${Date.now()}@exemplo.net`)];
    expect([a.status, a.text]).toEqual([200, '{"success":true}']);
    expect([b.status, b.text]).toEqual([a.status, a.text]);
  });

  test('throttles count known and unknown e-mails alike', async () => {
    const tries = async (email: string) => {
      const seen: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        seen.push((await app.post('/v1/login', { email, password: 'Errada-Mesmo-7' })).status);
      }
      return seen;
    };
    expect(await tries(await known())).toEqual(await tries('outro-que-nao-existe@exemplo.net'));
  });
});
