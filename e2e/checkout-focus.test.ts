import type { Page } from '@playwright/test';
import type { BodyOf } from './call.ts';
import { alertOf, BUYER, type CartStore, finishButton, makeCartStore, quantityOf, summaryOf } from './own-cart.ts';
import type { OwnStore } from './own-store.ts';
import { fillCheckout, finish, putIntoCart } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';

/** For people who use keys or listen to the page: after each press the focus has a place, and after each refusal they can go on. */

let shop: CartStore;
let store: OwnStore;
test.beforeAll(async () => {
  shop = await makeCartStore('Loja do teclado');
  store = shop.store;
});
test.use({ viewport: PHONE, expectedErrors: [/status of 4(22|09|04)/] });

test('the focus stays at its place: coupon applied, removed and refused, lines removed, order refused', {
  tag: '@long',
}, async ({ page }) => {
  await store.coupon({ code: 'FOCO5' });
  const id = await shop.fill(page, 'Foco');
  await putIntoCart(page, store.shop, 'Kit');
  await page.goto(`${store.shop}/checkout`);
  const field = page.getByLabel('Cupom de desconto');
  const apply = page.getByRole('button', { name: 'Aplicar' });
  const press = async (code: string) => {
    await field.fill(code);
    await apply.focus();
    await page.keyboard.press('Enter');
  };
  await press('NAOEXISTE');
  await expect(field).toHaveAccessibleDescription('Cupom inválido.');
  await expect(field).toBeFocused();
  await press('FOCO5');
  const drop = page.getByRole('button', { name: 'Remover cupom FOCO5' });
  await expect(drop).toBeFocused();
  await expect(drop).toHaveAccessibleDescription('Cupom aplicado: FOCO5');
  await page.keyboard.press('Enter');
  await expect(apply).toBeFocused();

  await fillCheckout(page, BUYER, 'Pix');
  await expect(summaryOf(page)).toContainText('R$ 40,00');
  await store.change(id, { categoryId: shop.category, price: 35 });
  await finishButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText('O total mudou. Confira antes de pagar.');
  await expect(finishButton(page)).toBeFocused();

  await page.getByRole('button', { name: 'Remover Foco' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remover Kit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('after the back button the checkout has the typed fields and the new quantity', async ({ page }) => {
  await shop.fill(page, 'Voltou');
  await fillCheckout(page, BUYER, 'Pix');
  await expect(quantityOf(page, 'Voltou')).toContainText('1');
  // Writes what a product's page writes (parts/choose-options.ts). Then sends the event of a kept page that is shown again.
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('checkout') ?? '{}');
    const { state } = JSON.parse(localStorage.getItem('vitrine') ?? '{}');
    sessionStorage.setItem('checkout', JSON.stringify({ ...draft, quantities: { [state.basket.itens[0]]: 3 } }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(quantityOf(page, 'Voltou')).toContainText('3');
  await expect(page.getByLabel('ID do Discord')).toHaveValue(BUYER.discordId);
  await expect(summaryOf(page)).toContainText('R$ 90,00');
});

test('a question that the store adds meanwhile is shown, and nothing of the form is lost', { tag: '@long' }, async ({
  page,
}) => {
  const id = await shop.fill(page, 'Com pergunta');
  await fillCheckout(page, { ...BUYER, name: 'Davi' }, 'Pix');
  await expect(summaryOf(page)).toContainText('R$ 30,00');
  const variable = { kind: 'question', name: 'cor', label: 'Qual cor?', answer: 'choice', required: true } as const;
  const question: BodyOf<'POST /variables/create'>['variable'] = {
    ...variable,
    choices: ['Azul', 'Preto'],
    products: [id],
  };
  await store.ask('POST /variables/create', { variable: question });
  await finish(page);
  await expect(page.getByLabel('Qual cor?')).toBeVisible();
  await expect(alertOf(page)).toHaveText('A loja mudou as perguntas. Responda às perguntas obrigatórias.');
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Davi');
  await expectUsable(page, 'a new question');
  await finish(page);
  await expect(page.getByLabel('Qual cor?')).toBeFocused();
  await page.getByLabel('Qual cor?').selectOption('Preto');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
});

test.describe('a part of the form that does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED|^checkout|dynamically imported/] });

  test('leads to the failure page, and then to the same cart again, never to an empty page', async ({ page }) => {
    const variable = { kind: 'question', name: 'recado', label: 'Algum recado?', answer: 'text' } as const;
    await store.ask('POST /variables/create', { variable });
    const lost = '**/assets/store-questions-*.js';
    await page.route(lost, (one) => one.abort());
    const id = await store.product({ name: 'Perdido', price: 30, categoryId: shop.category });
    await page.goto(`${store.shop}/buy?product=${id}`);
    await expect(page.getByRole('heading', { name: 'Não foi possível concluir a compra' })).toBeVisible();
    await expect(page.getByText('Seu carrinho e seus dados continuam guardados.')).toBeVisible();
    await page.unroute(lost);
    await page.getByRole('link', { name: 'Tentar novamente' }).click();
    await expect(page.getByLabel('Algum recado?')).toBeVisible();
    await expect(quantityOf(page, 'Perdido')).toBeVisible();
  });
});

const refuseCopies = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
    document.execCommand = () => false;
  });

test('if the browser refuses to copy, the button says how to do it by hand, and marks the code', async ({ page }) => {
  await refuseCopies(page);
  await shop.fill(page, 'Sem copiar');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  const code = page.getByRole('textbox', { name: 'Pix copia e cola' });
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(
    page.getByRole('button', { name: 'Não copiou. Segure o texto marcado e escolha Copiar.' }),
  ).toBeVisible();
  await expect(code).toBeFocused();
  const marked = await code.evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart);
  expect(marked).toBe((await code.inputValue()).length);
  await expectUsable(page, 'nothing copied');
});
