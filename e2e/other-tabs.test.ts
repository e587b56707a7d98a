import type { Answer } from '@vitrine/contract/calls/table';
import { limits } from '@vitrine/contract/limits';
import { call } from './call.ts';
import { alertOf, BUYER, finishButton, makeCartStore, quantityOf } from './own-cart.ts';
import { countdown, makeStore } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';

/** A buyer with several tabs, and a browser that remembers what has changed since. */

test.use({ viewport: PHONE });

const DRAFT = { discordId: BUYER.discordId, paymentMethod: 'pix', remember: true };

test('fields of a remembered buyer stay open while they are filled', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  const { fill } = await makeCartStore('Loja dos campos');
  await fill(page, 'Primeira');
  // The last visit ended before the city id was typed.
  await page.evaluate((known) => {
    sessionStorage.clear();
    localStorage.setItem('vitrine-comprador', JSON.stringify(known));
  }, DRAFT);
  await page.goto(page.url());
  const city = page.getByLabel('ID da Cidade');
  await expect(page.getByLabel('Lembrar meus dados')).toBeChecked();
  await city.pressSequentially('1042', { delay: 30 });
  await expect(city).toHaveValue('1042');
  await expect(city).toBeFocused();

  // The fields are folded, and a refusal opens them. The field stays while the id is corrected.
  await page.reload();
  const known = page.getByRole('region', { name: 'Para quem é a compra' });
  await expect(known).toContainText('ID 1042');
  await expectUsable(page, 'known buyer folded');
  await page.route('**/v1/order/create', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, code: 'city_id_unknown', error: 'Não encontramos esse ID na cidade. Confira o número.' },
    }),
  );
  await finish(page);
  await expect(city).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await expect(city).toHaveValue('1043');
  await expectUsable(page, 'known buyer corrects');
});

test('whoever is forgotten in one tab is not remembered again by another', async ({ page, context }) => {
  const { store, fill } = await makeCartStore('Loja que esquece');
  await fill(page, 'Primeira');
  await fillCheckout(page, BUYER, 'Pix');
  await page.getByLabel('Lembrar meus dados neste navegador').check();
  const second = await context.newPage();
  await second.goto(`${store.shop}/checkout`);
  await second.getByRole('button', { name: 'Esquecer' }).click();
  await expect(second.getByLabel('ID do Discord')).toHaveValue('');
  // The first tab goes on with its own draft, and keeps it to itself.
  await page.getByLabel(/^Nome/).fill('Bruno');
  await page.reload();
  await expect(page.getByLabel('ID do Discord')).toHaveValue(BUYER.discordId);
  await expect(page.getByLabel('Lembrar meus dados neste navegador')).not.toBeChecked();
  const last = await context.newPage();
  await last.goto(`${store.shop}/checkout`);
  await expect(finishButton(last)).toBeDisabled();
  await expect(last.getByLabel('ID do Discord')).toHaveValue('');
});

test('a remembered buyer is shown the ids that this cart is for', async ({ page }) => {
  const { store, category } = await makeCartStore('Loja das letras');
  const { servers } = await call('GET /store/connection', { token: store.token, store: store.subdomain });
  const server = { id: servers[0]?.id ?? '', name: 'Cidade', silenceMinutes: limits.silenceMinutes };
  await store.ask('POST /servers/edit', { ...server, identity: 'citizen_id' });
  const action = { type: 'execute_command', executionTiming: 'on_confirmation', command: 'say {{cidade}}' };
  const id = await store.product({ name: 'Saco', price: 9, categoryId: category, fiveMActions: [action] });
  await page.goto(`${store.shop}/buy?product=${id}`);
  await expect(page.getByLabel('Citizen ID')).toBeVisible();
  await page.evaluate(
    (known) => {
      sessionStorage.clear();
      localStorage.setItem('vitrine-comprador', JSON.stringify(known));
    },
    { ...DRAFT, clientId: '1042', identities: { citizen_id: 'ABC12345' } },
  );
  await page.reload();
  await expect(page.getByRole('region', { name: 'Para quem é a compra' })).toContainText('Comprando para ID ABC12345');
});

test('an answer that the store no longer offers is empty again', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  const { store, fill } = await makeCartStore('Loja que pergunta');
  const id = await fill(page, 'Camisa');
  const question = { kind: 'question', name: 'tamanho', label: 'Tamanho', answer: 'choice' } as const;
  const { variable } = await store.ask('POST /variables/create', {
    variable: { ...question, choices: ['P', 'M'], required: false, products: [id] },
  });
  await page.reload();
  await fillCheckout(page, BUYER, 'Pix');
  await page.getByLabel(/^Tamanho/).selectOption('P');
  await call('POST /variables/edit/:subdomain/:id', {
    params: { subdomain: store.subdomain, id: variable._id },
    body: { variable: { ...question, choices: ['M', 'G'], required: false, products: [id] } },
    token: store.token,
  });
  await page.reload();
  await expect(page.getByLabel(/^Tamanho/)).toHaveValue('');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
});

