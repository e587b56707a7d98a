import type { Locator, Page } from '@playwright/test';
import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: refusedRequests });

const SLOW_DOWN = 'Muitas tentativas. Aguarde um pouco.';

/** The names of the categories in the storefront's order. */
async function orderOf({ api }: Owner): Promise<string[]> {
  const { categories } = await api('POST /categories', {});
  return categories.map(({ name }) => name);
}
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

test('categories: loading, failed, empty, created and renamed; a refusal keeps the typed text', async ({ page }) => {
  const owner = await newStore();
  const held = await hold(page, 'POST /categories');
  await enter(page, owner, '/categories');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  await expect(page.getByRole('heading', { name: 'Nenhuma categoria ainda' })).toBeVisible();
  await expectUsableFace(page);

  const fault = await refuse(page, 'POST /categories');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar categorias' });
  await expect(alert).toContainText(SLOW_DOWN);
  await expectUsableFace(page);
  await fault.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('link', { name: 'Criar a primeira categoria' }).click();

  const name = page.getByLabel('Nome da categoria');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Nome da categoria é obrigatório/);
  await expectUsableFace(page);
  await name.fill('VIPs');
  const broken = await refuse(page, 'POST /categories/create', { status: 500, code: 'internal', error: '' });
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await expect(page.getByText('Erro ao criar categoria')).toBeVisible();
  await expect(name).toHaveValue('VIPs');
  await broken.mend();
  const saving = await hold(page, 'POST /categories/create');
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await expect(page.getByRole('button', { name: 'Criando...' })).toBeDisabled();
  await saving.release();
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();

  await page.getByRole('link', { name: 'VIPs', exact: true }).click();
  await expect(name).toHaveValue('VIPs');
  await name.fill('');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(name).toHaveAccessibleDescription(/Nome da categoria é obrigatório/);
  await name.fill('Passes VIP');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await leaving.getByRole('button', { name: 'Continuar editando' }).click();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Categoria editada com sucesso!')).toBeVisible();
  await expect(card(page, 'Passes VIP')).toContainText('Nenhum produto');
  expect(await orderOf(owner)).toEqual(['Passes VIP']);
});

