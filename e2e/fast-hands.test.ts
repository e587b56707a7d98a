import { call } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { register } from './people.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

const WIDE = { width: 1440, height: 900 };
test.use({ viewport: WIDE });

test('an order is found, walked to, named in the tab and shared without a mouse', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  for (const clientId of [7, 8]) {
    const idProducts = [{ id: gold._id, quantity: 1 }];
    await newOrder(owner, { clientId, discordId: BRUNO, name: 'Lívia Prado', idProducts });
  }
  await owner.api('POST /discounts/create', { code: 'SEXTOU', type: 'percentage', value: 10 });
  const { response } = await owner.api('POST /order', {});
  const [newest, oldest] = response;
  if (!newest || !oldest) throw new Error('Both orders are there.');

  await enter(page, owner, '/dashboard');
  const palette = page.getByRole('dialog', { name: 'Ir para' });
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('vip ouro');
  await expect(palette.getByRole('group', { name: 'Produtos' }).getByRole('option')).toHaveText(['VIP Ouro']);
  await expectUsableFace(page, 'the palette with products');
  await test.step('coupons, members and customers are found too, and a press opens them', async () => {
    const found = [
      ['sext', 'Cupons', 'SEXTOU', /\/discounts\/\w+$/],
      ['otavio', 'Membros', /^Otávio Ramos/, /\/members$/],
      ['livia', 'Clientes', /^Lívia Prado/, /\/customers\/city_id\/[78]$/],
    ] as const;
    for (const [text, group, name, address] of found) {
      await palette.getByRole('combobox').fill(text);
      await palette.getByRole('group', { name: group }).getByRole('option', { name }).first().click();
      await expect(page).toHaveURL(address);
      await page.keyboard.press('Control+k');
    }
  });
  await page.setViewportSize(WIDE);
  await palette.getByRole('combobox').fill(`#${newest.number}`);
  const found = palette.getByRole('option', { name: `Pedido #${newest.number}` });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const drawer = (number: number) => page.getByRole('dialog', { name: `Pedido #${number}` });
  await expect(drawer(newest.number)).toBeVisible();
  await expect(page).toHaveTitle(`Pedido #${newest.number} · Vitrine`);

  await test.step('j opens the next order, and the list moves by j, k and arrows', async () => {
    await expect(drawer(newest.number).getByText('Histórico do pedido').first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(drawer(oldest.number)).toBeVisible();
    await expect(page).toHaveTitle(`Pedido #${oldest.number} · Vitrine`);
    await page.keyboard.press('Escape');
    await expect(page).toHaveTitle('Pedidos · Vitrine');
    // The keys belong to the drawer until it has closed.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const row = (number: number) => page.getByRole('button', { name: `Ver detalhes do pedido ${number}` });
    await row(newest.number).focus();
    await page.keyboard.press('j');
    await expect(row(oldest.number)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row(newest.number)).toBeFocused();
  });
  await test.step('/ goes to the search, where letters are text', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect(search).toBeFocused();
    await page.keyboard.type('n?j');
    await expect(search).toHaveValue('n?j');
    await expect(page).toHaveURL(/\/orders\?search=/);
    await search.fill('');
  });
  await test.step('the sheet lists the keys and turns single ones off', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await expect(sheet).toBeVisible();
    await expectUsableFace(page, 'the sheet of keys');
    await page.setViewportSize(WIDE);
    await sheet.getByRole('switch', { name: 'Atalhos de uma tecla' }).uncheck();
    await sheet.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(sheet).toBeHidden();
    await page.keyboard.press('?');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/orders(\?|$)/);
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('atalhos');
    await page.keyboard.press('Enter');
    await sheet.getByRole('switch', { name: 'Atalhos de uma tecla' }).check();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/orders\/create/);
    await page.keyboard.press('Escape');
  });
  await test.step('Ctrl S saves a form, also while somebody types', async () => {
    await page.goto(`${owner.world.panel}/categories/create`);
    await page.getByRole('textbox').first().fill('Carros');
    // Keys act once their file has loaded, a moment after the form.
    await expect(async () => {
      await page.keyboard.press('Control+s');
      await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible({ timeout: 3000 });
    }).toPass();
  });
});

test('a link with a store opens that store, or says that the person has no such store', async ({ page }) => {
  const owner = await newStore();
  const second = `segunda-${Date.now().toString(36)}`;
  await call('POST /store/create', { body: { nameStore: 'Segunda Cidade', nameDomain: second }, token: owner.token });
  await enter(page, owner, `/s/${second}/config?tab=legal`);
  await expect(page).toHaveURL(`${owner.world.panel}/config?tab=legal`);
  await expect(page.getByRole('button', { name: /^Loja Atual/ })).toContainText('Segunda Cidade');

  const stranger = await register(owner.world, 'Otto Lima');
  const theirs = `alheia-${Date.now().toString(36)}`;
  await call('POST /store/create', { body: { nameStore: 'Loja Alheia', nameDomain: theirs }, token: stranger.token });
  await page.goto(`${owner.world.panel}/s/${theirs}/orders`);
  await expect(page.getByRole('heading', { name: 'Loja selecionada não encontrada' })).toBeVisible();
  await expectUsableFace(page, 'a link to the store of others');
  await page.setViewportSize(WIDE);
  await page.getByRole('link', { name: 'Ir para o meu painel' }).click();
  await expect(page.getByRole('button', { name: /^Loja Atual/ })).toContainText('Segunda Cidade');
});

test('the panel is dark, light or as the system wants, from the first picture on', async ({ page }) => {
  const owner = await newStore();
  const looks = () =>
    page.evaluate(() => {
      const root = document.documentElement;
      return [getComputedStyle(root).colorScheme, root.dataset.density ?? ''];
    });
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, owner, '/dashboard');
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Aparência do painel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aparência do painel' });
  await dialog.getByRole('radio', { name: 'Escuro' }).check();
  await expectUsableFace(page, 'the look, dark');
  await page.setViewportSize(WIDE);
  await dialog.getByRole('radio', { name: /^Compacto/ }).check();
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await page.goto(`${owner.world.panel}/orders`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  expect(await looks()).toEqual(['dark', 'compact']);
  await expectUsableFace(page, 'orders, dark and compact');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Aparência do painel' }).click();
  await dialog.getByRole('radio', { name: /^Automático/ }).check();
  expect(await looks()).toEqual(['light', 'compact']);
});
