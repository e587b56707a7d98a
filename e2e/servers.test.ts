import { type OwnCity, startCity } from './own-city.ts';
import { approve, makeStore } from './own-store.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { confirmAgain } from './people.ts';
import { fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { citizen, cityState } from './world.ts';

const BRUNO = '391822001983488001';
const cities: OwnCity[] = [];

test.afterEach(() => {
  for (const city of cities.splice(0)) city.close();
});

/** A game server with the script and this token. */
async function connect(token: string, platform: string): Promise<OwnCity> {
  const city = await startCity('creative4-summerz', { token, platform });
  cities.push(city);
  return city;
}
const says = (city: OwnCity, text: string) =>
  expect.poll(async () => (await cityState(city.url)).console.join('\n'), { timeout: 60_000 }).toContain(text);

test('a buyer chooses the server at checkout, and only that city pays out', async ({ page }) => {
  const store = await makeStore('Duas Cidades RP');
  await confirmAgain(store.token);
  const { apiToken } = await store.ask('POST /servers/create', { name: 'Cidade Baixa' });
  const money = { type: 'add_money', executionTiming: 'on_confirmation', amount: 5000, server: 'buyer' };
  const categoryId = await store.category('Dinheiro');
  await store.product({ name: 'Maleta', price: 9.9, categoryId, fiveMActions: [money] });
  const baixa = await connect(apiToken, store.world.address);
  await says(baixa, 'Conectado à loja');
  const before = (await citizen(baixa.url, 3)).bank ?? 0;

  await putIntoCart(page, store.shop, 'Maleta');
  await page.goto(`${store.shop}/checkout`);
  const server = page.getByLabel('Servidor', { exact: true });
  await expect(server.getByRole('option')).toHaveText([
    'Selecione',
    'Servidor principal · fora do ar',
    'Cidade Baixa · online',
  ]);
  await fillCheckout(page, { cityId: 3, discordId: BRUNO }, 'Pix');
  await finish(page);
  await expect(page.getByText('Escolha o servidor em que você joga.').first()).toBeVisible();
  await expect(server).toBeFocused();
  await server.selectOption({ label: 'Servidor principal · fora do ar' });
  await expect(page.getByText('Fora do ar agora. A entrega sai quando ele voltar.')).toBeVisible();
  await server.selectOption({ label: 'Cidade Baixa · online' });
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();

  await approve(store, referenceOf(page));
  await expect(page.getByText('Adicionar R$ 5.000 ao banco da cidade · Cidade Baixa')).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await citizen(baixa.url, 3)).bank, { timeout: 60_000 }).toBe(before + 5000);
});

test('a second server with the token waits, and delivers after its owner approved it', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newStore({ name: 'Cidade Mudada RP' });
  const { apiToken } = await owner.api('POST /store/token', {});
  const first = await connect(apiToken ?? '', owner.world.address);
  await says(first, 'Conectado à loja');
  const second = await connect(apiToken ?? '', owner.world.address);
  await says(second, 'até você aprovar em');

  await enter(page, owner, '/config?tab=servidores');
  const waiting = page.getByRole('region', { name: 'Servidor à espera' });
  await expect(waiting).toContainText('Outro servidor se conectou com este token');
  await waiting.getByRole('button', { name: 'Aprovar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aprovar este servidor para Servidor principal?' });
  await dialog.getByRole('button', { name: 'Aprovar' }).click();
  await expect(page.getByText('Servidor aprovado. Ele assume em segundos.')).toBeVisible();
  await says(second, 'Conectado à loja');
  // The server that delivered before now waits, and the owner could approve it again.
  await expect(waiting).toContainText('O servidor que entregava antes voltou', { timeout: 30_000 });
});

test('in a store with two servers, an action of the product form names its server', async ({ page }) => {
  const owner = await newStore({ name: 'Porto Duplo RP' });
  await newCategory(owner, 'Vip');
  await owner.api('POST /servers/create', { name: 'Cidade Baixa' });
  await enter(page, owner, '/products/create');
  await page.getByRole('tab', { name: 'FiveM' }).click();
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tipo de ação').selectOption({ label: 'Remover banimento' });
  await expect(dialog.getByLabel('Servidor', { exact: true }).getByRole('option')).toHaveText([
    'Servidor principal',
    'Cidade Baixa',
    'Todos os servidores',
    'O cliente escolhe no checkout',
  ]);
  await dialog.getByLabel('Servidor', { exact: true }).selectOption({ label: 'Todos os servidores' });
  await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Remover o banimento da cidade · todos os servidores').first()).toBeVisible();
});