test('categories: sorted by keyboard and by hand, found, and deleted after a question', async ({ page }) => {
  const owner = await newStore();
  const vips = await newCategory(owner, 'VIPs');
  for (const name of ['Veículos', 'Dinheiro']) await newCategory(owner, name);
  await newProduct(owner, vips._id, { name: 'VIP Ouro' });
  await enter(page, owner, '/categories');
  await expect(page.getByText('Seu plano atingiu o limite de categorias.')).toBeVisible();
  await expectUsableFace(page);

  await page.getByRole('button', { name: 'Mover VIPs: arraste ou use as setas' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'VIPs: posição 2 de 3' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Mover VIPs: arraste ou use as setas' })).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => orderOf(owner)).toEqual(['Veículos', 'Dinheiro', 'VIPs']);

  await page.getByRole('button', { name: /^Mover VIPs/ }).hover();
  await page.mouse.down();
  await card(page, 'Veículos').hover();
  await page.mouse.up();
  await expect.poll(() => orderOf(owner)).toEqual(['VIPs', 'Veículos', 'Dinheiro']);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['VIPs', 'Veículos', 'Dinheiro']);

  const search = page.getByRole('searchbox', { name: 'Buscar categoria' });
  await search.fill('veiculos');
  await expect(page.getByText('1 de 3')).toBeVisible();
  await search.fill('mansão');
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible();
  await expectUsableFace(page);
  await page.getByRole('main').getByRole('button', { name: 'Limpar busca' }).last().click();

  // A category with products stays, and the dialog says what to do with them.
  const question = page.getByRole('dialog', { name: 'Tem certeza que deseja deletar esta categoria?' });
  await page.getByRole('button', { name: 'Deletar VIPs' }).click();
  await expect(question).toContainText('“VIPs” tem 1 produto à venda, e nenhum produto some junto com a categoria');
  await expect(question.getByRole('link', { name: 'Ver produtos' })).toHaveAttribute('href', '/products');
  await expectUsableFace(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Deletar VIPs' })).toBeFocused();

  await page.getByRole('button', { name: 'Deletar Veículos' }).click();
  const broken = await refuse(page, 'DELETE /categories/delete/:subdomain/:id', {
    status: 500,
    code: 'internal',
    error: '',
  });
  await question.getByRole('button', { name: 'Deletar' }).click();
  await expect(question.getByRole('alert')).toHaveText('Erro ao deletar a categoria');
  await broken.mend();
  await question.getByRole('button', { name: 'Deletar' }).click();
  await expect(page.getByText('Categoria deletada com sucesso!')).toBeVisible();
  await expect(card(page, 'Veículos')).toBeHidden();
  // The focus is on the card that moved to the place of the deleted one, not at the top of the page.
  await expect(page.getByRole('button', { name: 'Mover Dinheiro: arraste ou use as setas' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('categories: a finger on the handle moves a category at once', async ({ page }) => {
    const owner = await newStore();
    for (const name of ['VIPs', 'Veículos', 'Dinheiro']) await newCategory(owner, name);
    await enter(page, owner, '/categories');
    // This notice comes late and moves the list down, so the finger waits for it.
    await expect(page.getByText('Seu plano atingiu o limite de categorias.')).toBeVisible();
    const middleOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (!box) throw new Error('not on the screen');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await middleOf(page.getByRole('button', { name: /^Mover Dinheiro/ }));
    const to = await middleOf(card(page, 'VIPs'));
    // Playwright has taps only; a finger that moves goes through the browser's own protocol.
    const browser = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    await finger('touchStart', from);
    await finger('touchMove', { x: from.x, y: (from.y + to.y) / 2 });
    await finger('touchMove', { x: from.x, y: to.y });
    await finger('touchEnd');
    await expect.poll(() => orderOf(owner)).toEqual(['Dinheiro', 'VIPs', 'Veículos']);
  });
});

test('products: the list in its faces, sections, search, menu, copy and deletion', async ({ page }) => {
  const owner = await newStore();
  const held = await hold(page, 'POST /products/list');
  await enter(page, owner, '/products');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  await expect(page.getByRole('heading', { name: 'Comece por uma categoria' })).toBeVisible();

  const vips = await newCategory(owner, 'VIPs');
  await newCategory(owner, 'Veículos');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nenhum produto ainda' })).toBeVisible();
  await expectUsableFace(page);

  await newProduct(owner, vips._id, { name: 'VIP Ouro', price: 49.9, compareAtPrice: 199.99, featured: true });
  await newProduct(owner, vips._id, { name: 'VIP Prata', price: 19.9, stock: 0, description: '> Fila prioritária' });
  const fault = await refuse(page, 'POST /products/list');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar os produtos' });
  await expect(alert).toContainText(SLOW_DOWN);
  await expectUsableFace(page);
  await fault.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();

  const section = page.getByRole('region', { name: /^VIPs/ });
  await expect(section).toContainText('R$ 49,90');
  await expect(section).toContainText('Preço original: R$ 199,99');
  await expect(section).toContainText('Fila prioritária');
  await expect(section).toContainText('Esgotado');
  await expect(page.getByRole('region', { name: /^Veículos/ })).toContainText('a categoria fica escondida na loja');
  await expectUsableFace(page);
  const toggle = section.getByRole('button', { name: /^VIPs/ });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(section.getByText('VIP Ouro', { exact: true })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('prioritaria');
  await expect(page.getByText('1 produto encontrado')).toBeVisible();
  await expect(section.getByText('VIP Prata', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('');
  await toggle.click();

  const menu = page.getByRole('menu', { name: 'Ações de VIP Ouro' });
  await page.getByRole('button', { name: /^Ações de VIP Ouro:/ }).click();
  await expect(menu).toBeVisible();
  await expectUsableFace(page);
  await page.mouse.click(5, 5);
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: /^Ações de VIP Ouro:/ }).click();
  await menu.getByRole('menuitem', { name: 'Duplicar' }).click();
  await expect(page.getByText('Cópia de “VIP Ouro”, ainda não salva.')).toBeVisible();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('VIP Ouro (cópia)');
  const copying = page.url();
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  // A product that did not load must not be copied: the form would be empty.
  const lost = await refuse(page, 'POST /products');
  await page.goto(copying);
  const noCopy = page.getByRole('alert').filter({ hasText: 'Erro ao puxar informações do produto' });
  await expect(noCopy).toBeVisible();
  await expectUsableFace(page);
  await lost.mend();
  await noCopy.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('VIP Ouro (cópia)');
  await page.getByRole('link', { name: 'Produtos', exact: true }).first().click();

  await page.getByRole('button', { name: 'Ações de VIP Ouro (cópia)' }).click();
  await page.getByRole('menuitem', { name: 'Deletar' }).click();
  const question = page.getByRole('dialog', { name: 'Tem certeza que deseja deletar este produto?' });
  await expect(question).toContainText('Pedidos já feitos e entregas a caminho continuam como estão.');
  await question.getByRole('button', { name: 'Deletar' }).click();
  await expect(page.getByText('Produto deletado com sucesso!')).toBeVisible();
  await expect(section.getByText('VIP Ouro (cópia)', { exact: true })).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? 'lost'))
    .toContain('VIP');
  const { products } = await owner.api('POST /products', {});
  expect(products.map(({ name }) => name).sort()).toEqual(['VIP Ouro', 'VIP Prata']);
});
