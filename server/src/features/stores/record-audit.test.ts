import type { AuditAnswer } from '@vitrine/contract/members';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';

let app: TestApp;
let store: MadeStore;
let manager: string;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  manager = (await makeMember(app.db, store.id, 'manager')).token;
});
afterAll(() => app.close());

const post = (path: string, body: object) =>
  app.post(`/v1/${path}`, { subdomain: store.subdomain, ...body }, { token: manager });
const edit = (path: string, id: string, body: object) =>
  app.post(`/v1/${path}/edit/${store.subdomain}/${id}`, body, { token: manager });
const remove = (path: string, body?: object) =>
  app.app.inject({
    method: 'DELETE',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${manager}` },
    ...(body && { payload: body }),
  });

/** The newest entries of the log, oldest first, as the panel reads them. */
async function newest(limit: number): Promise<[string, string, string | null, string | null][]> {
  const answer = await app.post('/v1/audit', { subdomain: store.subdomain, limit }, { token: store.token });
  const { entries } = answer.json<AuditAnswer>();
  return entries.toReversed().map(({ actor, text, before, after }) => [actor, text, before, after]);
}
const BY = 'Membro da Equipe';

test('the log says who made, renamed, sorted and deleted a category', async () => {
  const { category } = (await post('categories/create', { name: 'Carros' })).json<{ category: { _id: string } }>();
  await edit('categories', category._id, { name: 'Motos' });
  await edit('categories', category._id, { name: 'Motos' });
  await post('categories/order', { ids: [category._id] });
  expect((await remove(`categories/delete/${store.subdomain}/${category._id}`)).statusCode).toBe(200);
  expect(await newest(4)).toEqual([
    [BY, 'Criou a categoria Carros', null, 'Nome: Carros'],
    [BY, 'Mudou o nome da categoria Carros', 'Nome: Carros', 'Nome: Motos'],
    [BY, 'Mudou a ordem das categorias', 'Ordem: Motos', 'Ordem: Motos'],
    [BY, 'Excluiu a categoria Motos', 'Nome: Motos', null],
  ]);
});

test('the log says who changed a product, and its price before and after', async () => {
  const categoryId = await makeCategory(app.db, store.id);
  const created = await post('products/create', { name: 'VIP', categoryId, price: 29.9, stock: 5 });
  expect(created.status).toBe(200);
  const productId = created.json<{ product: { _id: string } }>().product._id;
  const change = (values: object) =>
    app.post(
      '/v1/products/edit/',
      { productId, productData: { subdomain: store.subdomain, ...values } },
      { token: manager },
    );
  expect((await change({ price: 39.9, featured: true })).status).toBe(200);
  expect((await change({ description: 'Um mês de VIP' })).status).toBe(200);
  expect((await remove(`products/delete/${store.subdomain}`, { productId })).statusCode).toBe(200);
  expect(await newest(4)).toEqual([
    [
      BY,
      'Criou o produto VIP',
      null,
      expect.stringMatching(/^Nome: VIP\nCategoria: Categoria \w+\nPreço: R\$ 29,90\nEstoque: 5\nSituação: na loja$/),
    ],
    [BY, 'Mudou o produto VIP', 'Preço: R$ 29,90\nDestaque: não', 'Preço: R$ 39,90\nDestaque: sim'],
    [BY, 'Mudou o produto VIP', 'Descrição: —', 'Descrição: Um mês de VIP'],
    [BY, 'Excluiu o produto VIP', expect.stringContaining('Preço: R$ 39,90'), null],
  ]);
});

test('the log says who changed a coupon, and its value before and after', async () => {
  const coupon = { code: 'NATAL', type: 'percentage', value: 15 };
  const created = await post('discounts/create', coupon);
  const id = created.json<{ discount: { _id: string } }>().discount._id;
  const expiry = { expiration: 'date', expirationDate: '2036-12-24T23:59', limitBy: 'email' };
  expect((await edit('discounts', id, { ...coupon, type: 'fixed', value: 10, ...expiry })).status).toBe(200);
  expect((await remove(`discounts/delete/${store.subdomain}/${id}`)).statusCode).toBe(200);
  const [made, changed, deleted] = await newest(3);
  expect(made).toEqual([BY, 'Criou o cupom NATAL', null, expect.stringContaining('Código: NATAL\nValor: 15%\n')]);
  expect(changed).toEqual([
    BY,
    'Mudou o cupom NATAL',
    'Valor: 15%\nExpira em: —\nLimitar por: —',
    'Valor: R$ 10,00\nExpira em: 24/12/2036, 23:59\nLimitar por: e-mail',
  ]);
  expect(deleted).toEqual([BY, 'Excluiu o cupom NATAL', expect.stringContaining('Código: NATAL'), null]);
});

test('the log says who changed a variable', async () => {
  const constant = (value: string) => ({ variable: { kind: 'constant', name: 'grupo', value } });
  const created = await post('variables/create', constant('vip'));
  const id = created.json<{ variable: { _id: string } }>().variable._id;
  expect((await edit('variables', id, constant('ouro'))).status).toBe(200);
  expect((await remove(`variables/delete/${store.subdomain}/${id}`)).statusCode).toBe(200);
  expect(await newest(3)).toEqual([
    [BY, 'Criou a variável grupo', null, 'Nome: grupo\nValor: vip'],
    [BY, 'Mudou a variável grupo', 'Valor: vip', 'Valor: ouro'],
    [BY, 'Excluiu a variável grupo', 'Nome: grupo\nValor: ouro', null],
  ]);
});

test('a change that is refused leaves no entry', async () => {
  const before = await newest(1);
  const categoryId = await makeCategory(app.db, store.id, 'Casas');
  await makeProduct(app.db, store.id, { categoryId });
  expect((await post('categories/create', { name: 'casas' })).status).toBe(409);
  expect((await remove(`categories/delete/${store.subdomain}/${categoryId}`)).statusCode).toBe(409);
  expect(await newest(1)).toEqual(before);
});
