import type { Page } from '@playwright/test';
import { limits } from '@vitrine/contract/limits';
import { logIn, register } from './people.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectKeyboardReachesAll, expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

/** What every visitor sees: the product's front page, and the navbar there and in a shop (SPEC.md section 2). */

/** The bar changes its style above 20 px, not at 20 px, and back. */
async function expectScrolledStyle(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await expect(bar).not.toHaveAttribute('data-scrolled');
  await scrollTo(limits.navbarScrollPx + 1);
  await expect(bar).toHaveAttribute('data-scrolled');
  await scrollTo(limits.navbarScrollPx);
  await expect(bar).not.toHaveAttribute('data-scrolled');
}

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('the front page leads to the creation of a store', async ({ page }) => {
      const { panel } = await findWorld();
      await page.goto(panel);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Pago é entregue.');
      await expectScrolledStyle(page);
      await expectUsable(page, 'front page');
      await expectKeyboardReachesAll(page, 'the front page');
      await page.getByRole('link', { name: 'Criar minha loja grátis' }).click();
      await expect(page).toHaveURL(`${panel}/registrar`);
      await page.goto(`${panel}/checkout`);
      await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
      await expectUsable(page, 'no cart on the apex');
    });

    test('a shop’s navbar: its logo, the cart with its count, and another style after scrolling', async ({ page }) => {
      const { shop } = await findWorld();
      await page.goto(shop);
      const bar = page.getByRole('banner');
      await expect(bar.getByRole('link', { name: 'Cidade Alta RP' })).toHaveAttribute('href', '/');
      await expect(bar.getByRole('link', { name: 'Carrinho', exact: true })).toHaveAttribute('href', '/checkout');
      await expectScrolledStyle(page);
      await cardOf(page, 'VIP Ouro').click();
      await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
      await expect(page.getByRole('button', { name: 'No carrinho' })).toBeVisible();
      await expect(bar.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
      await expectUsable(page, 'product in the cart');
    });
  });
}

test('a logged-in person has a menu on the front page; it closes on a press outside, and logs out', {
  tag: '@long',
}, async ({ page }) => {
  const world = await findWorld();
  const person = await register(world, 'Íris Campos');
  await page.goto(world.panel);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Entrar' })).toBeVisible();
  await logIn(page, world, person.email);
  await page.goto(world.panel);
  await expect(bar.getByRole('link', { name: 'Entrar' })).toBeHidden();
  const account = bar.getByRole('button', { name: 'Sua conta, Íris Campos' });
  const out = bar.getByRole('button', { name: 'Sair' });
  await account.click();
  await expect(bar.getByText(person.email)).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Meu Perfil' })).toHaveAttribute('href', '/profile');
  await expect(bar.getByRole('link', { name: 'Dashboard' }).last()).toHaveAttribute('href', '/dashboard');
  await expectUsable(page, 'account menu');
  await page.mouse.click(200, 500);
  await expect(out).toBeHidden();
  await account.click();
  await page.keyboard.press('Escape');
  await expect(out).toBeHidden();
  await account.click();
  await out.click();
  await expect(bar.getByRole('link', { name: 'Entrar' })).toBeVisible();
  await page.goto(`${world.panel}/profile`);
  await expect(page).toHaveURL(/\/login/);
});
