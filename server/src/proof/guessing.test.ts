import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../test/make.ts';
import { makeDiscount, makeProduct } from '../test/make-catalog.ts';
import { cart } from '../test/make-shop.ts';

/** Attacks that only ask often, or save often: a limit ends them, and nobody else notices. */

let app: TestApp;
let provider: Awaited<ReturnType<typeof startMercadoPago>>;
beforeAll(async () => {
  provider = await startMercadoPago({
    sellers: [{ token: 'APP_USR-plataforma', userId: 1, email: 'vitrine@loja.example', balance: 0 }],
  });
  app = await createTestApp({
    env: {
      MERCADOPAGO_API_URL: provider.url,
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-plataforma',
      VITRINE_TRUST_PROXY: '1',
    },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const newStore = () => makeStore(app.db, app.deps.config.secret);
const owner = (store: MadeStore) => ({ token: store.token });

interface Shelf {
  store: MadeStore;
  product: string;
}
async function shelf(): Promise<Shelf> {
  const store = await newStore();
  await makeDiscount(app.db, store.id, { code: 'SEGREDO', value: 100 });
  return { store, product: await makeProduct(app.db, store.id) };
}
/** One code, typed at each of the three places in turn. */
function guess({ store, product }: Shelf, code: string, turn: number, address: string) {
  const line = [{ id: product, quantity: 1 }];
  const options = { headers: { 'x-forwarded-for': address } };
  const { subdomain } = store;
  if (turn % 3 === 0) return app.post('/v1/discounts/check', { subdomain, code, idProducts: line }, options);
  if (turn % 3 === 1) return app.post('/v1/order/quote', { subdomain, coupon: code, idProducts: line }, options);
  return app.post('/v1/order/create', cart(store, line, { coupon: code }), options);
}

test('a script guesses coupons at the coupon box, the quote and the order in turn', async () => {
  const [shop, other] = await Promise.all([shelf(), shelf()]);
  for (let at = 0; at < 60; at++) {
    // After twenty guesses, orders of this network need a proof of work before the code is checked.
    const answer = await guess(shop, `CHUTE${at}`, at < 20 ? at : at % 2, '203.0.113.7');
    expect(answer.text).toContain('Cupom inválido');
  }
  expect((await guess(shop, 'SEGREDO', 2, '203.0.113.7')).text).toContain('proof_required');
  for (const turn of [0, 1]) {
    const answer = await guess(shop, 'SEGREDO', turn, '203.0.113.7');
    expect(answer.status, String(turn)).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  }
  // Without a code the same person still buys. Other stores and other networks notice nothing.
  expect(
    (
      await app.post(
        '/v1/order/quote',
        { subdomain: shop.store.subdomain, idProducts: [] },
        { headers: { 'x-forwarded-for': '203.0.113.7' } },
      )
    ).status,
  ).toBe(200);
  for (const turn of [0, 1, 2]) {
    expect((await guess(shop, 'SEGREDO', turn, '203.0.113.8')).status).toBe(200);
    expect((await guess(other, 'SEGREDO', turn, '203.0.113.7')).status).toBe(200);
  }
});

test('guesses at the same moment are counted before they are answered', async () => {
  const shop = await shelf();
  const codes = [
    ...Array.from({ length: 60 }, (_, at) => `JUNTO${at}`),
    ...Array.from({ length: 60 }, () => 'SEGREDO'),
  ];
  const answers = await Promise.all(codes.map((code) => guess(shop, code, 0, '203.0.113.11')));
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(80);
});

test('addresses of one IPv6 network guess as one sender, and a hundred guesses at once count as a hundred', async () => {
  const shop = await shelf();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => guess(shop, `CHUTE${at}`, 0, `2001:db8:1:2::${at.toString(16)}`)),
  );
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(60);
  expect((await guess(shop, 'SEGREDO', 0, '2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await guess(shop, 'SEGREDO', 0, '2001:db8:1:3::1')).status).toBe(200);
});

test('the renter of an IPv6 /48 guesses little more with its 65 536 networks', async () => {
  const shop = await shelf();
  expect((await guess(shop, 'CHUTE', 0, '2001:db8:9:1::1')).text).toContain('Cupom inválido');
  await sql`update throttle set hits = 8 * 60 where key like 'coupon-guess:%'`.execute(app.db);
  expect((await guess(shop, 'CHUTE', 0, '2001:db8:9:2::1')).status).toBe(429);
  expect((await guess(shop, 'CHUTE', 0, '2001:db8:a:1::1')).text).toContain('Cupom inválido');
});

test('a known coupon is checked without end, and its good answers count as no guess', async () => {
  const shop = await shelf();
  for (let at = 0; at < 70; at++) expect((await guess(shop, 'SEGREDO', 0, '203.0.113.9')).status).toBe(200);
});

test('a store can be filled with variables, questions and coupons only up to a limit', async () => {
  const store = await newStore();
  await sql`
    insert into variable (store_id, id, kind, name, value, choices, product_ids)
    select ${store.id}, 'v' || n, 'constant', 'nome' || n, 'x', '[]', '[]' from generate_series(1, 178) n`.execute(
    app.db,
  );
  const variable = (variable: object) =>
    app.post('/v1/variables/create', { subdomain: store.subdomain, variable }, owner(store));
  const constant = (name: string) => variable({ kind: 'constant', name, value: 'x' });
  const question = (name: string) => variable({ kind: 'question', name, label: 'Qual?', answer: 'text' });
  const codes = async (calls: Promise<{ text: string }>[]) =>
    (await Promise.all(calls)).map(({ text }) => (JSON.parse(text) as { code?: string }).code);
  const questions = await codes(Array.from({ length: 22 }, (_, at) => question(`pergunta${at}`)));
  expect(questions.filter((code) => code === undefined)).toHaveLength(20);
  expect(questions.filter((code) => code === 'question_limit')).toHaveLength(2);
  expect(await codes([constant('a'), constant('b'), constant('c')].map((call) => call))).toEqual(
    expect.arrayContaining([undefined, undefined, 'variable_limit']),
  );
  // An edit does not avoid the limit.
  const { rows } = await sql<{ id: string }>`
    select id from variable where store_id = ${store.id} and kind = 'constant' limit 1`.execute(app.db);
  const turned = await app.post(
    `/v1/variables/edit/${store.subdomain}/${rows[0]?.id}`,
    { variable: { kind: 'question', name: 'outra', label: 'Qual?', answer: 'text' } },
    owner(store),
  );
  expect(turned.json()).toMatchObject({ code: 'question_limit' });

  await sql`
    insert into discount (store_id, id, code, type, value, category_ids, product_ids)
    select ${store.id}, 'd' || n, 'CUPOM' || n, 'percentage', 1, '[]', '[]' from generate_series(1, 498) n`.execute(
    app.db,
  );
  const coupons = await codes(
    Array.from({ length: 4 }, (_, at) =>
      app.post(
        '/v1/discounts/create',
        { subdomain: store.subdomain, code: `NOVO${at}`, type: 'percentage', value: 10 },
        owner(store),
      ),
    ),
  );
  expect(coupons.filter((code) => code === 'discount_limit')).toHaveLength(2);
});

test('one account after the other tries stolen payment tokens, and the owner is not locked out', async () => {
  const store = await newStore();
  const admins = await Promise.all(Array.from({ length: 6 }, () => makeMember(app.db, store.id, 'admin')));
  let tried = 0;
  const save = async (token: string, from: string) => {
    const answer = await app.post(
      '/v1/store/edit',
      {
        id: store.id,
        nameStore: store.name,
        nameDomain: store.subdomain,
        branding: { primaryColor: '#112233', secondaryColor: '#445566' },
        mercadoPago: { accessToken: `APP_USR-chute-${++tried}` },
      },
      { token, headers: { 'x-forwarded-for': from } },
    );
    expect([422, 429]).toContain(answer.status);
    return answer.status === 429;
  };
  const [thief, ...others] = admins as [(typeof admins)[0], ...typeof admins];
  const answers: boolean[] = [];
  for (let at = 0; at < 12; at++) answers.push(await save(thief.token, '203.0.113.20'));
  expect(answers).toEqual([...Array<boolean>(10).fill(false), true, true]);
  expect(await save(store.token, '203.0.113.21')).toBe(false);
  // Many accounts of one sender may try only a few of them together.
  let passed = 10;
  for (const { token } of others) for (let at = 0; at < 10; at++) if (!(await save(token, '203.0.113.20'))) passed++;
  expect(passed).toBeGreaterThan(25);
  expect(passed).toBeLessThanOrEqual(30);
});

test('many plan payments and many calls of its notice address do not use up the platform’s token', async () => {
  const [store, other] = await Promise.all([newStore(), newStore()]);
  const begin = (who: MadeStore) =>
    app.post('/v1/subscription/create', { subdomain: who.subdomain, planId: 'pro', paymentMethod: 'pix' }, owner(who));
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) statuses.push((await begin(store)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await begin(other)).status).toBe(200);

  const { rows } = await sql<{ reference: string }>`
    select reference from subscription_payment where store_id = ${store.id}`.execute(app.db);
  await sql`delete from pgboss.job where name = 'subscription.check'`.execute(app.db);
  for (let at = 0; at < 40; at++) {
    const answer = await app.post(`/webhooks/mercadopago/plan/${rows[at % rows.length]?.reference}`, {});
    expect(answer.status).toBe(200);
  }
  const jobs = await sql`select from pgboss.job where name = 'subscription.check'`.execute(app.db);
  expect(jobs.rows.length).toBe(20);
});
