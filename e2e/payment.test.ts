import type { Page } from '@playwright/test';
import { answerOf, isCall, route } from './call.ts';
import { approve, makeStore, type OwnStore, placeOrder } from './own-store.ts';
import { fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';
import { control, forgetTries, inDatabase, paymentsOf } from './world.ts';

const BUYER = { cityId: 12, discordId: '518820019922331648' };
/**
 * From the bank's approval to the page that says so: two seconds (LOOK.md, Pix), with room for a machine that runs
 * two stories at once. In ms.
 */
const TURNED_MS = 30_000;

let store: OwnStore;
let product: string;
test.beforeAll(async () => {
  store = await makeStore('Loja do Pix');
  const categoryId = await store.category('Geral');
  product = await store.product({ name: 'Kit', price: 19.9, categoryId });
  await store.product({ name: 'Caixa', price: 5, categoryId });
});

const pixPage = (reference: string) => `${store.shop}/checkout/pix/${reference}`;
const order = () => placeOrder(store, { products: [product], ...BUYER });
/** The heading in the place of the code, and its link. */
const paid = (page: Page) =>
  page.getByRole('heading', { name: /^(Pagamento aprovado!|Compra realizada com sucesso!)$/ });
const success = (page: Page) => page.getByRole('heading', { name: 'Compra realizada com sucesso!' });

/** Goes through the checkout to the Pix page; the cart stays in the browser. */
async function buy(page: Page): Promise<string> {
  await page.goto(`${store.shop}/buy?product=${product}`);
  await expect(page).toHaveURL(`${store.shop}/checkout`);
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  return referenceOf(page);
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`the Pix page: QR code, code to copy, countdown, and what it pays for (${viewport.width} px)`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize(viewport);
    const drawn: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'xhr') drawn.push(request.url());
    });
    const reference = await order();
    await page.goto(pixPage(reference));
    const picture = page.getByRole('img', { name: /QR Code do Pix/ });
    await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml/);
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    await expect(page.getByText('R$ 19,90')).toBeVisible();
    await expect(page.getByText(/1 x Kit/)).toBeVisible();
    await expect(page.getByText('Aguardando pagamento')).toBeVisible();

    const timer = page.getByRole('timer', { name: 'Tempo para pagar' });
    await expect(timer).toHaveText(/^(29|30):\d\d$/);
    const first = await timer.innerText();
    await expect(timer).not.toHaveText(first);

    const code = await page.getByLabel('Pix copia e cola').inputValue();
    expect(code).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await expect(page.getByRole('button', { name: 'Código copiado!' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await expectUsable(page, 'pix');
    // The first live event tells only what the page already shows, so the page is not fetched again.
    expect(drawn).toEqual([]);
  });
}

test('the page changes by itself over the live stream, without polling, and what it bought leaves the cart', async ({
  page,
  watch,
}) => {
  const reference = await buy(page);
  // Another tab fills the next cart before this order is paid.
  const other = await page.context().newPage();
  watch(other);
  await putIntoCart(other, store.shop, 'Caixa');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isCall(request, 'GET /order/:external_reference')) asked.push(request.url());
  });
  await approve(store, reference);
  const start = Date.now();
  await expect(paid(page)).toBeVisible({ timeout: TURNED_MS });
  console.info(`paid: said on the page after ${Date.now() - start} ms`);
  await expect(success(page)).toBeVisible();
  expect(asked).toEqual([]);
  await page.goto(`${store.shop}/checkout`);
  await expect(page.getByRole('button', { name: 'Remover Caixa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remover Kit' })).toBeHidden();
});

test.describe('without live events', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('the page asks every two seconds and still changes', async ({ page }) => {
    await route(page, 'GET /order/:external_reference/events', (stream) => stream.abort());
    const reference = await order();
    const asked = answerOf(page, 'GET /order/:external_reference');
    await page.goto(pixPage(reference));
    await asked;
    await approve(store, reference);
    await expect(paid(page)).toBeVisible({ timeout: TURNED_MS });
  });
});

test('an expired code is renewed on the same page, for the same order', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 502|^pay/);
  const reference = await order();
  await page.goto(pixPage(reference));
  const before = await page.getByLabel('Pix copia e cola').inputValue();
  const [payment] = await paymentsOf(store.world.pages.mercadoPago, reference);
  await control(`${store.world.pages.mercadoPago}/__control/payments/${payment?.id}/expire`, {});
  await expect(page.getByRole('heading', { name: 'Este código Pix não vale mais' })).toBeVisible();
  await expect(page.getByText('Nada foi cobrado.')).toBeVisible();
  await expectUsable(page, 'code ended');
  const renew = page.getByRole('button', { name: 'Gerar novo código' });
  const broken = await route(page, 'POST /order/pay', (one) => one.fulfill({ status: 502, json: { success: false } }));
  await renew.click();
  await expect(page.getByRole('alert')).toHaveText('Não foi possível gerar um novo código. Tente novamente.');
  await expectUsable(page, 'code not renewed');
  await broken.end();
  await renew.click();
  await expect(page.getByLabel('Pix copia e cola')).not.toHaveValue(before);
  expect(referenceOf(page)).toBe(reference);
  await approve(store, reference);
  await expect(success(page)).toBeVisible();
});

