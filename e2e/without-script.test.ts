import type { Page } from '@playwright/test';
import { fillLogin, newEmail, PASSWORD } from './people.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { findWorld } from './world.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the shop is read and a product chosen, up to the cart', async ({ page }) => {
    const { shop } = await findWorld();
    await page.goto(shop);
    await cardOf(page, 'VIP Ouro').click();
    await expect(page.getByRole('heading', { level: 1, name: 'VIP Ouro' })).toBeVisible();
    await expect(page.getByText('R$ 49,90').first()).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await expect(page).toHaveURL(/\/buy\?product=/);
    await expect(page.getByRole('heading', { level: 1, name: 'VIP Ouro' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'R$ 49,90' })).toHaveCount(2);
    await expect(page.getByRole('paragraph').filter({ hasText: 'ative o JavaScript do navegador' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
    await expect(page).toHaveURL(/\/buy\?product=/);
  });

  test('the login says what it needs, and a form that is sent all the same puts nothing into the address', async ({
    page,
  }) => {
    const { panel } = await findWorld();
    await page.goto(`${panel}/login?next=%2Forders`);
    await expect(page.getByRole('paragraph').filter({ hasText: 'Esta página precisa de JavaScript.' })).toBeVisible();
    await fillLogin(page, 'ana@exemplo.com.br');
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('');
    await expect(page).toHaveURL(`${panel}/login?next=%2Forders`);
  });
});

/** The scripts of every page from now on are on their way until `arrive` is called. */
async function delayScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue().catch(() => {});
  });
  return arrive;
}

test('a login and a registration that were sent before the script has arrived are sent once it has', async ({
  page,
}) => {
  test.setTimeout(60_000);
  const { panel } = await findWorld();
  const email = newEmail('apressado');
  let arrive = await delayScripts(page);
  await page.goto(`${panel}/registrar`, { waitUntil: 'commit' });
  await page.getByLabel('Nome').fill('Pessoa Apressada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click({ noWaitAfter: true });
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(PASSWORD);
  arrive();
  await expect(page).toHaveURL(`${panel}/login`, { timeout: 20_000 });

  await page.unroute('**/assets/*.js');
  arrive = await delayScripts(page);
  await page.goto(`${panel}/login?next=%2Fstore%2Fcreate`, { waitUntil: 'commit' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await fillLogin(page, email);
  await expect(page).toHaveURL(`${panel}/login?next=%2Fstore%2Fcreate`);
  arrive();
  await expect(page).toHaveURL(`${panel}/store/create`, { timeout: 20_000 });
  expect(sent.filter((path) => path === '/v1/login')).toHaveLength(1);
  expect(sent).not.toContain('/login');
});

test('a press before the script has arrived leads to the cart, with the product and what was in it', async ({
  page,
}) => {
  const { shop } = await findWorld();
  await page.goto(shop);
  await cardOf(page, 'VIP Ouro').click();
  await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();

  const arrive = await delayScripts(page);
  await page.goto(shop, { waitUntil: 'commit' });
  await cardOf(page, 'Zentorno').click();
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click({ noWaitAfter: true });
  await page.waitForURL(/\/buy\?product=/, { waitUntil: 'commit' });
  arrive();
  await expect(page).toHaveURL(`${shop}/checkout`);
  const cart = page.getByRole('listitem');
  await expect(cart.filter({ hasText: 'Zentorno' })).toBeVisible();
  await expect(cart.filter({ hasText: 'VIP Ouro' })).toBeVisible();
});