test('the bar says what can be done with a new order after it told of a cancelled one', async ({ page, context }) => {
  const { store, fill } = await makeCartStore('Loja das abas');
  const bar = page.getByRole('region', { name: 'Pedido esperando pagamento' });
  await fill(page, 'Primeiro');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await page.goto(store.shop);
  await bar.getByRole('button', { name: 'Cancelar pedido' }).click();
  await bar.getByRole('button', { name: 'Cancelar mesmo?' }).click();
  await expect(bar).toContainText('Pedido cancelado. Nada foi cobrado.');

  const second = await context.newPage();
  await fill(second, 'Segundo', { price: 14 });
  await fillCheckout(second, BUYER, 'Pix');
  await finish(second);
  await expect(second.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  // The buyer comes back to the first tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(bar).toContainText(/R\$\s44,00/);
  await expect(bar.getByRole('link', { name: 'Pagar' })).toHaveAttribute(
    'href',
    `/checkout/pix/${referenceOf(second)}`,
  );
  await expect(bar.getByRole('link', { name: 'Trocar forma de pagamento' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Cancelar pedido' })).toHaveText(/^Cancelar/);
});

test('the bar stays when a Pix code has expired and its order still waits for the payment', async ({ page }) => {
  const { store, fill, throughTo } = await makeCartStore('Loja do prazo');
  const bar = page.getByRole('region', { name: 'Pedido esperando pagamento' });
  await fill(page, 'Prazo');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  let asked = 0;
  await page.route(`**/v1/order/${referenceOf(page)}`, async (route) => {
    const answer = await throughTo(route);
    const { response: order } = (await answer.json()) as Answer<'GET /order/:external_reference'>;
    asked += 1;
    if (asked === 1 && order.payment) order.payment.expiresAt = new Date(Date.now() + 6_000).toISOString();
    await route.fulfill({ response: answer, json: { success: true, response: order } });
  });
  await page.goto(store.shop);
  await expect(bar).toContainText(/esperando · 0:0\d/);
  await expect(bar).toContainText(/esperando · (29|30|31):\d\d/);
  expect(asked).toBe(2);
});

test('a late answer about an old order does not hide the new one', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  const { store, fill } = await makeCartStore('Loja das respostas');
  const barOf = (of: typeof page) => of.getByRole('region', { name: 'Pedido esperando pagamento' });
  await fill(page, 'Primeiro');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const first = referenceOf(page);
  await page.goto(store.shop);
  await expect(barOf(page)).toContainText('R$ 30,00');

  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const second = await context.newPage();
  await second.route(`**/v1/order/${first}`, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await second.goto(store.shop);
  await asked.promise;
  const third = await context.newPage();
  await fill(third, 'Segundo', { price: 14 });
  await fillCheckout(third, BUYER, 'Pix');
  await finish(third);
  await expect(alertOf(third)).toContainText('Você já tem um pedido esperando pagamento nesta loja.');
  await third.getByRole('button', { name: 'Trocar por este carrinho' }).click();
  await expect(third.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const answered = second.waitForResponse(`**/v1/order/${first}`);
  held.resolve();
  await (await answered).finished();
  await expect(barOf(second)).toContainText(/R\$\s44,00/);
  await page.reload();
  await expect(barOf(page)).toContainText(/R\$\s44,00/);
});

test('rubbish in the storage: entries that are no product leave the cart, and the shop works', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4\d\d/, /cart product/);
  const { fill } = await makeCartStore('Loja do lixo');
  await fill(page, 'Verdadeiro');
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('vitrine') ?? '{}');
    kept.state.basket.itens.push('..', '.', '%2e', 'a/b', 'x'.repeat(9000), 'nul\u0000', '?', '💥');
    localStorage.setItem('vitrine', JSON.stringify(kept));
    localStorage.setItem('vitrine-pedido', '{"key":1,"order":{},"lines":5}');
    localStorage.setItem('vitrine-comprador', '[]');
    sessionStorage.setItem(
      'checkout',
      '{"identities":null,"answers":[1],"quantities":{"a":-1},"paymentMethod":"ouro"}',
    );
    sessionStorage.setItem('checkout-key', '{"key":1}');
  });
  await page.reload();
  await expect(quantityOf(page, 'Verdadeiro')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
});

test.describe('a phone whose clock is days ahead', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 5 * 86_400_000;
    }),
  );

  test('counts the time that is left by the clock of the shop', async ({ page }) => {
    const store = await makeStore('Loja do relógio');
    const category = await store.category('VIPs');
    await store.product({ name: 'VIP Ouro', price: 10, categoryId: category });
    const sections = [countdown(3.5)];
    await store.ask('POST /window/draft', { version: 0, document: { form: 1, sections } });
    await store.ask('POST /window/publish', { version: 1 });
    await page.goto(store.shop);
    await expect(page.getByRole('timer')).toHaveText(/^3 d \d\d:\d\d:\d\d$/);
    await expectUsable(page, 'countdown');
  });
});

test('a press to order the same again says that the products are gone', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/, /cart product/);
  const { store, fill } = await makeCartStore('Loja sem volta');
  const id = await fill(page, 'Raro');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const reference = referenceOf(page);
  await page.goto(store.shop);
  const bar = page.getByRole('region', { name: 'Pedido esperando pagamento' });
  await bar.getByRole('button', { name: 'Cancelar pedido' }).click();
  await bar.getByRole('button', { name: 'Cancelar mesmo?' }).click();
  await expect(bar).toContainText('Pedido cancelado.');
  await expectUsable(page, 'bar cancelled');
  await store.change(id, { status: 'hidden' });
  await page.evaluate(() => localStorage.removeItem('vitrine'));
  await page.goto(`${store.shop}/pedido/${reference}`);
  await page.getByRole('link', { name: 'Fazer novo pedido' }).click();
  await expect(page.getByText('Um produto não está mais à venda e saiu do carrinho.')).toBeVisible();
  await expectUsable(page, 'new order gone');
});

test('a full storage hides neither the cart nor the unpaid order', async ({ page, context }) => {
  const { store, fill } = await makeCartStore('Loja cheia');
  await fill(page, 'Guardado');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(store.shop);
  await expect(page.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pedido esperando pagamento' })).toContainText('R$ 30,00');
  await expectUsable(page, 'full storage');
});
