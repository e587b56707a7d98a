import { BUYER, makeCartStore } from './own-cart.ts';
import { approve } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { PHONE } from './usable.ts';

/** Phones that get no new browser: iOS 16.4, and an Android whose WebView stopped in 2021 (web/README.md). */

test.use({ viewport: PHONE });

test('an older browser finds a product, buys it, and sees it paid', async ({ page }) => {
  await page.addInitScript(() => {
    // Removes functions that are newer than Chromium 90.
    const later: [object, string[]][] = [
      [AbortSignal, ['any', 'timeout']],
      [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
      [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
      [Object, ['hasOwn', 'groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [URL, ['canParse', 'parse']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [Element.prototype, ['checkVisibility']],
      [HTMLElement.prototype, ['showPopover', 'togglePopover']],
      [window, ['structuredClone', 'Iterator', 'navigation', 'scheduler']],
      [document, ['startViewTransition']],
    ];
    for (const [owner, names] of later) {
      for (const name of names) Object.defineProperty(owner, name, { configurable: true, value: undefined });
    }
  });
  const { store, category } = await makeCartStore('Loja de Telefones Antigos');
  await store.product({ name: 'Kit barato', price: 2, categoryId: category });
  await page.goto(`${store.shop}/?ordem=menor`);
  await expect(page.locator('[data-product]').first()).toContainText('Caixa');
  await page.locator('a[href^="/products/"]').filter({ hasText: 'Kit barato' }).first().click();
  await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await approve(store, referenceOf(page));
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
});
