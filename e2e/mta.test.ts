import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLiveMta } from '../standins/mta/live.ts';
import type { MtaServer } from '../standins/mta/server.ts';
import { unpack } from '../standins/mta/unpack.ts';
import { expectUsableFace } from './faces.ts';
import { addAction, beginProduct, endProduct, openStore, secretLines, sellOnce } from './first-sale.ts';
import { approve } from './own-store.ts';
import { newCategory, newProduct, newStore } from './owner.ts';
import { connectServer, type ProtocolServer } from './protocol-server.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';
const both = { online: true, offline: true };

const folder = mkdtempSync(join(tmpdir(), 'vitrine-story-mta-'));
let server: MtaServer | undefined;
const protocols: ProtocolServer[] = [];
test.afterEach(() => {
  server?.close();
  for (const one of protocols.splice(0)) one.close();
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts the downloaded zip into a server of MTA, with the lines of the panel in the place of those in its config.lua. */
async function install(zip: string, lines: string): Promise<void> {
  const resourceDir = unpack(new Uint8Array(readFileSync(zip)), join(folder, 'resources'));
  const config = join(resourceDir, 'config.lua');
  let text = readFileSync(config, 'utf8');
  for (const line of lines.split('\n')) {
    const [name = ''] = line.split(' = ');
    text = text.replace(new RegExp(`^${name} = .*$`, 'm'), () => line);
  }
  writeFileSync(config, text);
  server = await startLiveMta({ folder: join(folder, 'machine'), resourceDir, accounts: [{ name: 'Bruno_Lima' }] });
}

test('a new owner of an MTA server: from the registration to the first delivered sale', async ({ page }) => {
  const owner = await openStore(page, 'Baixada MTA');

  await test.step('connects the server with the downloaded script', async () => {
    await page.goto(`${owner.panel}/config?tab=servidores`);
    await page.getByLabel('Qual é o jogo do seu servidor?').selectOption({ label: 'MTA' });
    await expect(page.getByRole('heading', { name: 'Conectar um servidor de MTA' })).toBeVisible();
    await expectUsableFace(page, 'mta-connect');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o script' }).click();
    const zip = await (await download).path();
    await install(zip, await secretLines(page, 'Linhas do config.lua'));
    await expect(page.getByText('Servidor conectado', { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('makes a product with a group of the server and an item', async () => {
    await beginProduct(page, owner, 'VIP Ouro', 'VIPs');
    await page.getByRole('tab', { name: 'MTA' }).click();
    await addAction(page, 'MTA', 'Adicionar grupo', { 'Nome do grupo': 'VIP' }, () =>
      expectUsableFace(page, 'mta-action-grupo'),
    );
    await addAction(page, 'MTA', 'Remover banimento', {});
    await expect(page.getByText('Remover o banimento do servidor de MTA').first()).toBeVisible();
    await expectUsableFace(page, 'mta-tab');
    await endProduct(page);
  });

  await test.step('sells it once', async () => {
    server?.join('Bruno_Lima');
    await sellOnce(page, owner, { product: 'VIP Ouro', field: 'Conta do MTA', id: 'Bruno_Lima' });
    expect(server?.world.disk.groups.VIP?.objects).toEqual(['user.Bruno_Lima']);
    await expectUsableFace(page, 'mta-order');
  });
});

test('one cart for two games: an id for each server, one order, and each server gets its own', async ({ page }) => {
  const owner = await newStore({ name: 'Dois Jogos', paid: true });
  const { world, api, store } = owner;
  const category = await newCategory(owner, 'VIP');
  const { apiToken: cityToken } = await api('POST /store/token', {});
  const { apiToken } = await api('POST /servers/create', { name: 'Roleplay', game: 'mta' });
  const words = { identity: both, arguments: both, in_order: both, add_money: both, add_group: both };
  const connect = async (token: string | null, game: string, framework: string, online: string[]) => {
    const one = await connectServer(world.address, token ?? '', { game, framework, capabilities: words, online });
    protocols.push(one);
    return one;
  };
  const city = await connect(cityToken, 'fivem', 'vrp1', ['17']);
  const mta = await connect(apiToken, 'mta', 'mta', ['mta_account:Bruno_Lima']);
  const now = { executionTiming: 'on_confirmation' };
  await newProduct(owner, category._id, {
    name: 'Dinheiro da cidade',
    fiveMActions: [{ type: 'add_money', amount: 500, ...now }],
  });
  await newProduct(owner, category._id, {
    name: 'VIP do MTA',
    mtaActions: [{ type: 'mta_add_group', groupName: 'VIP', ...now }],
  });
  const shop = world.panel.replace('://', `://${store.subdomain}.`);
  await putIntoCart(page, shop, 'VIP do MTA');
  await page.goto(`${shop}/checkout`);
  await expect(page.getByLabel('Conta do MTA')).toBeVisible();
  await expect(page.getByLabel('ID da Cidade')).toHaveCount(0);
  await putIntoCart(page, shop, 'Dinheiro da cidade');
  await page.goto(`${shop}/checkout`);
  await page.getByLabel('ID da Cidade').fill('17');
  await page.getByLabel('Conta do MTA').fill('Bruno_Lima');
  await page.getByLabel('ID do Discord').fill(BRUNO);
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await expectUsableFace(page, 'two-games-checkout');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await approve(owner, referenceOf(page));
  await expect(page.getByText('Tudo entregue').first()).toBeVisible({ timeout: 60_000 });
  await expectUsableFace(page, 'two-games-order');
  expect(city.given.map(({ action, player }) => [action, player.city_id])).toEqual([['add_money', '17']]);
  expect(mta.given.map(({ action, player }) => [action, player.identity?.value])).toEqual([
    ['add_group', 'Bruno_Lima'],
  ]);
});
