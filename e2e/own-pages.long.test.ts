import { editStore, enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';

test('an owner makes a page, and a player finds it in the menu', async ({ page, browser }) => {
  const owner = await newStore({ paid: true });
  await editStore(owner, { settings: { links: { discord: 'discord.gg/porto' } } });
  const vips = await newCategory(owner, 'VIPs');
  await newProduct(owner, vips._id, { name: 'VIP Ouro' });
  const shop = await (await browser.newContext({ viewport: PHONE })).newPage();
  await shop.goto(owner.store.url);
  await expect(shop.getByRole('button', { name: 'Menu' })).toHaveCount(0);

  await enter(page, owner, '/dashboard');
  await page.getByRole('link', { name: 'Páginas' }).first().click();
  await expect(page.getByText('Nenhuma página ainda')).toBeVisible();
  await expectUsable(page, 'no page');
  await page.getByRole('main').getByRole('button', { name: 'Nova página' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova página' });
  await dialog.getByLabel('Título').fill('Regras da cidade');
  await expect(dialog.getByLabel('Endereço')).toHaveValue('regras-da-cidade');
  await dialog.getByLabel('Endereço').fill('Regras!');
  await dialog.getByRole('button', { name: 'Criar página' }).click();
  await expect(dialog.getByText('Use letras minúsculas sem acento')).toBeVisible();
  await dialog.getByLabel('Endereço').fill('regras');
  await dialog.getByRole('button', { name: 'Criar página' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Regras da cidade' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Adicionar seção' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Regras/ })
    .click();
  await page.getByLabel('Regra 1', { exact: true }).fill('Respeite todos. <b>Sempre</b>.');
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  const preview = page.frameLocator('iframe[title^="Prévia"]');
  await expect(preview.getByText('Respeite todos. <b>Sempre</b>.')).toBeVisible();
  await expectUsable(page, 'the editor of a page');
  // nobody else sees a draft
  expect((await shop.goto(`${owner.store.url}/p/regras`))?.status()).toBe(404);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Página publicada!')).toBeVisible();

  await shop.goto(owner.store.url);
  await shop.getByRole('button', { name: 'Menu' }).press('Enter');
  const drawer = shop.getByRole('navigation', { name: 'Menu da loja' });
  await expect(drawer.getByRole('link', { name: 'Loja', exact: true })).toHaveAttribute('aria-current', 'page');
  // Beside the menu's button there is no room for a second link to Discord, so the menu has the only one.
  await expect(shop.getByRole('banner').getByRole('link', { name: 'Discord da loja' })).toHaveCount(1);
  await expect(drawer.getByRole('link', { name: 'Discord da loja' })).toHaveAttribute(
    'href',
    'https://discord.gg/porto',
  );
  await expectUsable(shop, 'the menu of a phone');
  await shop.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(shop.getByRole('button', { name: 'Menu' })).toBeFocused();
  await shop.getByRole('button', { name: 'Menu' }).click();
  await drawer.getByRole('link', { name: 'Regras da cidade' }).click();
  for (const size of [PHONE, DESKTOP]) {
    await shop.setViewportSize(size);
    await expect(shop.getByRole('heading', { level: 1, name: 'Regras da cidade' })).toBeVisible();
    await expect(shop.getByText('Respeite todos. <b>Sempre</b>.')).toBeVisible();
    await expect(shop.getByRole('contentinfo').getByRole('link', { name: 'Regras da cidade' })).toHaveAttribute(
      'href',
      '/p/regras',
    );
    await expectUsable(shop, `the page at ${size.width}`);
  }
  // there is room beside the name of the store
  const bar = shop.getByRole('navigation', { name: 'Principal' });
  await expect(bar.getByRole('link', { name: 'Regras da cidade' })).toHaveAttribute('aria-current', 'page');
  await expect(shop.getByRole('button', { name: 'Menu' })).toBeHidden();

  await page.getByRole('link', { name: 'Páginas' }).first().click();
  await page.getByRole('button', { name: 'Tirar Regras da cidade do ar' }).click();
  await expect(page.getByText('Rascunho', { exact: true })).toBeVisible();
  expect((await shop.goto(`${owner.store.url}/p/regras`))?.status()).toBe(404);
  await shop.context().close();
});
