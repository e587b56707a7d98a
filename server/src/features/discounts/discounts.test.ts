import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';

let test: TestApp;
let store: MadeStore;

beforeAll(async () => {
  test = await createTestApp();
  store = await makeStore(test.db, test.deps.config.secret);
});
afterAll(() => test.close());

const asOwner = (path: string, body: object) =>
  test.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
const check = async (body: object) =>
  (await test.post('/v1/discounts/check', { subdomain: store.subdomain, ...body })).json<Record<string, unknown>>();
const valid = { code: 'natal', type: 'percentage', value: 15 };

describe('discounts', () => {
  it('are created in upper case, listed, edited and deleted', async () => {
    const created = await asOwner('/v1/discounts/create', { ...valid, usageLimit: 'limited', usageCount: 5 });
    expect(created.status).toBe(200);
    const id = created.json<{ discount: { _id: string } }>().discount._id;
    const { discounts } = (await asOwner('/v1/discounts', {})).json<{ discounts: object[] }>();
    expect(discounts).toContainEqual(
      expect.objectContaining({ _id: id, code: 'NATAL', value: 15, status: 'active', usageCount: 0, maxUsage: 5 }),
    );
    const edit = (body: object) =>
      test.post(`/v1/discounts/edit/${store.subdomain}/${id}`, body, { token: store.token });
    expect((await edit({ ...valid, status: 'inactive' })).status).toBe(200);
    expect((await check({ code: 'natal', idProducts: [] })).code).toBe('coupon_inactive');
    const gone = await test.app.inject({
      method: 'DELETE',
      url: `/v1/discounts/delete/${store.subdomain}/${id}`,
      headers: { authorization: `Bearer ${store.token}` },
    });
    expect(gone.statusCode).toBe(200);
    expect((await check({ code: 'natal', idProducts: [] })).code).toBe('coupon_unknown');
    expect((await asOwner('/v1/discounts/create', valid)).status).toBe(200);
  });

  it('have one code each, even when two get it in the same moment', async () => {
    const created = await asOwner('/v1/discounts/create', { ...valid, code: 'PASCOA' });
    const id = created.json<{ discount: { _id: string } }>().discount._id;
    const taken = { ...valid, code: 'JUNINA' };
    const answers = await inOrder(
      test.db,
      (tx) => sql`select from store where id = ${store.id} for no key update`.execute(tx),
      [
        () => asOwner('/v1/discounts/create', taken),
        () => test.post(`/v1/discounts/edit/${store.subdomain}/${id}`, taken, { token: store.token }),
      ],
    );
    expect(answers.map((answer) => [answer.status, answer.json().code])).toEqual([
      [200, undefined],
      [409, 'discount_taken'],
    ]);
  });

  it.each<[object, string]>([
    [{ code: '' }, 'Informe o código do cupom.'],
    [{ code: 'a'.repeat(21) }, 'O código deve ter no máximo 20 caracteres.'],
    [{ type: 'other' }, 'Selecione o tipo de desconto.'],
    [{ value: 101 }, 'A porcentagem deve ser um número inteiro de 0 a 100.'],
    [{ value: 10.5 }, 'A porcentagem deve ser um número inteiro de 0 a 100.'],
    ...[0.001, 0.004, 0.0099, 1e-9].map((value): [object, string] => [
      { type: 'fixed', value },
      'O menor desconto, acima de zero, é de R$ 0,01.',
    ]),
    ...[0.015, 1.005, 9.999].map((value): [object, string] => [
      { type: 'fixed', value },
      'Use no máximo 2 casas decimais.',
    ]),
    [{ usageLimit: 'limited' }, 'Informe o número de usos (mínimo 1).'],
    [{ expiration: 'date' }, 'Informe a data de expiração.'],
    [{ limitBy: 'ip' }, 'Limite inválido.'],
  ])('refuse %j', async (change, text) => {
    const answer = await asOwner('/v1/discounts/create', { ...valid, ...change });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toBe(text);
  });

  it('are at least one centavo, after an edit too', async () => {
    const cent = { ...valid, code: 'CENTAVO', type: 'fixed', value: 0.01 };
    const made = (await asOwner('/v1/discounts/create', cent)).json<{ discount: { _id: string } }>();
    const path = `/v1/discounts/edit/${store.subdomain}/${made.discount._id}`;
    const edit = (value: number) => test.post(path, { ...cent, value }, { token: store.token });
    expect((await edit(0.001)).status).toBe(422);
    expect((await edit(0.02)).status).toBe(200);
  });

  it('end in the future, but an edit may leave a date that has passed', async () => {
    const ends = (at: number) => ({ expiration: 'date', expirationDate: new Date(at).toISOString() });
    const refused = { code: 'discount_ended', field: 'expirationDate' };
    const past = await asOwner('/v1/discounts/create', { ...valid, code: 'ONTEM', ...ends(Date.now() - 1000) });
    expect([past.status, past.json()]).toEqual([422, expect.objectContaining(refused)]);

    const end = new Date('2020-01-01T00:00:30Z');
    const id = await makeDiscount(test.db, store.id, { code: 'VELHO', expiresAt: end });
    const edit = (body: object) =>
      test.post(`/v1/discounts/edit/${store.subdomain}/${id}`, { ...valid, ...body }, { token: store.token });
    // The form knows the minute only.
    expect((await edit({ code: 'VELHO2', ...ends(Date.parse('2020-01-01T00:00Z')) })).status).toBe(200);
    expect((await edit({ code: 'VELHO3', ...ends(Date.parse('2020-01-02T00:00Z')) })).json()).toMatchObject(refused);
    expect((await edit({ code: 'NOVO', ...ends(Date.now() + 3_600_000) })).status).toBe(200);
  });

  it('may be worth nothing', async () => {
    for (const type of ['fixed', 'percentage']) {
      const answer = await asOwner('/v1/discounts/create', { ...valid, code: `ZERO-${type}`, type, value: 0 });
      expect(answer.status).toBe(200);
    }
  });

  it('understand the browser’s local time as São Paulo’s', async () => {
    await asOwner('/v1/discounts/create', {
      ...valid,
      code: 'VESPERA',
      expiration: 'date',
      expirationDate: '2099-12-24T23:59',
    });
    const { discounts } = (await asOwner('/v1/discounts', {})).json<{ discounts: object[] }>();
    expect(discounts).toContainEqual(
      expect.objectContaining({ code: 'VESPERA', expiresAt: '2099-12-25T02:59:00.000Z' }),
    );
  });
});

