import type { Page } from '@playwright/test';
import { approve, makeStore, placeOrder } from './own-store.ts';
import { expect, test } from './test.ts';
import { expectNothingSticksOut, PHONE } from './usable.ts';

/** An order on paper, and the shop under the system's high contrast, which removes all backgrounds. */

const BUYER = { cityId: 11, discordId: '518820019922331648' };
const LEGAL = {
  name: 'Cidade Papel Ltda',
  document: '11.222.333/0001-81',
  address: 'Rua das Flores, 10, Recife, PE',
  contact: 'contato@papel.example',
};

/** A shop with a category page and a product, and an order of it that is not paid. */
async function makeShop(name: string) {
  const store = await makeStore(name);
  await store.edit({ legal: LEGAL, settings: { links: { discord: 'discord.gg/cidade' } } });
  const category = await store.category('Veículos');
  const id = await store.product({ name: 'Sultan RS', price: 49.9, categoryId: category });
  const reference = await placeOrder(store, { products: [id], ...BUYER });
  return { store, id, reference };
}

/** The computed value of a style, as the browser paints it also under high contrast. */
const paint = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('an order on paper: dark letters on white with store, seller and sums, and nothing to press', {
  tag: '@long',
}, async ({ page }) => {
  const { store, reference } = await makeShop('Cidade Papel');
  // A theme that is dark for everybody.
  await store.edit({ legal: LEGAL, settings: { look: { theme: 'night' } } });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const expectOnPaper = async () => {
    const main = page.getByRole('main');
    expect(await paint(page, 'html', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await paint(page, 'h1', 'color')).toBe('rgb(0, 0, 0)');
    await expect(page.getByRole('banner').getByText(store.name)).toBeVisible();
    await expect(main.getByText('R$ 49,90').first()).toBeVisible();
    await expect(page.getByText('11.222.333/0001-81')).toBeVisible();
    for (const left of [
      'Carrinho',
      'Minhas compras',
      'Voltar para a loja',
      'Entrar no Discord da loja',
      'Termos de uso',
    ])
      await expect(page.getByRole('link', { name: left }).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('.skip-link')).toBeHidden();
  };
  await page.goto(`${store.shop}/checkout/pix/${reference}`);
  await expect(page.getByRole('img', { name: /^QR Code/ })).toBeVisible();
  await expectOnPaper();
  await expect(page.getByText(/^O código vale até /)).toBeVisible();
  await expect(page.getByRole('timer')).toBeHidden();
  await approve(store, reference);
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
  await expect(page.getByText('Total pago')).toBeVisible();
  await expect(page.getByText('Para quem foi comprado')).toBeVisible();
  await expectOnPaper();
  await expect(page.getByText(`Este pedido na loja: ${store.shop}/pedido/${reference}`)).toBeVisible();
  // A sheet of A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await expectNothingSticksOut(page, 'paper');
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'one sheet').toBeLessThanOrEqual(1047);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`high contrast, ${colorScheme}: buttons, the chosen category, bars and steps are still seen`, {
    tag: '@long',
  }, async ({ page }) => {
    const { store, id, reference } = await makeShop(`Contraste ${colorScheme}`);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (let count = 1; count <= 3; count += 1) {
      const categoryId = await store.category(`Prateleira ${count}`);
      for (const name of ['A', 'B', 'C']) await store.product({ name: `${name}${count}`, price: 9, categoryId });
    }

    await page.goto(store.shop);
    await expect(page.getByText('Comprar agora').first()).toBeVisible();
    expect(await paint(page, '.card-buy', 'border-top-width'), 'a button has an edge').toBe('2px');
    await page.getByRole('link', { name: 'Prateleira 2', exact: true }).click();
    await expect(page.locator('.chip[aria-current]')).toHaveCount(1);
    // The chip's ground fades in.
    const ground = await paint(page, '.chip:not([aria-current])', 'background-color');
    await expect.poll(() => paint(page, '.chip[aria-current]', 'background-color'), 'the chosen chip').not.toBe(ground);

    await page.goto(`${store.shop}/buy?product=${id}`);
    const method = page.getByRole('radio', { name: /^Pix/ });
    await method.check();
    await expect(method).not.toHaveCSS('appearance', 'none');

    await page.goto(`${store.shop}/checkout/pix/${reference}`);
    await expect(page.getByRole('img', { name: /^QR Code/ })).toBeVisible();
    const ring = await paint(page, '[data-ring]', 'stroke');
    expect(ring, 'the ring is no colour of the shop').toBe(await paint(page, 'h1', 'color'));
    await approve(store, reference);
    await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();

    const closed = await makeStore(`Fechada ${colorScheme}`, { payments: false });
    await page.goto(closed.shop);
    await expect(page.getByRole('progressbar')).toBeVisible();
    expect(await paint(page, '[role=progressbar] > div', 'background-color'), 'a full part').not.toBe(ground);
    await expect(page.getByRole('progressbar')).toHaveCSS('outline-style', 'solid');
  });
}
