import type { Product } from '@vitrine/contract/catalog';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { everything, GameClient } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory } from '../../test/make-catalog.ts';
import { on } from '../../test/make-deliveries.ts';

/** Products and what the connected city has: a wrong name is found when it is saved, not after it was sold. */

let app: TestApp;
let store: MadeStore;
let categoryId: string;
let city: GameClient;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  categoryId = await makeCategory(app.db, store.id);
  city = new GameClient(app, store.apiToken);
});

type Answer = { code?: string; error?: string; field?: string; warning?: string | null; product?: { _id: string } };
const asOwner = async (path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  return { status: answer.status, ...answer.json<Answer>() };
};
const bare = ({ target: _, ...action }: ReturnType<typeof on.group>) => action;
const sell = (...actions: ReturnType<typeof on.group>[]) =>
  asOwner('/v1/products/create', { name: 'VIP', categoryId, price: 10, fiveMActions: actions.map(bare) });
const named = (...names: string[]) => ({ entries: names.map((name) => ({ name })) });
const lists = {
  groups: named('Premium'),
  items: { entries: [{ name: 'agua', label: 'Garrafa de Água' }, { name: 'radio' }] },
  vehicles: named('WRa45'),
  commands: {
    entries: [
      { name: 'darvip', allowed: true },
      { name: 'anuncio', allowed: false },
    ],
    closed: false,
  },
};
async function problems(): Promise<(string | null)[]> {
  const answer = await app.post('/v1/products', { subdomain: store.subdomain }, { token: store.token });
  return answer.json<{ products: Product[] }>().products.map(({ problem }) => problem);
}
async function attention(): Promise<string[]> {
  const answer = await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token });
  return answer.json<DashboardAnswer>().attention.flatMap(({ kind, text }) => (kind === 'unfit' ? [text] : []));
}

test('a name that the city does not have is refused, with the field and the name that was meant', async () => {
  expect((await sell(on.item('celularr', 1))).status).toBe(200);
  await city.tell(lists);
  expect(await sell(on.item('Agua', 1))).toMatchObject({
    status: 422,
    code: 'name_not_in_city',
    field: 'itemName',
    error: 'O item “Agua” não existe na cidade. Você quis dizer “agua”?',
  });
  expect(await sell(on.group('Vip'))).toMatchObject({ status: 422, code: 'name_not_in_city', field: 'groupName' });
  expect(await sell(on.item('agua', 1), on.group('Premium:2'))).toMatchObject({ status: 200, warning: null });
});

test('a new price is saved with a warning while an older action names something that the city lost', async () => {
  await city.tell(lists);
  const { product } = await sell(on.item('radio', 1), on.item('agua', 1));
  expect([await problems(), await attention()]).toEqual([[null], []]);
  await city.tell({ ...lists, items: named('agua') });
  expect(await problems()).toEqual([
    'O item “radio” não existe na cidade. Escolha um nome da lista, com a grafia da cidade.',
  ]);
  expect((await attention())[0]).toContain('“VIP”: uma ação não pode mais ser executada como está.');
  const edit = (data: object) =>
    asOwner('/v1/products/edit/', { productId: product?._id, productData: { subdomain: store.subdomain, ...data } });
  expect(await edit({ price: 20 })).toMatchObject({ status: 200, warning: expect.stringContaining('“radio”') });
  const kept = [on.item('radio', 1), on.item('agua', 1)].map(bare);
  expect((await edit({ fiveMActions: kept })).status).toBe(200);
  expect((await edit({ fiveMActions: [...kept, bare(on.item('pao', 1))] })).code).toBe('name_not_in_city');
  expect(await edit({ fiveMActions: kept.slice(1) })).toMatchObject({ status: 200, warning: null });
  expect([await problems(), await attention()]).toEqual([[null], []]);
});

test('actions that the base cannot do, and commands without permission, are saved with a warning and are listed', async () => {
  const { add_group: _, ...less } = everything;
  await city.tell({ ...lists, groups: named() }, { capabilities: less });
  expect((await sell(on.group('Premium'))).warning).toContain('não oferece “Adicionar grupo”');
  expect((await sell(on.command('anuncio oi'))).warning).toContain('add_ace resource.vitrine command.anuncio allow');
  // Scripts may answer commands that nobody registered, so such a command does not put the product on the list.
  expect((await sell(on.command('outro 1'))).warning).toContain('não está registrado');
  expect((await problems()).filter((problem) => problem !== null)).toHaveLength(2);
});

test('no name is checked while the city is silent or unknown, and never by another store’s city', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  await new GameClient(app, other.apiToken).tell(lists);
  expect(await sell(on.item('celularr', 1))).toMatchObject({ status: 200, warning: null });
  await city.hello();
  expect(await sell(on.item('celularr', 1))).toMatchObject({ status: 200, warning: null });
  const names = async (of: MadeStore) => {
    const answer = await app.get('/v1/city/names', { token: of.token, headers: { 'x-store': of.subdomain } });
    return answer.json<{ cities: { actions: string[] | null; lists: object }[] }>().cities;
  };
  expect((await names(store)).map(({ lists: told }) => Object.keys(told))).toEqual([[]]);
  expect((await names(other)).map(({ lists: told }) => Object.keys(told).sort())).toEqual([
    ['commands', 'groups', 'items', 'vehicles'],
  ]);
  const foreign = await app.get('/v1/city/names', { token: store.token, headers: { 'x-store': other.subdomain } });
  expect(foreign.status).toBe(404);
});
