import type { Locator } from '@playwright/test';
import { makeStore, type OwnStore } from './own-store.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable, PHONE } from './usable.ts';
import { inDatabase } from './world.ts';

/** What a shopper sees when there is nothing to buy: unknown addresses, closed stores, a product that fails. */

let store: OwnStore;
let category: string;
let product: string;
test.beforeAll(async () => {
  store = await makeStore('Cidade das faltas');
  category = await store.category('Itens');
  product = await store.product({ name: 'Mochila', price: 10, categoryId: category });
});

test.describe('unknown addresses', () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const { viewport, details } of ENDS) {
    test(`not found, with links home and back (${viewport.width} px)`, details, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(`${store.shop}/products/${product}`);
      const answer = await page.goto(`${store.shop}/nada-aqui`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
      // Whoever came by an old link still finds what is sold.
      await expect(page.getByRole('link', { name: store.name })).toBeVisible();
      await expect(cardOf(page, 'Mochila')).toBeAttached();
      await page.getByRole('searchbox', { name: 'Buscar na loja' }).fill('moch');
      await expect(page.getByText('1 produto encontrado')).toBeAttached();
      await expectUsable(page, 'not found');
      await page.getByRole('button', { name: 'Voltar' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Mochila' })).toBeVisible();
      expect((await page.goto(`${store.shop}/products/00000000`))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Produto não encontrado' })).toBeVisible();
      await expect(cardOf(page, 'Mochila')).toBeAttached();
      await expectUsable(page, 'a product that left');
      await page.getByRole('link', { name: 'Ir para o início' }).click();
      await expect(page).toHaveURL(`${store.shop}/`);
    });
  }

  test('an order that does not exist is a message with a link home, not a blank page', async ({ page }) => {
    const nobody = 'a'.repeat(32);
    for (const path of [`/pedido/${nobody}`, `/checkout/success?external_reference=${nobody}`, '/checkout/success']) {
      expect((await page.goto(store.shop + path))?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Pedido não encontrado' })).toBeVisible();
    }
    await expectUsable(page, 'missing order');
    await page.getByRole('link', { name: 'Voltar para a loja' }).click();
    await expect(page).toHaveURL(`${store.shop}/`);
  });
});

for (const { viewport, details } of ENDS) {
  test(
    `a store that is not open, or sells nothing, shows the 75 % page on every address (${viewport.width} px)`,
    details,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const soon = await makeStore('Loja em montagem');
      await soon.edit({ settings: { links: { discord: 'discord.gg/montagem' } } });
      const first = await soon.product({ name: 'Primeiro', price: 5, categoryId: await soon.category('VIPs') });
      const closed = page.getByRole('heading', { name: 'Loja em montagem abre em breve' });
      // A change reaches every page a moment after its answer: at most 200 ms later on an idle processor.
      const expectTold = (what: Locator) =>
        expect(async () => {
          await page.goto(soon.shop);
          await expect(what).toBeVisible({ timeout: 500 });
        }).toPass();
      const expectClosed = async (path: string) => {
        await page.goto(soon.shop + path);
        await expect(closed).toBeVisible();
        const progress = page.getByRole('progressbar', { name: 'Progresso' });
        await expect(progress).toHaveAttribute('aria-valuenow', '75');
        await expect(page.getByText('75%')).toBeVisible();
        // Header and links stay, and nothing tells what will be sold.
        await expect(page.getByRole('banner').getByRole('link', { name: soon.name })).toBeVisible();
        await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Discord' })).toBeVisible();
        expect(await page.content()).not.toContain('Primeiro');
      };
      await page.goto(soon.shop);
      await expect(cardOf(page, 'Primeiro')).toBeVisible();
      await soon.ask('POST /store/status', { status: 'inactive' });
      await expectTold(closed);
      for (const path of ['/', `/products/${first}`, '/checkout', `/buy?product=${first}`]) await expectClosed(path);
      await expectUsable(page, 'under development');
      await soon.ask('POST /store/status', { status: 'active' });
      await expectTold(cardOf(page, 'Primeiro'));
      await soon.remove(first);
      await expectTold(closed);
    },
  );
}

test.describe('a product that fails to load', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('is an apology inside the shop, with links', async ({ page }) => {
    const broken = await store.product({ name: 'Estragado', price: 5, categoryId: category });
    const spoil = (actions: string) => inDatabase('update product set actions = $2 where id = $1', [broken, actions]);
    expect(await spoil('{}')).toBe(1);
    expect((await page.goto(`${store.shop}/products/${broken}`))?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1, name: 'Erro ao puxar informações do produto' })).toBeVisible();
    await expectUsable(page, 'failed product');
    await page.setViewportSize(PHONE);
    await expectUsable(page, 'failed product on a phone');
    await spoil('[]');
    await page.getByRole('link', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Estragado' })).toBeVisible();
  });
});
