import { call } from './call.ts';
import { hold } from './faces.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { handleOf, middleOf } from './product-handles.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** The work on a catalogue: to sort products, to put them on sale or take them off, and to change many at once. */

// The browser logs each refused call as an error.
test.use({ expectedErrors: [/status of 4(09|22)/] });

/** The names of the products in the order of the shop, by category. */
async function orderOf({ api }: Owner): Promise<string[]> {
  const { products } = await api('POST /products', {});
  return products.map(({ category, name }) => `${category}: ${name}`);
}

async function shelves() {
  const owner = await newStore({ plan: 'Pro' });
  const { _id: vips } = await newCategory(owner, 'VIPs');
  const { _id: cars } = await newCategory(owner, 'Veículos');
  for (const name of ['VIP Ouro', 'VIP Prata', 'VIP Bronze']) await newProduct(owner, vips, { name, price: 20 });
  await newProduct(owner, cars, { name: 'Sultan', price: 50 });
  return owner;
}

test('products are sorted by mouse and keys, inside a category and into another one', async ({ page }) => {
  const owner = await shelves();
  await enter(page, owner, '/products');
  await expectUsable(page, 'products that can be sorted');

  await test.step('the mouse drops a product on the place of another one', async () => {
    const [from, to] = [await middleOf(page, 'VIP Bronze'), await middleOf(page, 'VIP Ouro')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText('VIP Bronze: posição 1 em VIPs')).toBeAttached();
    await expect
      .poll(() => orderOf(owner))
      .toEqual(['VIPs: VIP Bronze', 'VIPs: VIP Ouro', 'VIPs: VIP Prata', 'Veículos: Sultan']);
  });

  await test.step('the arrow keys carry a product over the heading of the next category', async () => {
    await handleOf(page, 'VIP Prata').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('VIP Prata: posição 1 em Veículos')).toBeAttached();
    await expect(handleOf(page, 'VIP Prata')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => orderOf(owner))
      .toEqual(['VIPs: VIP Bronze', 'VIPs: VIP Ouro', 'Veículos: Sultan', 'Veículos: VIP Prata']);
  });

  await test.step('a move over an order that another person changed is refused, and the list says so', async () => {
    // The list's answer is held back: a list that is read again now would know the other person's order.
    const reading = await hold(page, 'POST /products/list');
    const { products } = await owner.api('POST /products', {});
    const [gold, prata] = ['VIP Ouro', 'VIP Prata'].map((name) => products.find((one) => one.name === name));
    await owner.api('POST /products/move', {
      productId: gold?._id ?? '',
      from: gold?.categoryId ?? '',
      categoryId: prata?.categoryId ?? '',
      after: null,
    });
    await handleOf(page, 'VIP Ouro').focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('A ordem mudou em outra tela. Confira a lista e mova de novo.')).toBeVisible();
    await reading.release();
    await expect(page.getByRole('region', { name: /Veículos/ }).getByText('VIP Ouro', { exact: true })).toBeVisible();
  });
});

/** What buyers find of these products. */
async function inShop({ store }: Owner): Promise<string[]> {
  const { products } = await call('POST /products', { body: { subdomain: store.subdomain } });
  return products.map(({ name }) => name).sort();
}

