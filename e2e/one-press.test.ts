import { isCall } from './call.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test('a second press in a hurry sends nothing again: no second product or category', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const { panel } = owner.world;
  await newCategory(owner, 'VIPs');
  const asked = { product: 0, category: 0 };
  page.on('request', (request) => {
    if (isCall(request, 'POST /products/create')) asked.product += 1;
    if (isCall(request, 'POST /categories/create')) asked.category += 1;
  });

  await enter(page, owner, '/categories/create');
  await page.getByLabel('Nome da categoria').fill('Carros');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${panel}/categories`);
  await expect(page.getByText('Já existe uma categoria com este nome.')).toBeHidden();

  await page.goto(`${panel}/products/create`);
  await page.getByLabel('Categoria', { exact: true }).selectOption({ label: 'VIPs' });
  await page.getByLabel('Preço', { exact: true }).fill('1.234,56');
  await page.getByLabel('Nome', { exact: true }).fill('VIP Prata');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${panel}/products`);
  await expect(page.getByRole('link', { name: 'VIP Prata' })).toHaveCount(1);

  expect(asked).toEqual({ product: 1, category: 1 });
});