test('a payment in review says not to pay again, on each page of the order, and turns when it is decided', {
  tag: '@long',
}, async ({ page }) => {
  const { mercadoPago } = store.world.pages;
  const reference = await order();
  await page.goto(pixPage(reference));
  const [payment] = await paymentsOf(mercadoPago, reference);
  await control(`${mercadoPago}/__control/payments/${payment?.id}/review`, {});
  const reviewed = page.getByRole('heading', { name: 'Pagamento em análise' });
  await expect(reviewed).toBeVisible({ timeout: TURNED_MS });
  await expect(page.getByText('Não é preciso pagar de novo.')).toBeVisible();
  await expectUsable(page, 'payment in review');
  await page.getByRole('link', { name: 'Ver meu pedido' }).click();
  await expect(reviewed).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trocar forma de pagamento' })).toHaveCount(0);
  await expectUsable(page, 'order in review');
  await control(`${mercadoPago}/__control/payments/${payment?.id}/approve`, {});
  await expect(success(page)).toBeVisible({ timeout: TURNED_MS });
});

test('an expired order leads back to the unchanged cart', { tag: '@long' }, async ({ page }) => {
  const reference = await buy(page);
  await inDatabase(`update "order" set expires_at = now() + interval '3 seconds' where reference = $1`, [reference]);
  await page.reload();
  const timer = page.getByRole('timer', { name: 'Tempo para pagar' });
  await expect(timer.or(page.getByRole('heading', { name: /expirou|cancelado/ }))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Este pedido foi cancelado' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Pix copia e cola')).toHaveCount(0);
  await expectUsable(page, 'order over');
  await page.goto(`${store.shop}/pedido/${reference}`);
  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
  await expectUsable(page, 'cancelled order');
  await page.getByRole('link', { name: 'Fazer novo pedido' }).click();
  await expect(page.getByRole('group', { name: 'Quantidade de Kit' })).toBeVisible();
  await expect(page.getByLabel('ID da Cidade')).toHaveValue('12');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  expect(referenceOf(page)).not.toBe(reference);
});

test('an unpaid order waits on its own page, which links to the payment', async ({ page }) => {
  const reference = await order();
  await page.goto(`${store.shop}/pedido/${reference}`);
  await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  await expectUsable(page, 'waiting for payment');
  await page.getByRole('link', { name: 'Pagar agora' }).click();
  await expect(page).toHaveURL(pixPage(reference));
});

test('an order with nothing left to pay is completed at once', async ({ page }) => {
  await store.coupon({ code: 'TUDO', type: 'percentage', value: 100 });
  await page.goto(`${store.shop}/buy?product=${product}`);
  await fillCheckout(page, BUYER, 'Pix');
  // A buyer who presses early still pays with the coupon, because the order waits for the answer about the coupon.
  const answer = Promise.withResolvers<void>();
  await route(page, 'POST /discounts/check', (one) => answer.promise.then(() => one.continue()));
  await page.getByLabel('Cupom de desconto').fill('TUDO');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const press = page.getByRole('button', { name: 'Finalizar Compra' });
  await expect(press).toBeDisabled();
  await expect(press).toHaveAccessibleDescription('Verificando o cupom...');
  await page.getByLabel('ID da Cidade').press('Enter');
  answer.resolve();
  await press.click();
  await expect(page).toHaveURL(/\/checkout\/success\?external_reference=/);
  await expect(success(page)).toBeVisible();
});

test('a withdrawal with a refused refund says so, also when the page is opened again, and can be asked for again', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await makeStore('Loja que devolve', { payments: false });
  const { mercadoPago } = shop.world.pages;
  const token = `APP_USR-devolve-${shop.subdomain}`;
  const seller = (refundMode: string) => control(`${mercadoPago}/__control/seed`, { sellers: [{ token, refundMode }] });
  await seller('in_process');
  await forgetTries('payment-token');
  await shop.edit({ mercadoPago: { accessToken: token } });
  const group = await shop.product({
    name: 'Grupo',
    price: 15,
    categoryId: await shop.category('Geral'),
    // No city is connected, so the group is surely not delivered when the buyer withdraws.
    fiveMActions: [{ type: 'add_group', groupName: 'vip', executionTiming: 'on_confirmation' }],
  });
  const reference = await placeOrder(shop, { products: [group], ...BUYER });
  await page.goto(`${shop.shop}/pedido/${reference}`);
  await approve(shop, reference);
  await expect(success(page)).toBeVisible({ timeout: 30_000 });

  const withdraw = async (what: string, answer: string) => {
    await page.getByText(what, { exact: true }).click();
    await page.getByLabel('ID do Discord usado na compra').fill(BUYER.discordId);
    await page.getByRole('button', { name: answer }).click();
  };
  await withdraw('Desistir da compra', 'Confirmar desistência');
  const under = page.getByText('O valor está sendo devolvido.');
  await expect(under).toBeVisible();
  await page.reload();
  await expect(under).toBeVisible();

  const [payment] = await paymentsOf(mercadoPago, reference);
  await control(`${mercadoPago}/__control/payments/${payment?.id}/settle-refund`, { status: 'rejected' });
  const refused = page.getByText('o Mercado Pago recusou devolver o valor');
  await expect(refused).toBeVisible({ timeout: 30_000 });
  await expect(under).toBeHidden();
  await page.reload();
  await expect(refused).toBeVisible();
  await expectUsable(page, 'a refused refund');
  await page.setViewportSize(PHONE);
  await expectUsable(page, 'a refused refund on a phone');

  await seller('approved');
  await withdraw('Pedir a devolução de novo', 'Pedir a devolução');
  await expect(page.getByRole('heading', { name: 'Compra devolvida' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('R$ 15,00 voltaram para quem pagou')).toBeVisible();
  await expect(refused).toBeHidden();
});
