import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test('a copy whose form is left right after the press is made, and told', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const category = await newCategory(owner, 'VIPs');
  const { _id } = await newProduct(owner, category._id, { name: 'VIP Ouro' });
  // The rules of the form come with its first check, over a slow network.
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  const asked = page.waitForRequest(/product-rules/);
  await page.route(/product-rules/, async (route) => {
    await held;
    await route.fallback();
  });
  await enter(page, owner, `/products/create?copy=${_id}`);
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await asked;
  // Nothing was typed into the copy, so nothing asks.
  await page.getByRole('navigation').getByRole('link', { name: 'Variáveis' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Variáveis' })).toBeVisible();
  letGo();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
  expect((await owner.api('POST /products', {})).products).toHaveLength(2);
  await expect(page).toHaveURL(/\/variables/);
});
