import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startLiveMta } from '../standins/mta/live.ts';
import type { MtaServer } from '../standins/mta/server.ts';
import { unpack } from '../standins/mta/unpack.ts';
import { countPresses } from './count-presses.ts';
import { expectUsableFace } from './faces.ts';
import { approve } from './own-store.ts';
import { newCategory, newProduct, newStore } from './owner.ts';
import { linkInMail, PASSWORD } from './people.ts';
import { connectServer, type ProtocolServer } from './protocol-server.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { findWorld } from './world.ts';

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

async function addAction(page: Page, type: string, fill: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: /^Adicionar (ação|mais)$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ação do MTA' });
  await dialog.getByLabel('Tipo de ação').selectOption({ label: type });
  for (const [label, text] of Object.entries(fill)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
  await expectUsableFace(page, `mta-action-${type.split(' ').at(-1)}`);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
}

test('a new owner of an MTA server: from the registration to the first delivered sale', async ({ page }) => {
  const world = await findWorld();
  const { panel, tokens } = world;
  const hand = await countPresses(page);
  const name = `baixada-${Date.now().toString(36)}`;
  const email = `dona@${name}.com.br`;

  await test.step('registers, logs in and confirms the address', async () => {
    await page.goto(`${panel}/registrar`);
    await page.getByLabel('Nome').fill('Lia Ramos');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByText(`Enviamos um link para ${email}.`)).toBeVisible();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nova loja' })).toBeVisible();
    await page.goto(await linkInMail(world, email, 'Confirme seu e-mail'));
    await page.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
    await expect(page.getByText('Seu e-mail foi confirmado.')).toBeVisible();
  });

  await test.step('makes the store, and pastes the payment token', async () => {
    await page.goto(`${panel}/store/create`);
    await page.getByLabel('Nome da loja').fill('Baixada MTA');
    await page.getByLabel('Domínio').fill(name);
    await page.getByRole('button', { name: 'Criar loja' }).click();
    await expect(page).toHaveURL(`${panel}/dashboard`);
    await page.goto(`${panel}/config?tab=pagamentos`);
    await page.getByLabel('Token de acesso do Mercado Pago').fill(tokens.free);
    await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  });

  await test.step('connects the server with the downloaded script', async () => {
    await page.goto(`${panel}/config?tab=servidores`);
    await page.getByLabel('Qual é o jogo do seu servidor?').selectOption({ label: 'MTA' });
    await expect(page.getByRole('heading', { name: 'Conectar um servidor de MTA' })).toBeVisible();
    await expectUsableFace(page, 'mta-connect');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o script' }).click();
    const zip = await (await download).path();
    const block = page.getByRole('region', { name: 'Linhas do config.lua' });
    await block.locator('xpath=..').getByRole('button', { name: 'Mostrar' }).click();
    await install(zip, (await block.innerText()).trim());
    await expect(page.getByText('Servidor conectado', { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('makes a product with a group of the server and an item', async () => {
    await page.goto(`${panel}/categories/create`);
    await page.getByLabel('Nome da categoria').fill('VIPs');
    await page.getByRole('button', { name: /^Criar/ }).click();
    await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
    await page.goto(`${panel}/products/create`);
    await page.getByLabel('Nome', { exact: true }).fill('VIP Ouro');
    await page.getByLabel('Preço', { exact: true }).fill('19,90');
    await page.getByLabel('Categoria').selectOption({ label: 'VIPs' });
    await page.getByRole('tab', { name: 'MTA' }).click();
    await addAction(page, 'Adicionar grupo', { 'Nome do grupo': 'VIP' });
    await addAction(page, 'Remover banimento', {});
    await expect(page.getByText('Remover o banimento do servidor de MTA').first()).toBeVisible();
    await expectUsableFace(page, 'mta-tab');
    await page.getByRole('button', { name: 'Criar Produto' }).click();
    await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
  });

  await test.step('sells it once', async () => {
    server?.join('Bruno_Lima');
    const shop = panel.replace('://', `://${name}.`);
    await putIntoCart(page, shop, 'VIP Ouro');
    await page.goto(`${shop}/checkout`);
    await page.getByLabel('Conta do MTA').fill('Bruno_Lima');
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    await approve({ world }, referenceOf(page));
    await expect(page.getByText('Tudo entregue').first()).toBeVisible({ timeout: 60_000 });
    expect(server?.world.disk.groups.VIP?.objects).toEqual(['user.Bruno_Lima']);
    hand.report('from the registration to the first sale of an MTA server');
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