test('a product is hidden, shown, put off and archived; the address keeps what the list is narrowed down to', async ({
  page,
}) => {
  const owner = await shelves();
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: new RegExp(`^Ações de ${name}`) }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await enter(page, owner, '/products');

  await choose('Sultan', 'Esconder');
  await expect(page.getByText('O produto está escondido.')).toBeVisible();
  await expect(row('Sultan')).toContainText('Escondido');
  expect(await inShop(owner)).toEqual(['VIP Bronze', 'VIP Ouro', 'VIP Prata']);
  await choose('Sultan', 'Colocar na loja');
  await expect(row('Sultan')).not.toContainText('Escondido');
  await choose('VIP Bronze', 'Arquivar');
  await expect(row('VIP Bronze')).toBeHidden();
  expect(await inShop(owner)).toEqual(['Sultan', 'VIP Ouro', 'VIP Prata']);

  await page.getByRole('link', { name: 'VIP Prata' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11);
  await page.getByLabel('Entra na loja em').fill(`${tomorrow}20:00`);
  await page.getByLabel('Sai da loja em').fill(`${tomorrow}19:00`);
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByLabel('Sai da loja em')).toHaveAccessibleDescription(/O fim precisa ser depois do começo/);
  await expectUsable(page, 'the window of a product');
  await page.getByLabel('Sai da loja em').fill('');
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  await expect(row('VIP Prata')).toContainText(/Agendado.*entra .*20:00/);
  expect(await inShop(owner)).toEqual(['Sultan', 'VIP Ouro']);

  await page.getByRole('combobox', { name: 'Situação' }).selectOption('Arquivado');
  await expect(row('VIP Bronze')).toBeVisible();
  await expect(row('VIP Ouro')).toBeHidden();
  await page.reload();
  await expect(row('VIP Bronze')).toBeVisible();
  await expectUsable(page, 'the archive');
  await choose('VIP Bronze', 'Tirar do arquivo');
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(row('VIP Bronze')).toContainText('Escondido');

  // A folded category stays folded in this browser. A search opens it.
  const toggle = page.getByRole('button', { name: /^VIPs/ });
  await toggle.click();
  await expect(row('VIP Ouro')).toBeHidden();
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('ouro');
  await expect(row('VIP Ouro')).toBeVisible();
  await expect(page).toHaveURL(/search=ouro/);
});

test('many products are chosen and change at once, after the list says what will happen', async ({ page }) => {
  const owner = await shelves();
  const { _id: free } = await newProduct(owner, (await owner.api('POST /categories', {})).categories[0]?._id ?? '', {
    name: 'Teste grátis',
    price: 1,
  });
  const zero = { subdomain: owner.store.subdomain, price: 0, freeConfirmed: true };
  await owner.api('POST /products/edit/', { productId: free, productData: zero });
  await enter(page, owner, '/products');
  await page.getByRole('button', { name: 'Selecionar' }).click();
  for (const name of ['VIP Ouro', 'Sultan', 'Teste grátis']) {
    await page.getByRole('checkbox', { name: `Escolher ${name}` }).check();
  }
  const bar = page.getByRole('region', { name: 'Produtos escolhidos' });
  await expect(bar.getByText('3 produtos escolhidos')).toBeVisible();
  await expectUsable(page, 'a selection');
  const open = async (item: string) => {
    await bar.getByRole('button', { name: /^Mudar \d/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await open('Mudar preço (%)');
  const prices = page.getByRole('dialog', { name: 'Mudar preços' });
  await prices.getByLabel('Quanto (%)').fill('10');
  await expect(prices.getByRole('region', { name: 'O que muda' })).toContainText(/VIP Ouro.*R\$ 20,00.*R\$ 21,90/);
  await expect(prices.getByRole('region', { name: 'O que fica de fora' })).toContainText(/Teste grátis.*É de graça/);
  await expectUsable(page, 'a change of prices');
  await prices.getByRole('button', { name: 'Mudar 2 produtos' }).click();
  await expect(prices.getByRole('region', { name: 'O que fica de fora' })).toBeVisible();
  await prices.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByText('R$ 54,90').first()).toBeAttached();

  await bar.getByRole('button', { name: 'Todos da tela' }).click();
  await open('Esconder');
  await page
    .getByRole('dialog', { name: 'Esconder produtos' })
    .getByRole('button', { name: 'Mudar 5 produtos' })
    .click();
  await expect(page.getByText('5 produtos mudaram.')).toBeVisible();
  expect(await inShop(owner)).toEqual([]);
  await bar.getByRole('button', { name: 'Sair da seleção' }).click();
  await expect(handleOf(page, 'VIP Ouro')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a finger on the handle moves a product into another category', async ({ page }) => {
    const owner = await shelves();
    await enter(page, owner, '/products');
    await handleOf(page, 'Sultan').scrollIntoViewIfNeeded();
    await expectUsable(page, 'products that can be sorted, on a phone');
    const [from, to] = [await middleOf(page, 'VIP Bronze'), await middleOf(page, 'Sultan')];
    const browser = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    await finger('touchStart', from);
    for (const part of [0.4, 0.7, 0.9, 1]) await finger('touchMove', { x: from.x, y: from.y + (to.y - from.y) * part });
    await finger('touchEnd');
    await expect
      .poll(() => orderOf(owner))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Veículos: VIP Bronze$/)]));
  });
});
