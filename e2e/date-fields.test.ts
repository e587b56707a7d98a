import type { Page } from '@playwright/test';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';

/** Dates whose last letters do not fit: the field is narrower than a whole date asks for. */
const cut = (page: Page) =>
  page.locator('input[type^=date]').evaluateAll((fields) =>
    (fields as HTMLInputElement[]).flatMap((field) => {
      const { width } = field.getBoundingClientRect();
      field.value = field.type === 'date' ? '2026-11-28' : '2026-11-28T23:58';
      field.style.cssText = 'width: max-content; min-width: 0';
      const needed = field.getBoundingClientRect().width;
      field.style.cssText = '';
      return needed > width + 0.5 ? [`${field.labels?.[0]?.textContent}: ${width} of ${needed} px`] : [];
    }),
  );

test.describe('on a touch screen', () => {
  // On a touch screen letters have 16 px, so a date is widest there.
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } });

  test('a date is shown whole at every width', async ({ page }) => {
    const owner = await newStore();
    const { _id: category } = await newCategory(owner, 'VIPs');
    const { _id: product } = await newProduct(owner, category, { name: 'VIP Ouro' });
    const show = {
      [`/products/edit/${product}`]: 'Na loja',
      '/discounts/create': 'Em uma data',
      '/config': 'Abertura',
      '/orders?deliveries=all': 'Filtros',
      '/members?tab=registro': 'Desde',
      '/figures': 'Personalizado',
    };
    await enter(page, owner, '/dashboard');
    for (const [address, opens] of Object.entries(show)) {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(owner.world.panel + address);
      const part = page.getByRole('main').getByText(opens).first();
      await part.click();
      await expect(page.locator('input[type^=date]').filter({ visible: true }).first()).toBeVisible();
      for (const width of [360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await cut(page), `${address} at ${width} px`).toEqual([]);
      }
    }
  });
});
