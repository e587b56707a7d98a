import type { Page } from '@playwright/test';
import { limits } from '@vitrine/contract/limits';
import { logIn, register } from './people.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { DESKTOP, ENDS, expectKeyboardReachesAll, expectUsable, PHONE } from './usable.ts';
import { findWorld } from './world.ts';

declare global {
  interface Window {
    /** The sum of all layout shifts of the page. */
    moved: number;
  }
}

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

/** Adds up in `window.moved` what moves on each page from its first paint on. */
const measureMoves = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.moved += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** A picture loads when the person comes near it. Its place was kept before. */
async function expectPicture(page: Page, alt: string): Promise<void> {
  const picture = page.getByRole('img', { name: alt });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy();
}

/** The calculator computes with the person's own figures, and says what it cannot read. */
async function countWhatStays(page: Page): Promise<void> {
  const counter = page.getByRole('form', { name: 'Calculadora' });
  await expect(counter.getByRole('status')).toHaveText('Com a Vitrine ficam R$ 720,10 a mais por mês com você.');
  await counter.getByLabel('Vendas no mês').fill('1.000');
  await counter.getByLabel('Taxa do meio de pagamento').fill('1');
  await expect(counter.getByRole('status')).toHaveText('Com a Vitrine ficam R$ 120,10 a mais por mês com você.');
  await counter.getByLabel('Plano da Vitrine').selectOption({ label: 'Gratuito: R$ 0,00 por mês' });
  await expect(counter.getByText('R$ 990,00')).toBeVisible();
  await counter.getByLabel('Vendas no mês').fill('mil');
  await expect(counter.getByText('Escreva um valor como 5.000,00.')).toBeVisible();
  await expect(counter.getByText('R$ 990,00')).toBeVisible();
  await counter.getByLabel('Vendas no mês').fill('1.000');
}

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('the front page leads to the creation of a store', async ({ page }) => {
      const { panel, shop } = await findWorld();
      await measureMoves(page);
      await page.goto(panel);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Pago é entregue.');
      await expectScrolledStyle(page);
      await expect(page.getByRole('link', { name: 'Visitar a loja de demonstração' })).toHaveAttribute('href', shop);
      const plans = page.getByRole('region', { name: 'Planos' }).getByRole('heading', { level: 3 });
      await expect(plans).toHaveText(['Gratuito', 'Pro', 'Premium', 'Em todos os planos']);
      await expectPicture(page, 'A loja de demonstração: imagem da cidade');
      await expectPicture(page, 'O painel da loja de demonstração');
      expect(await page.evaluate(() => window.moved), 'nothing jumps').toBe(0);
      await countWhatStays(page);
      await expectUsable(page, 'front page');
      await expectKeyboardReachesAll(page, 'the front page');
      await page.getByRole('link', { name: 'Criar minha loja grátis' }).click();
      await expect(page).toHaveURL(`${panel}/registrar`);
      await page.goto(`${panel}/checkout`);
      await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
      await expectUsable(page, 'no cart on the apex');
    });

    test('the footer says who runs the platform, and leads to terms and security', async ({ page }) => {
      const { panel } = await findWorld();
      await page.goto(panel);
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText('Vitrine Exemplo Ltda');
      await expect(footer).toContainText('CNPJ 11.222.333/0001-81');
      await expect(footer.getByRole('link', { name: 'Privacidade' })).toHaveCount(0);
      await footer.getByRole('link', { name: 'Termos de uso' }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Planos e pagamentos' })).toBeVisible();
      await expectUsable(page, 'terms of the platform');
      await footer.getByRole('link', { name: 'Segurança' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Segurança: como avisar de uma falha' })).toBeVisible();
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

test('a font that arrives after the first paint moves nothing on a first visit', async ({ browser, watch }) => {
  const { panel, shop } = await findWorld();
  for (const viewport of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
    for (const address of [panel, shop]) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      watch(page);
      await measureMoves(page);
      await page.route('**/*.woff2', async (font) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await font.continue();
      });
      const fetched = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'));
      await page.goto(address);
      await fetched;
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
      expect(await page.evaluate(() => window.moved), `${address} at ${viewport.width} px`).toBe(0);
      await context.close();
    }
  }
});

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
  // Without a picture of the person, a default one.
  for (const { viewport } of ENDS) {
    await page.setViewportSize(viewport);
    await expect(account.locator('svg')).toBeVisible();
    await expect(account.locator('img')).toBeHidden();
  }
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
