import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { findWorld } from './world.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the shop is read and a product chosen, up to the cart', async ({ page }) => {
    const { shop } = await findWorld();
    await page.goto(shop);
    await cardOf(page, 'VIP Ouro').click();
    await expect(page.getByRole('heading', { level: 1, name: 'VIP Ouro' })).toBeVisible();
    await expect(page.getByText('R$ 49,90').first()).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await expect(page).toHaveURL(/\/buy\?product=/);
    await expect(page.getByRole('heading', { level: 1, name: 'VIP Ouro' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'R$ 49,90' })).toHaveCount(2);
    await expect(page.getByRole('paragraph').filter({ hasText: 'ative o JavaScript do navegador' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
    await expect(page).toHaveURL(/\/buy\?product=/);
  });
});

test('a press before the script has arrived leads to the cart, with the product and what was in it', async ({
  page,
}) => {
  const { shop } = await findWorld();
  await page.goto(shop);
  await cardOf(page, 'VIP Ouro').click();
  await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();

  // The script of the page is on its way, for as long as this promise is open.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue().catch(() => {});
  });
  await page.goto(shop, { waitUntil: 'commit' });
  await cardOf(page, 'Zentorno').click();
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click({ noWaitAfter: true });
  await page.waitForURL(/\/buy\?product=/, { waitUntil: 'commit' });
  arrive();
  await expect(page).toHaveURL(`${shop}/checkout`);
  const cart = page.getByRole('listitem');
  await expect(cart.filter({ hasText: 'Zentorno' })).toBeVisible();
  await expect(cart.filter({ hasText: 'VIP Ouro' })).toBeVisible();
});