describe('the coupon box', () => {
  it('shows the price of the order to the centavo', async () => {
    await makeDiscount(test.db, store.id);
    const product = await makeProduct(test.db, store.id, { price: 1995 });
    expect(await check({ code: ' desconto10 ', idProducts: [{ id: product, quantity: 3 }] })).toMatchObject({
      success: true,
      subtotal: 59.85,
      discount: 5.99,
      total: 53.86,
    });
  });

  it.each([
    ['coupon_expired', { expiresAt: new Date('2020-01-01') }, {}],
    ['coupon_minimum', { min: 999_999 }, {}],
    ['coupon_needs_city_id', { limitBy: 'user_id' }, {}],
    ['coupon_needs_email', { limitBy: 'email' }, { clientId: 1 }],
    ['coupon_needs_discord', { limitBy: 'discord' }, { clientId: 1 }],
  ] as const)('says %s', async (code, options, buyer) => {
    const name = code.toUpperCase().slice(0, 20);
    await makeDiscount(test.db, store.id, { ...options, code: name });
    const product = await makeProduct(test.db, store.id);
    const answer = await check({ code: name, idProducts: [{ id: product, quantity: 1 }], ...buyer });
    expect(answer).toMatchObject({ success: false, code });
  });

  it('says when a coupon is for other products', async () => {
    const category = await makeCategory(test.db, store.id);
    await makeDiscount(test.db, store.id, { code: 'SOCARROS', categories: [category] });
    const product = await makeProduct(test.db, store.id);
    const answer = await check({ code: 'SOCARROS', idProducts: [{ id: product, quantity: 1 }] });
    expect(answer.code).toBe('coupon_not_for_products');
  });
});
