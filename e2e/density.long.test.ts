import { enter, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

test('a shop is as dense as its owner chose', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { category } = await owner.api('POST /categories/create', { name: 'VIPs' });
  await owner.api('POST /products/create', { name: 'VIP', price: 10, categoryId: category._id });
  await enter(page, owner, '/config?tab=aparencia');
  await page.getByRole('radio', { name: /^Linhas/ }).check();
  await expectUsable(page, 'density');
  await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await page.goto(owner.store.url);
  await expect(page.locator('ul[data-density="rows"]')).toBeVisible();
});
