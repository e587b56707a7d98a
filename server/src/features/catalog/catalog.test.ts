import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { inOrder, waitingForLock } from '../../test/waiting-for-lock.ts';

let test: TestApp;
let store: MadeStore;
let stranger: MadeStore;

beforeAll(async () => {
  test = await createTestApp();
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  stranger = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
});
afterAll(() => test.close());

const asOwner = (path: string, body: object, token = store.token) =>
  test.post(path, { subdomain: store.subdomain, ...body }, { token });
const remove = (path: string, token: string, payload?: object) =>
  test.app.inject({
    method: 'DELETE',
    url: path,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

describe('a price of zero by edit', () => {
  const edit = (productId: string, categoryId: string, change: object) =>
    test.post(
      '/v1/products/edit/',
      { productId, productData: { subdomain: stranger.subdomain, categoryId, ...change } },
      { token: stranger.token },
    );

  it('must be confirmed, because a slip would give everything away', async () => {
    const categoryId = await makeCategory(test.db, stranger.id);
    const id = await makeProduct(test.db, stranger.id, { categoryId, price: 2990 });
    const refused = await edit(id, categoryId, { price: 0, name: 'De graça' });
    expect([refused.status, refused.json().code, refused.json().field]).toEqual([
      422,
      'price_zero_unconfirmed',
      'price',
    ]);
    expect((await edit(id, categoryId, { price: 0, freeConfirmed: false })).json().code).toBe('price_zero_unconfirmed');
    const row = () => test.db.selectFrom('product').where('id', '=', id).select(['name', 'price_centavos']);
    expect(await row().executeTakeFirst()).toMatchObject({ price_centavos: 2990 });
    expect((await edit(id, categoryId, { price: 0, freeConfirmed: true })).status).toBe(200);
    expect(await row().executeTakeFirst()).toMatchObject({ price_centavos: 0 });
    // A product that is free already stays so without a question, and gets a price again without one.
    expect((await edit(id, categoryId, { price: 0, name: 'Ainda de graça' })).status).toBe(200);
    expect((await edit(id, categoryId, { price: 5 })).status).toBe(200);
  });
});

describe('categories', () => {
  it('are created, named, listed in order, renamed and deleted', async () => {
    const created = await asOwner('/v1/categories/create', { name: ' VIPs ' });
    expect(created.status).toBe(200);
    const { category } = created.json<{ category: { _id: string } }>();
    expect((await asOwner('/v1/categories/name', { id: category._id })).json()).toMatchObject({
      success: true,
      info: [{ name: 'VIPs' }],
    });
    const edited = await test.post(
      `/v1/categories/edit/${store.subdomain}/${category._id}`,
      { name: 'Pacotes', description: 'Por 30 dias.' },
      { token: store.token },
    );
    expect(edited.status).toBe(200);
    const named = async () =>
      (await asOwner('/v1/categories/name', { id: category._id })).json<{ info: unknown[] }>().info[0];
    const shown = { _id: category._id, name: 'Pacotes', description: 'Por 30 dias.', imageUrl: null };
    expect(await named()).toEqual({ ...shown, version: 2 });
    const path = `/v1/categories/edit/${store.subdomain}/${category._id}`;
    await test.post(path, { name: 'Pacotes' }, { token: store.token });
    expect(await named(), 'an absent field stays').toMatchObject({ description: 'Por 30 dias.' });
    const foreign = await test.post(
      path,
      { name: 'Pacotes', imageUrl: '/images/de-outra-loja/640.webp' },
      { token: store.token },
    );
    expect(foreign.json().code).toBe('image_not_found');
    const list = (await test.post('/v1/categories', { subdomain: store.subdomain })).json<{ categories: object[] }>();
    expect(list.categories).toContainEqual({ _id: category._id, name: 'Pacotes', position: 1, products: 0 });
    expect((await remove(`/v1/categories/delete/${store.subdomain}/${category._id}`, store.token)).statusCode).toBe(
      200,
    );
    expect((await asOwner('/v1/categories/name', { id: category._id })).status).toBe(404);
  });

  it('have one name each, even when two are named in the same moment', async () => {
    const id = await makeCategory(test.db, store.id);
    const answers = await inOrder(
      test.db,
      (tx) => sql`select from store where id = ${store.id} for no key update`.execute(tx),
      [
        () => asOwner('/v1/categories/create', { name: 'Motos' }),
        () => test.post(`/v1/categories/edit/${store.subdomain}/${id}`, { name: 'motos' }, { token: store.token }),
      ],
    );
    expect(answers.map((answer) => [answer.status, answer.json().code])).toEqual([
      [200, undefined],
      [409, 'category_taken'],
    ]);
  });

  it('are refused with their texts', async () => {
    const long = await asOwner('/v1/categories/create', { name: 'a'.repeat(51) });
    expect(long.status).toBe(422);
    const empty = await asOwner('/v1/categories/create', { name: '  ' });
    expect(empty.json()).toMatchObject({
      success: false,
      error: 'Nome da categoria é obrigatório',
      code: 'validation_failed',
      field: 'name',
    });
    await asOwner('/v1/categories/create', { name: 'Carros' });
    expect((await asOwner('/v1/categories/create', { name: 'CARROS' })).json()).toMatchObject({
      code: 'category_taken',
    });
  });

  it('stay while products are on sale in them, and archived products move to another', async () => {
    const from = await makeCategory(test.db, store.id);
    await makeCategory(test.db, store.id);
    const product = await makeProduct(test.db, store.id, { categoryId: from });
    const refused = await remove(`/v1/categories/delete/${store.subdomain}/${from}`, store.token);
    expect(refused.json()).toMatchObject({ code: 'category_not_empty' });
    await remove(`/v1/products/delete/${store.subdomain}`, store.token, { productId: product });
    expect((await remove(`/v1/categories/delete/${store.subdomain}/${from}`, store.token)).statusCode).toBe(200);
  });
});

describe('products', () => {
  const actions = {
    discordActions: [{ type: 'add_role', executionTiming: 'on_confirmation', roleId: '123456789012345678' }],
    fiveMActions: [
      { type: 'add_money', executionTiming: 'on_confirmation', amount: 50000 },
      { type: 'execute_command', executionTiming: 'on_expiration', command: 'remvip {{cidade}}' },
    ],
  };

  it('keep what was entered, and show strangers only what is public', async () => {
    const categoryId = await makeCategory(test.db, store.id);
    const created = await asOwner('/v1/products/create', {
      name: 'VIP',
      categoryId,
      price: 29.9,
      imageUrl: '',
      stock: 5,
      buylimit: 2,
      removeProduct: 30,
      compareAtPrice: 199.99,
      ...actions,
    });
    expect(created.status).toBe(200);
    const id = created.json<{ product: { _id: string } }>().product._id;
    const own = (await asOwner('/v1/products/name', { id })).json<{ info: [Record<string, unknown>] }>().info[0];
    expect(own).toMatchObject({ name: 'VIP', price: 29.9, stock: 5, buylimit: 2, removeProduct: 30, ...actions });
    const anyone = await test.get(`/v1/products/${id}`);
    expect(anyone.json<{ info: [Record<string, unknown>] }>().info[0]).toMatchObject({
      idProduct: id,
      price: 29.9,
      compareAtPrice: 199.99,
      benefits: ['Cargo no Discord', 'R$ 50.000 no banco da cidade'],
    });
    expect(anyone.text).not.toContain('remvip');
    const listed = await test.post('/v1/products', { subdomain: store.subdomain }, { token: stranger.token });
    expect(listed.text).not.toContain('remvip');
  });

  it('show constants by their values, and an answer as still open', async () => {
    await asOwner('/v1/variables/create', { variable: { kind: 'constant', name: 'grupo_vip', value: 'Ouro' } });
    const add = (groupName: string) => ({
      target: 'fivem' as const,
      type: 'add_group' as const,
      executionTiming: 'on_confirmation' as const,
      groupName,
    });
    const id = await makeProduct(test.db, store.id, { actions: [add('{{grupo_vip}}'), add('{{cor}}')] });
    const { info } = (await test.get(`/v1/products/${id}`)).json<{ info: [{ benefits: string[] }] }>();
    expect(info[0].benefits).toEqual(['Grupo Ouro na cidade', 'Grupo à sua escolha na cidade']);
  });

  it('change only what an edit names', async () => {
    const id = await makeProduct(test.db, store.id, { stock: 3, removeDays: 10 });
    const { info } = (await asOwner('/v1/products/name', { id })).json<{ info: [{ categoryId: string }] }>();
    const edited = await asOwner('/v1/products/edit/', {
      productId: id,
      productData: { subdomain: store.subdomain, categoryId: info[0].categoryId, price: 12.5, stock: null },
    });
    expect(edited.status).toBe(200);
    // What an edit leaves out stays, the category too.
    const renamed = await asOwner('/v1/products/edit/', { productId: id, productData: { subdomain: store.subdomain } });
    expect(renamed.status).toBe(200);
    const after = (await asOwner('/v1/products/name', { id })).json<{ info: [object] }>().info[0];
    expect(after).toMatchObject({ price: 12.5, stock: null, removeProduct: 10 });
  });

  it.each([
    ['nothing was changed', 10, 10, 7],
    ['units were added', 25, 10, 22],
    ['units were taken away', 4, 10, 2],
    ['an API says how many there are', 10, undefined, 10],
    ['the limit was lifted', null, 10, null],
    ['the limit is new', 10, null, 10],
  ])('keep what was sold as sold while the form was open: %s', async (_, stock, stockSeen, left) => {
    const id = await makeProduct(test.db, store.id, { stock: 10 });
    const { info } = (await asOwner('/v1/products/name', { id })).json<{ info: [{ categoryId: string }] }>();
    // Three units went, and an order that waits for its payment holds two.
    await test.db.updateTable('product').set({ stock: 7, reserved: 2 }).where('id', '=', id).execute();
    const productData = { subdomain: store.subdomain, categoryId: info[0].categoryId, stock, stockSeen };
    expect((await asOwner('/v1/products/edit/', { productId: id, productData })).status).toBe(200);
    const after = (await asOwner('/v1/products/name', { id })).json<{ info: [object] }>().info[0];
    expect(after).toMatchObject({ stock: left });
  });

  it('keep a sale that happens during the edit', async () => {
    const id = await makeProduct(test.db, store.id, { stock: 3 });
    const { info } = (await asOwner('/v1/products/name', { id })).json<{ info: [{ categoryId: string }] }>();
    const productData = { subdomain: store.subdomain, categoryId: info[0].categoryId, stock: 0 };
    const edit = await transaction(test.db, async (tx) => {
      await tx.updateTable('product').set({ reserved: 2 }).where('id', '=', id).execute();
      const going = asOwner('/v1/products/edit/', { productId: id, productData });
      await waitingForLock(test.db, 1);
      return { going };
    });
    expect((await edit.going).status).toBe(200);
    const row = test.db.selectFrom('product').where('id', '=', id).select(['stock', 'reserved']);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ stock: 2, reserved: 2 });
  });

  it.each([
    [{ name: '' }, 'Informe o nome do produto'],
    [{ categoryId: '' }, 'Selecione a categoria associada'],
    [{ price: undefined }, 'Informe o valor do produto'],
    [{ price: 0 }, 'Preço deve ser maior que zero'],
    [
      { discordActions: [{ type: 'add_role', executionTiming: 'on_confirmation' }] },
      'Informe o ID do cargo para esta ação.',
    ],
    [{ discordActions: [{ type: 'dance' }] }, 'Selecione um tipo de ação.'],
    [{ discordActions: [{ type: 'ban' }] }, 'Selecione quando a ação será executada.'],
    [
      { fiveMActions: [{ type: 'add_money', executionTiming: 'on_confirmation', amount: 'x' }] },
      'Informe uma quantia válida.',
    ],
    [
      { fiveMActions: [{ type: 'add_item', executionTiming: 'on_confirmation', itemName: 'agua' }] },
      'Informe o nome e a quantidade do item.',
    ],
  ])('refuse %j with the text of the form', async (change, text) => {
    const categoryId = await makeCategory(test.db, store.id);
    const answer = await asOwner('/v1/products/create', { name: 'VIP', categoryId, price: 10, ...change });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toBe(text);
  });

  it('have a video of YouTube, however its address is written, and of nobody else', async () => {
    const categoryId = await makeCategory(test.db, store.id);
    const made = await asOwner('/v1/products/create', {
      name: 'A',
      categoryId,
      price: 1,
      video: 'https://youtu.be/aqz-KE-bpKQ?t=3',
    });
    expect(made.status).toBe(200);
    const id = made.json<{ product: { _id: string } }>().product._id;
    const shown = async () =>
      (await asOwner('/v1/products/name', { id })).json<{ info: [{ video: string | null }] }>().info[0].video;
    expect(await shown()).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    const edit = (video: unknown) =>
      asOwner('/v1/products/edit/', { productId: id, productData: { subdomain: store.subdomain, video } });
    for (const wrong of [
      'https://vimeo.com/1',
      'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
      'https://youtu.be/"><x>',
      7,
    ]) {
      expect((await edit(wrong)).json()).toMatchObject({ error: 'Use o endereço de um vídeo do YouTube.' });
    }
    expect((await edit(undefined)).status).toBe(200);
    expect(await shown()).toContain('aqz-KE-bpKQ');
    expect((await edit('')).status).toBe(200);
    expect(await shown()).toBeNull();
  });

  it('refuse unknown placeholders and foreign categories', async () => {
    const categoryId = await makeCategory(test.db, store.id);
    const command = { type: 'execute_command', executionTiming: 'on_confirmation', command: 'dar {{cor}}' };
    const unknown = await asOwner('/v1/products/create', { name: 'A', categoryId, price: 1, fiveMActions: [command] });
    expect(unknown.json()).toMatchObject({ code: 'unknown_placeholder' });
    const foreign = await makeCategory(test.db, stranger.id);
    const refused = await asOwner('/v1/products/create', { name: 'A', categoryId: foreign, price: 1 });
    expect(refused.json()).toMatchObject({ code: 'category_not_found' });
  });

  it('let through exactly as many as the plan allows, however many are created at once', async () => {
    const free = await makeStore(test.db, test.deps.config.secret);
    const categoryId = await makeCategory(test.db, free.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        test.post(
          '/v1/products/create',
          { subdomain: free.subdomain, name: `P${i}`, categoryId, price: 1 },
          { token: free.token },
        ),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.every((answer) => answer.json().code === 'plan_product_limit')).toBe(true);
  });

  it('cannot be edited by an attendant or seen by another store', async () => {
    const attendant = await makeMember(test.db, store.id, 'attendant');
    const id = await makeProduct(test.db, store.id);
    expect((await asOwner('/v1/products/create', { name: 'A' }, attendant.token)).status).toBe(403);
    const foreign = await asOwner('/v1/products/name', { id }, stranger.token);
    const unknown = await test.post('/v1/products/name', { subdomain: 'nao-existe', id }, { token: stranger.token });
    expect(foreign.status).toBe(404);
    expect(foreign.json().error).toBe(unknown.json().error);
  });
});
