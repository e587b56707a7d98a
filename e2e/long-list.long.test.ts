import { enter, newStore } from './owner.ts';
import { expect, test } from './test.ts';

/** A list that somebody read to its end: rows out of sight are only names, and everything still works. */

const PRODUCTS = 150;

test('of a long list of products only what is near the screen is drawn; keys, search in the page and the order stay', async ({
  page,
}) => {
  const owner = await newStore({ plan: 'Premium' });
  const rows = Array.from({ length: PRODUCTS }, (_, at) => `Produto ${at + 1};${at < 100 ? 'VIPs' : 'Carros'};10`);
  await owner.api('POST /products/import', { csv: ['Nome;Categoria;Preço', ...rows].join('\n') });
  await enter(page, owner, '/products');
  const more = page.getByRole('button', { name: 'Carregar mais produtos' });
  const items = page.getByRole('main').locator('li[data-row]');
  for (let shown = 30; shown < PRODUCTS; shown += 30) {
    await expect(items).toHaveCount(shown);
    await more.click();
  }
  await expect(items).toHaveCount(PRODUCTS);

  const drawn = page.getByRole('button', { name: /^Ações de Produto/ });
  await expect.poll(() => drawn.count()).toBeLessThan(60);
  // The browser's own search looks through the text of the page.
  await expect(page.getByText('Produto 1', { exact: true })).toBeAttached();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();

  const handle = page.getByRole('button', { name: 'Mover Produto 149: arraste ou use as setas' });
  await page.getByText('Produto 149', { exact: true }).scrollIntoViewIfNeeded();
  await handle.focus();
  await handle.press('ArrowUp');
  await expect(page.getByText('Produto 149: posição 48 em Carros')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'Produto 1', exact: true })).toBeVisible();
  await expect(handle).toBeFocused();
  expect(Math.abs((await height()) - before)).toBeLessThan(80);
});
