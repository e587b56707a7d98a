import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { countPresses, type Hand } from './count-presses.ts';
import { approve } from './own-store.ts';
import { linkInMail, PASSWORD } from './people.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect } from './test.ts';
import { findWorld, type World } from './world.ts';

/** The way of a new owner to the first delivered sale, for stories that differ by the game. */
export interface NewOwner {
  world: World;
  panel: string;
  /** Address of the shop. */
  shop: string;
  hand: Hand & { report(of: string): void };
}

/** Registers, logs in, confirms the address, makes the store and pastes the payment token, all in the browser. */
export async function openStore(page: Page, nameStore: string): Promise<NewOwner> {
  const world = await findWorld();
  const { panel, tokens } = world;
  const hand = await countPresses(page);
  const subdomain = `nova-${process.pid.toString(36)}-${Date.now().toString(36)}`;
  const email = `dona@${subdomain}.com.br`;
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
  await page.goto(`${panel}/store/create`);
  await page.getByLabel('Nome da loja').fill(nameStore);
  await page.getByLabel('Domínio').fill(subdomain);
  await page.getByRole('button', { name: 'Criar loja' }).click();
  await expect(page).toHaveURL(`${panel}/dashboard`);
  await page.goto(`${panel}/config?tab=pagamentos`);
  await page.getByLabel('Token de acesso do Mercado Pago').fill(tokens.free);
  await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  return { world, panel, shop: panel.replace('://', `://${subdomain}.`), hand };
}

/** The lines that the connection steps show under this name, after a press that uncovers the token. */
export async function secretLines(page: Page, label: string): Promise<string> {
  const block = page.getByRole('region', { name: label });
  await block.locator('xpath=..').getByRole('button', { name: 'Mostrar' }).click();
  return (await block.innerText()).trim();
}

/** Connects a FiveM server that waits at this address: the downloaded script and the lines of the steps go into its page. */
export async function connectCity(page: Page, city: string, watch: (page: Page) => void): Promise<void> {
  await page.getByLabel('Li o aviso e quero conectar meu servidor mesmo assim').check();
  await page.getByRole('button', { name: 'Confirmar e continuar' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o script' }).click();
  const zip = await (await download).path();
  const token = await secretLines(page, 'Token de identificação');
  const lines = await secretLines(page, 'Linhas do server.cfg');
  const url = /vitrine_url "([^"]+)"/.exec(lines)?.[1] ?? '';
  expect(lines).toContain(token);

  const server = await page.context().newPage();
  watch(server);
  await server.goto(city);
  await server
    .getByLabel('Arquivo .zip do recurso')
    .setInputFiles({ name: 'vitrine-fivem.zip', mimeType: 'application/zip', buffer: readFileSync(zip) });
  await server.getByRole('button', { name: 'Instalar' }).click();
  await expect(server.getByText('Instalado: vitrine')).toBeVisible();
  await server.getByLabel('Chave privada da loja (vitrine_token)').fill(token);
  await server.getByLabel('Endereço da plataforma (vitrine_url)').fill(url);
  await server.getByRole('button', { name: 'Salvar e iniciar o recurso' }).click();
  // A tab that is closed while it sends its form would end the sending too.
  await expect(server.getByText('rodando')).toBeVisible();
  await server.close();
  await expect(page.getByText('Servidor conectado', { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Makes a category, and opens the form of a new product in it. */
export async function beginProduct(page: Page, { panel }: NewOwner, name: string, category: string): Promise<void> {
  await page.goto(`${panel}/categories/create`);
  await page.getByLabel('Nome da categoria').fill(category);
  await page.getByRole('button', { name: /^Criar/ }).click();
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  await page.goto(`${panel}/products/create`);
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('Preço', { exact: true }).fill('19,90');
  await page.getByLabel('Categoria').selectOption({ label: category });
}

/** Saves the product of the form. */
export async function endProduct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
}

/** Adds an action of the open tab, which is executed after the confirmation. */
export async function addAction(
  page: Page,
  game: string,
  type: string,
  fill: Record<string, string>,
  look?: () => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: /^Adicionar (ação|mais)$/ }).click();
  const dialog = page.getByRole('dialog', { name: `Ação do ${game}` });
  await dialog.getByLabel('Tipo de ação').selectOption({ label: type });
  for (const [label, text] of Object.entries(fill)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
  await look?.();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
}

/** A shopper buys the product for the player with this id, pays by Pix, and reads that everything was delivered. */
export async function sellOnce(
  page: Page,
  { world, shop, hand }: NewOwner,
  { product, field, id }: { product: string; field: string; id: string },
): Promise<void> {
  await putIntoCart(page, shop, product);
  await page.goto(`${shop}/checkout`);
  await page.getByLabel(field).fill(id);
  await page.getByLabel('ID do Discord').fill('391822001983488001');
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await approve({ world }, referenceOf(page));
  await expect(page.getByText('Tudo entregue').first()).toBeVisible({ timeout: 60_000 });
  hand.report('from the registration to the first delivered sale');
}
