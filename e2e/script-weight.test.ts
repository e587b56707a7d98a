import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { route } from './call.ts';
import { cardOf, fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { findWorld } from './world.ts';

/**
 * The script that a browser really loads with a page. bin/lib/weigh.mjs computes it from the build, without the files
 * that a page's own script loads at once.
 */

const assets = resolve(import.meta.dirname, '..', 'web', 'build', 'client', 'assets');
const PANEL_GZ = 250_000;
const SHOP = { gz: 16_000, br: 14_000 };
const CHECKOUT = { gz: 94_000, br: 82_000 };

/** Bytes of all scripts since the page was opened, as sent with gzip and with brotli. */
async function scriptOf(page: Page): Promise<{ gz: number; br: number }> {
  await page.waitForLoadState('networkidle');
  const read = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))
        .map((path) => path.slice('/assets/'.length)),
    );
  // Shop window and product pages fetch their script a second after the picture, maybe after the network is idle.
  await expect.poll(async () => (await read()).length, 'the page has script').toBeGreaterThan(2);
  const names = await read();
  const known = new Set(readdirSync(assets));
  const sum = (ending: string) =>
    [...new Set(names)].reduce(
      (total, name) => total + statSync(join(assets, known.has(name + ending) ? name + ending : name)).size,
      0,
    );
  return { gz: sum('.gz'), br: sum('.br') };
}

test('every panel page loads at most 250 KB of script', { tag: '@long' }, async ({ page }) => {
  const { panel, owner } = await findWorld();
  // With an open stream the network is never idle.
  await route(page, 'GET /live/events', (stream) => stream.fulfill({ status: 204 }));
  await page.goto(`${panel}/login`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Senha', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  const weights: Record<string, number> = {};
  for (const path of [
    ...[
      'dashboard',
      'figures',
      'categories',
      'categories/create',
      'products',
      'products/create',
      'orders',
      'variables',
    ],
    ...['discounts', 'discounts/create', 'members', 'config', 'subscription', 'profile', 'store/create'],
  ]) {
    await page.goto(`${panel}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    weights[path] = (await scriptOf(page)).gz;
  }
  console.info('bytes of script (gzip)', weights);
  expect(Object.entries(weights).filter(([, bytes]) => bytes > PANEL_GZ)).toEqual([]);
});

test('a page of the shop loads at most 16 KB of script, the checkout 94 KB', async ({ page }) => {
  const { shop } = await findWorld();
  // With an open stream the network is never idle.
  await route(page, 'GET /order/:external_reference/events', (stream) => stream.fulfill({ status: 204 }));
  const weights: Record<string, { gz: number; br: number }> = {};
  await page.goto(shop);
  weights.window = await scriptOf(page);
  await cardOf(page, 'VIP Ouro').click();
  await expect(page.getByRole('heading', { level: 1, name: 'VIP Ouro' })).toBeVisible();
  weights.product = await scriptOf(page);
  await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();
  const checkout = await scriptOf(page);
  await fillCheckout(page, { cityId: 11, discordId: '518820019922331648' }, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  weights.pix = await scriptOf(page);
  await page.goto(`${shop}/pedido/${referenceOf(page)}`);
  await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  weights.order = await scriptOf(page);
  await page.goto(`${shop}/minhas-compras`);
  weights.purchases = await scriptOf(page);
  console.info('bytes of script', { ...weights, checkout });
  const heavy = ({ gz, br }: typeof checkout, limit: typeof checkout) => gz > limit.gz || br > limit.br;
  expect(Object.entries(weights).filter(([, weight]) => heavy(weight, SHOP))).toEqual([]);
  expect(heavy(checkout, CHECKOUT)).toBe(false);
});

test.describe('when a script no longer exists', () => {
  test.use({ expectedErrors: [/404|dynamically imported module/] });

  test('the page reloads itself once, and works again', async ({ page }) => {
    const { panel, owner } = await findWorld();
    await page.goto(`${panel}/login`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Senha', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).not.toHaveURL(/login/);
    await page.goto(`${panel}/products`);
    const menu = page.getByRole('button', { name: /^Loja Atual/ });
    await expect(menu).toBeVisible();
    await page.evaluate(() => Object.assign(window, { before: true }));

    let refused = 0;
    await page.route('**/assets/menu-list-*.js', (route) => {
      refused += 1;
      return route.fulfill({ status: 404, body: 'gone' });
    });
    const loaded = page.waitForEvent('load');
    await menu.hover();
    await loaded;
    expect(await page.evaluate(() => 'before' in window), 'a page of its own').toBe(false);
    expect(refused).toBeGreaterThan(0);
    await page.unroute('**/assets/menu-list-*.js');
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Nova Loja' })).toBeVisible();
  });
});
