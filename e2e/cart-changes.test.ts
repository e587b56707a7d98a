import type { Page } from '@playwright/test';
import type { Answer } from '@vitrine/contract/calls/table';
import { answerOf, isCall, route } from './call.ts';
import { alertOf, BUYER, type CartStore, makeCartStore, quantityOf, summaryOf } from './own-cart.ts';
import { buyElsewhere, type OwnStore } from './own-store.ts';
import { fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** The server's price of a cart for the buyer with this id. */
const quoteFor = (page: Page, buyer: string) =>
  answerOf(page, 'POST /order/quote', (request) => request.postData()?.includes(buyer) === true);

let store: OwnStore;
let category: string;
let fill: CartStore['fill'];
let throughTo: CartStore['throughTo'];
test.beforeAll(async () => {
  ({ store, category, fill, throughTo } = await makeCartStore('Loja que muda'));
});

for (const { viewport, details } of ENDS) {
  test.describe(`the moments of doubt at ${viewport.width} px`, details, () => {
    test.use({ viewport, expectedErrors: [/status of (4(22|09|04)|50\d)|^cart product|^quote|^order|net::ERR/] });

    test('a new price is shown before it is charged', async ({ page }) => {
      const id = await fill(page, 'Preço novo');
      const quoted = quoteFor(page, BUYER.discordId);
      await fillCheckout(page, BUYER, 'Pix');
      await quoted;
      await expect(summaryOf(page)).toContainText('R$ 30,00');
      await store.change(id, { categoryId: category, price: 35 });
      await finish(page);
      await expect(alertOf(page)).toHaveText('O total mudou. Confira antes de pagar.');
      await expect(summaryOf(page)).toContainText('R$ 35,00');
      await expect(page.getByText('R$ 35,00 cada · antes R$ 30,00')).toBeVisible();
      await expectUsable(page, 'price changed');
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      await expect(page.getByText('R$ 35,00')).toBeVisible();
    });

    test('taken off sale meanwhile: named and removed from the cart, and the rest can be bought', {
      tag: '@long',
    }, async ({ page }) => {
      const id = await fill(page, 'Saiu');
      await putIntoCart(page, store.shop, 'Kit');
      await page.goto(`${store.shop}/checkout`);
      const quoted = quoteFor(page, BUYER.discordId);
      await fillCheckout(page, BUYER, 'Pix');
      await quoted;
      await store.remove(id);
      await finish(page);
      await expect(alertOf(page)).toHaveText('Um dos produtos não está mais disponível.');
      await expect(page.getByText('“Saiu” não está mais à venda e saiu do carrinho.')).toBeVisible();
      await expect(quantityOf(page, 'Saiu')).toHaveCount(0);
      await expectUsable(page, 'off sale');
      // A product that left the shop before the page opens has no name in the message. The message comes once, and the cart
      // forgets the product. The quote is awaited first: a quote that misses the product would tell it before the reload.
      const counted = answerOf(page, 'POST /order/quote', (request) => request.postData()?.includes('},{') === true);
      const gone = await fill(page, 'Sumiu');
      await counted;
      await store.remove(gone);
      await expect(page.getByRole('link', { name: 'Carrinho, 2 itens' })).toBeVisible();
      await page.reload();
      await expect(quantityOf(page, 'Kit')).toBeVisible();
      await expect(page.getByText('Um produto não está mais à venda e saiu do carrinho.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
      await page.reload();
      await expect(quantityOf(page, 'Kit')).toBeVisible();
      await expect(page.getByText('saiu do carrinho')).toHaveCount(0);
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    });

    test('no answer: the page stays with what was typed, tries again by itself, and makes one order', async ({
      page,
    }) => {
      await fill(page, `Falha ${viewport.width}`);
      await fillCheckout(page, BUYER, 'Pix');
      await expect(summaryOf(page)).toContainText('R$ 30,00');
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (isCall(request, 'POST /order/create')) keys.push(request.headers()['idempotency-key']);
      });
      // The order is placed, but its answer is lost.
      const lost = await route(page, 'POST /order/create', async (one) => {
        await throughTo(one);
        await one.abort('connectionreset');
      });
      await finish(page);
      await expect(alertOf(page)).toHaveText(
        'Erro ao finalizar a compra. Por favor, tente novamente. A loja não respondeu. Tentamos de novo sozinhos em 5 segundos, e o pedido continua um só.',
      );
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(page.getByLabel('ID do Discord')).toHaveValue(BUYER.discordId);
      await expectUsable(page, 'no answer');
      await lost.end();
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      const orders = await store.ask('POST /order', {});
      expect(
        orders.response.filter(({ name }) => name.some((item) => item.name === `Falha ${viewport.width}`)),
      ).toHaveLength(1);
      expect(referenceOf(page)).toMatch(/^[a-z0-9]{20,}$/);
    });

    test('an answered failure: /checkout/error with its text, and the same press makes the order', async ({ page }) => {
      await fill(page, 'Erro');
      await fillCheckout(page, BUYER, 'Pix');
      const failed = await route(page, 'POST /order/create', (one) => one.fulfill({ status: 500, body: '' }));
      await finish(page);
      await expect(page).toHaveURL(/\/checkout\/error\?reason=failed/);
      await expect(page.getByRole('alert')).toHaveText('Erro ao finalizar a compra. Por favor, tente novamente.');
      await expect(page.getByText('Seu carrinho e seus dados continuam guardados.')).toBeVisible();
      await expectUsable(page, 'checkout error');
      await failed.end();
      await page.getByRole('link', { name: 'Tentar novamente' }).click();
      await expect(summaryOf(page)).toContainText('R$ 30,00');
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    });
  });
}

test.describe('the shop changes between cart and order', () => {
  test.use({ expectedErrors: [/status of 4(22|09|04)|^cart product|^quote|ERR_FAILED/] });

  test('a new price of the server is on the lines too', async ({ page }) => {
    const id = await fill(page, 'Preço de agora');
    await expect(page.getByText('R$ 30,00 cada')).toBeVisible();
    await store.change(id, { categoryId: category, price: 36 });
    // Any change asks the server for the total again.
    await quantityOf(page, 'Preço de agora').getByRole('button', { name: 'Aumentar' }).click();
    await expect(page.getByText('R$ 36,00 cada')).toBeVisible();
    await expect(summaryOf(page)).toContainText('R$ 72,00');
  });

  test('a press before the server’s answer agrees to no more than the screen shows', async ({ page }) => {
    const id = await fill(page, 'Pressa');
    const broken = await route(page, 'POST /order/quote', (one) => one.abort());
    // The page waits a moment after typing and then asks once.
    const unanswered = page.waitForEvent(
      'requestfailed',
      (request) => isCall(request, 'POST /order/quote') && request.postData()?.includes(BUYER.discordId) === true,
    );
    await fillCheckout(page, BUYER, 'Pix');
    await unanswered;
    await expect(summaryOf(page)).toContainText('R$ 30,00');
    await store.change(id, { categoryId: category, price: 37 });
    await broken.end();
    await finish(page);
    await expect(alertOf(page)).toHaveText('O total mudou. Confira antes de pagar.');
    await expect(summaryOf(page)).toContainText('R$ 37,00');
  });

  test('sold out meanwhile: the text is at its line, and everything else stays', async ({ page }) => {
    const id = await fill(page, 'Acabou', { stock: 5 });
    await putIntoCart(page, store.shop, 'Kit');
    await page.goto(`${store.shop}/checkout`);
    await fillCheckout(page, BUYER, 'Pix');
    await store.change(id, { categoryId: category, stock: 0 });
    await finish(page);
    await expect(alertOf(page)).toHaveText('Não há estoque suficiente de um dos produtos.');
    await expect(page.getByText('Esgotado agora. Remova este item para finalizar a compra.')).toBeVisible();
    await expectUsable(page, 'sold out in the cart');
    await page.getByRole('button', { name: 'Remover Acabou' }).click();
    await expect(page.getByLabel('ID da Cidade')).toHaveValue('11');
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  });

  test('more than one person may have: refused with the text at its line', async ({ page }) => {
    const id = await fill(page, 'Limitado', { buylimit: 1 });
    const buyer = { cityId: 777, discordId: BUYER.discordId };
    await buyElsewhere(store, { products: [id], ...buyer });
    await fillCheckout(page, buyer, 'Pix');
    await expect(page.getByText('Você atingiu o limite de compras de um dos produtos.')).toBeVisible();
    await finish(page);
    await expect(alertOf(page)).toHaveText('Você atingiu o limite de compras de um dos produtos.');
  });
});

test.describe('when the server or the provider fails', () => {
  test.use({ expectedErrors: [/status of 50\d|^order|^cart product|net::ERR/] });

  test('products that do not load: the cart does not look empty, and they are asked for again', async ({ page }) => {
    await fill(page, 'Sem resposta');
    let asked = 0;
    const broken = await route(page, 'GET /products/:id', (one) => {
      asked += 1;
      return one.abort();
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Não foi possível carregar seu carrinho' })).toBeVisible();
    await expectUsable(page, 'cart not loaded');
    expect(asked, 'asked again only by the person').toBe(1);
    await broken.end();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(quantityOf(page, 'Sem resposta')).toBeVisible();
  });

  test('an order without a payment link: the text of SPEC.md and a link to the order', async ({ page }) => {
    await fill(page, 'Sem link');
    await fillCheckout(page, BUYER, 'Pix');
    await route(page, 'POST /order/create', async (one) => {
      const answer = await throughTo(one);
      const body = (await answer.json()) as Answer<'POST /order/create'>;
      body.data.payment.init_point = '';
      await one.fulfill({ response: answer, json: body });
    });
    await finish(page);
    await expect(page).toHaveURL(/\/checkout\/error\?reason=no_link/);
    await expect(page.getByRole('alert')).toHaveText(
      'Pedido realizado, mas não foi possível obter o link de pagamento. Por favor, entre em contato com o suporte.',
    );
    await page.getByRole('link', { name: 'Ver meu pedido' }).click();
    await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  });
});
