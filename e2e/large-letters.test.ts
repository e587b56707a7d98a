import { makeStore, placeOrder } from './own-store.ts';
import { expect, test } from './test.ts';

/** Chromium's own setting for people who need large letters: twice the usual size. */
const LARGE = { standard: 32, fixed: 26 };

test('large letters on a small phone, and a zoom of 400 %, leave room for the page', async ({ page, context }) => {
  const store = await makeStore('Cidade de Letras Grandes');
  await store.edit({ settings: { links: { discord: 'discord.gg/cidade' } } });
  const product = { name: 'Sultan RS preparado', price: 99_999.9, categoryId: await store.category('Veículos') };
  const id = await store.product(product);
  const reference = await placeOrder(store, { products: [id], cityId: 3, discordId: '391822001983488001' });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.setViewportSize({ width: 320, height: 640 });
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: LARGE });
  const button = page.getByRole('button', { name: 'Finalizar Compra' });
  for (const path of ['/', `/products/${id}`, `/pedido/${reference}`, `/buy?product=${id}`]) {
    await page.goto(store.shop + path);
    await expect(path.startsWith('/buy') ? button : page.getByRole('contentinfo')).toBeVisible();
    expect(await sideways(), path).toBe(0);
  }
  await page.goto(`${store.shop}/products/${id}`);
  const price = page.getByText('R$ 99.999,90').first();
  const rows = (element: Element) =>
    Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(await price.evaluate(rows), 'the price is one row').toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('hyphens', 'auto');
  const header = page.getByRole('banner');
  const [name, last] = [header.getByRole('link').first(), header.getByRole('link', { name: 'Minhas compras' })];
  const [left, right] = [await name.boundingBox(), await last.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);

  await test.step('1280 px at 400 %: no bar stays over what is read', async () => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${store.shop}/products/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('form', { name: 'Comprar este produto' })).not.toBeInViewport();
    await page.goto(`${store.shop}/checkout`);
    await expect(button).toBeVisible();
    await expect(button).not.toBeInViewport();
    await page.getByLabel('ID do Discord').focus();
    await expect(header).not.toBeInViewport();
  });
});
