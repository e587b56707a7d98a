import type { Page } from '@playwright/test';
import type { Answer } from '@vitrine/contract/calls/table';
import { limits } from '@vitrine/contract/limits';
import { answerOf, call } from './call.ts';
import { logIn, register } from './people.ts';
import { expect, test } from './test.ts';
import { expectKeyboardReachesAll, expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

/** A logged-in person with two stores, for the switcher. No other story sells in them. */
async function ownerOfTwo(page: Page) {
  const world = await findWorld();
  const person = await register(world, 'Teodora Alves');
  const mark = Date.now().toString(36);
  const stores = [
    { name: 'Porto Velho RP', subdomain: `porto-${mark}` },
    { name: 'Serra Nova RP', subdomain: `serra-${mark}` },
  ] as const;
  for (const { name, subdomain } of stores) {
    await call('POST /store/create', { body: { nameStore: name, nameDomain: subdomain }, token: person.token });
  }
  await logIn(page, world, person.email);
  return { world, stores };
}

test.describe('at 1440 px', () => {
  test.use({ viewport: WIDE });

  test('the sidebar: menu, store switcher, last six characters, and the day’s real figures', async ({ page }) => {
    const { world, stores } = await ownerOfTwo(page);
    await page.goto(`${world.panel}/dashboard`);
    const menu = page.getByRole('navigation', { name: 'Painel' });
    await expect(menu.getByRole('link')).toHaveText([
      'Dashboard',
      'Relatório',
      'Alertas',
      'Categorias',
      'Produtos',
      'Vitrine da loja',
      'Páginas',
      'Pedidos',
      'Variáveis',
      'Descontos',
      'Membros',
      'Configurações',
      'Assinatura',
    ]);
    const switcher = page.getByRole('button', { name: /^Loja Atual/ });
    const [first, second] = stores;
    await expect(switcher).toContainText(first.name);
    await expect(switcher).toContainText(`ID: ${first.subdomain.slice(-6)}`);
    const figures = page.locator('aside dl');
    await expect(figures).toContainText(/Vendas HojeR\$\s0,00/);
    await expect(figures).toContainText('Pedidos0');
    await expectUsable(page, 'the panel, wide');
    await expectKeyboardReachesAll(page, 'the panel, wide');

    await test.step('closes on Escape and on a click outside, and returns the focus', async () => {
      await switcher.click();
      await expect(page.getByRole('menuitem')).toHaveText([first.name, second.name, 'Nova Loja']);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(switcher).toBeFocused();
      await switcher.click();
      await expect(page.getByRole('menu')).toBeVisible();
      await page.mouse.click(1200, 700);
      await expect(page.getByRole('menu')).toHaveCount(0);
    });
    await test.step('another store is chosen and remembered, and the page is loaded again', async () => {
      await page.evaluate(() => Object.assign(window, { before: true }));
      await switcher.click();
      await page.getByRole('menuitem', { name: second.name }).click();
      await expect(switcher).toContainText(second.name);
      await expect.poll(() => page.evaluate(() => 'before' in window)).toBe(false);
      expect(await page.evaluate(() => localStorage.getItem('store'))).toBe(second.subdomain);
      await page.reload();
      await expect(switcher).toContainText(`ID: ${second.subdomain.slice(-6)}`);
    });
    await test.step("'Nova Loja' leads to its form", async () => {
      await switcher.click();
      await page.getByRole('menuitem', { name: 'Nova Loja' }).click();
      await expect(page).toHaveURL(`${world.panel}/store/create`);
    });
    await test.step('the palette opens any screen without a mouse', async () => {
      await page.goto(`${world.panel}/dashboard`);
      await expect(switcher).toBeVisible();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Ir para' });
      await expect(palette.getByRole('combobox')).toBeFocused();
      await expectUsable(page, 'the palette');
      await page.keyboard.type('variav');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${world.panel}/variables`);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('1042');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${world.panel}/orders?search=1042`);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Escape');
      await expect(palette).toBeHidden();
    });
  });

  test('the demo store’s figures in the sidebar match its sales', async ({ page }) => {
    const world = await findWorld();
    await logIn(page, world, world.owner.email, world.owner.password);
    const answered = answerOf(page, 'POST /dashboard');
    await page.goto(`${world.panel}/orders`);
    const { analytics } = (await (await answered).json()) as Answer<'POST /dashboard'>;
    const today = analytics.salesToday.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
    const shown = page.locator('aside dl');
    await expect(shown.getByText('Vendas Hoje').locator('..')).toContainText(today);
    await expect(shown.getByText('Pedidos').locator('..')).toContainText(String(analytics.ordersToday));
  });

  test('the navbar: logo, cart, account; its menu closes; another style after scrolling', async ({ page }) => {
    const world = await findWorld();
    await logIn(page, world, world.owner.email, world.owner.password);
    await page.goto(`${world.panel}/store/create`);
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('link', { name: 'Vitrine, início' })).toHaveAttribute('href', '/');
    await expect(bar.getByRole('link', { name: 'Carrinho' })).toHaveAttribute('href', '/checkout');
    const account = bar.getByRole('button', { name: /^Sua conta/ });
    await account.click();
    await expect(page.getByText(world.owner.email)).toBeVisible();
    await expect(page.getByRole('menuitem')).toHaveText(['Meu Perfil', 'Dashboard', 'Sair']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await account.click();
    await page.mouse.click(300, 600);
    await expect(page.getByRole('menu')).toHaveCount(0);

    await page.setViewportSize({ width: 1440, height: 400 });
    await expect(bar).not.toHaveAttribute('data-scrolled');
    await page.evaluate((y) => window.scrollTo(0, y), limits.navbarScrollPx);
    await expect(bar).not.toHaveAttribute('data-scrolled');
    await page.evaluate((y) => window.scrollTo(0, y + 1), limits.navbarScrollPx);
    await expect(bar).toHaveAttribute('data-scrolled');
    await account.click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(`${world.panel}/dashboard`);
  });
});

test.describe('at 360 px', () => {
  test.use({ viewport: NARROW });

  test('the sidebar starts closed, opens over the page, and closes on Escape, outside and after a link', async ({
    page,
  }) => {
    const { world } = await ownerOfTwo(page);
    await page.goto(`${world.panel}/products`);
    const sidebar = page.locator('#sidebar');
    const toggle = page.getByRole('button', { name: 'Abrir menu' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(sidebar).toHaveAttribute('inert');
    await expect(page.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
    await expectUsable(page, 'the panel, narrow');
    await expectKeyboardReachesAll(page, 'the panel, narrow');

    await toggle.click();
    await expect(sidebar).not.toHaveAttribute('inert');
    await expectUsable(page, 'the sidebar, narrow');
    await page.keyboard.press('Escape');
    await expect(sidebar).toHaveAttribute('inert');
    await toggle.click();
    await page.mouse.click(340, 400);
    await expect(sidebar).toHaveAttribute('inert');
    await toggle.click();
    await sidebar.getByRole('link', { name: 'Descontos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Descontos' })).toBeVisible();
    await expect(sidebar).toHaveAttribute('inert');

    await test.step('the width decides: open at 1024 px, closed at 1023 px', async () => {
      await page.setViewportSize({ width: limits.sidebarBreakpointPx, height: 740 });
      await expect(sidebar).not.toHaveAttribute('inert');
      await expect(toggle).toHaveCount(0);
      await page.setViewportSize({ width: limits.sidebarBreakpointPx - 1, height: 740 });
      await expect(sidebar).toHaveAttribute('inert');
    });
  });
});

test.describe('addresses that do not exist', () => {
  test.use({ viewport: NARROW, expectedErrors: [/status of 404/] });

  test('not found: on the apex, in the panel and in a shop, with links home and back', async ({ page }) => {
    const { panel, shop } = await findWorld();
    for (const address of [`${panel}/nao-existe`, `${panel}/dashboard/nao-existe`, `${shop}/nao-existe`]) {
      await page.goto(`${new URL(address).origin}/`);
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/');
      await expectUsable(page, address);
      await page.getByRole('button', { name: 'Voltar' }).click();
      await expect(page).toHaveURL(`${new URL(address).origin}/`);
    }
  });
});

test('a store that sells nothing yet is under development, at 75 %', async ({ page }) => {
  const world = await findWorld();
  const person = await register(world, 'Ulisses Braga');
  const subdomain = `breve-${Date.now().toString(36)}`;
  await call('POST /store/create', { body: { nameStore: 'Breve RP', nameDomain: subdomain }, token: person.token });
  await page.goto(world.panel.replace('://', `://${subdomain}.`));
  const progress = page.getByRole('progressbar', { name: 'Progresso' });
  await expect(progress).toHaveAttribute('aria-valuenow', '75');
  await expect(page.getByText('75%')).toBeVisible();
  await expectUsable(page, 'under development');
});

test('/buy puts the product into the cart and opens the checkout', async ({ page }) => {
  const { shop, owner } = await findWorld();
  const { products } = await call('POST /products', {
    body: {
      subdomain: owner.subdomain,
    },
  });
  const product = products.find(({ name }) => name === 'Rádio comunicador');
  await page.goto(`${shop}/buy?product=${product?._id}&quantity=3`);
  await expect(page).toHaveURL(`${shop}/checkout`);
  await expect(page.getByText('Rádio comunicador').first()).toBeVisible();
  await expect(page.getByText('R$ 11,70').first()).toBeVisible();
});
