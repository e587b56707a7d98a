import { alertOf, BUYER, finishButton, makeCartStore, quantityOf, summaryOf } from './own-cart.ts';
import { approve } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** One unpaid order in sight: on every page of the shop, continued by another press, another method or another device. */

for (const { viewport, details } of ENDS) {
  test.describe(`an unpaid order at ${viewport.width} px`, details, () => {
    test.use({ viewport, expectedErrors: [/status of 409/] });

    test('is on every page, continues with another method, gives way to another cart, and is cancelled', async ({
      page,
      browser,
    }) => {
      const { store, fill } = await makeCartStore('Loja da Espera');
      const bar = page.getByRole('region', { name: 'Pedido esperando pagamento' });
      await store.coupon({ code: 'UMSO', usageLimit: 'limited', usageCount: 1 });
      const last = await fill(page, 'Última peça', { price: 35, stock: 1, buylimit: 1 });
      await page.getByLabel('Cupom de desconto').fill('UMSO');
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await expect(summaryOf(page)).toContainText('Desconto (UMSO)');
      await expect(bar).toBeHidden();
      await fillCheckout(page, BUYER, 'Pix');
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      const first = referenceOf(page);
      await expect(bar).toBeHidden();

      // Back in the window the order is in sight, with what one can do.
      await page.goto(store.shop);
      await expect(bar).toContainText(/Pix de R\$\s30,00 esperando · (29|30):\d\d/);
      await expect(bar.getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', `/checkout/pix/${first}`);
      await expectUsable(page, 'window with an unpaid order');
      expect((await bar.boundingBox())?.height, 'one row').toBeLessThan(50);
      // The order holds the product's last unit. It is sold out only for others.
      await page.goto(`${store.shop}/products/${last}`);
      await expect(page.getByText('Reservado para você')).toBeVisible();
      await expect(page.getByText('Esgotado')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Ver meu pedido' })).toHaveAttribute('href', `/pedido/${first}`);

      // The buyer's own order does not stand in their way: it holds the last unit, the one unit per person and the coupon's only
      // use for them. Another method continues the same order.
      await page.goto(`${store.shop}/checkout`);
      await expect(quantityOf(page, 'Última peça')).toBeVisible();
      await expect(summaryOf(page)).toContainText('Desconto (UMSO)');
      await expect(summaryOf(page)).toContainText('R$ 30,00');
      await page.getByRole('radio', { name: /^Mercado Pago/ }).check();
      await finish(page);
      await expect(page).toHaveURL(new RegExp(`^${store.world.pages.mercadoPago}`));

      // Another device has only typed the same id, so it counts as another person: for them the product is sold out.
      const phone = await (await browser.newContext({ viewport })).newPage();
      await phone.goto(`${store.shop}/products/${last}`);
      await expect(phone.getByText('Não há unidades agora.')).toBeVisible();
      await expect(phone.getByText('Reservado para você')).toBeHidden();

      // The order's page changes the method back.
      await page.goto(store.shop);
      await expect(bar).toContainText('Pedido de R$ 30,00 esperando');
      await bar.getByRole('link', { name: 'Trocar forma de pagamento' }).click();
      await expect(page).toHaveURL(`${store.shop}/pedido/${first}#trocar`);
      await expectUsable(page, 'order page of an unpaid order');
      const heading = page.getByRole('heading', { name: 'Trocar forma de pagamento' });
      const under = (await page.locator('[data-navbar]').boundingBox())?.height ?? 0;
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(under);
      await page.getByRole('button', { name: 'Pix', exact: true }).click();
      await expect(page).toHaveURL(`${store.shop}/checkout/pix/${first}`);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();

      // The method is Pix again, so the bar counts the time of the code. The method before had a whole day.
      await page.goto(store.shop);
      await expect(bar).toContainText(/Pix de R\$\s30,00 esperando · (29|30|31):\d\d/);

      // Another cart replaces the order only after a question.
      await fill(page, 'Carro', { price: 14.91 });
      await finishButton(page).waitFor();
      await fillCheckout(page, BUYER, 'Pix');
      await finish(page);
      await expect(alertOf(page)).toHaveText(/^Você já tem um pedido esperando pagamento nesta loja\./);
      await expectUsable(page, 'asked about the unpaid order');
      await page.getByRole('button', { name: 'Trocar por este carrinho' }).click();
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      expect(referenceOf(page)).not.toBe(first);
      await expect(page.getByText('R$ 44,91')).toBeVisible();
      await page.goto(`${store.shop}/pedido/${first}`);
      await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
      await expect(page.getByText('O pedido foi trocado por outro')).toBeVisible();

      // The bar cancels it, after asking once.
      await page.goto(`${store.shop}/products/${last}`);
      await bar.getByRole('button', { name: 'Cancelar pedido' }).click();
      await bar.getByRole('button', { name: 'Cancelar mesmo?' }).click();
      await expect(bar).toContainText('Pedido cancelado. Nada foi cobrado.');
      await page.goto(store.shop);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(bar).toBeHidden();

      // Another device refills the cart from the order.
      await phone.goto(`${store.shop}/pedido/${first}`);
      await phone.getByRole('link', { name: 'Fazer novo pedido' }).click();
      await expect(phone).toHaveURL(`${store.shop}/checkout`);
      await expect(quantityOf(phone, 'Última peça')).toBeVisible();
      await phone.context().close();
    });
  });
}

test('after the order is cancelled on its page, the focus is on the title that says so', async ({ page }) => {
  const { store, fill } = await makeCartStore('Loja do Foco');
  await fill(page, 'Kit');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await page.goto(`${store.shop}/pedido/${referenceOf(page)}`);
  await page.getByRole('button', { name: 'Cancelar pedido' }).click();
  await page.getByRole('button', { name: 'Cancelar mesmo?' }).click();
  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeFocused();
});

test('an order is paid after its tab was closed: the bar goes, and what was bought leaves the cart', {
  tag: '@long',
}, async ({ page, context }) => {
  const { store, fill } = await makeCartStore('Loja da Espera Paga');
  await fill(page, 'Kit pago');
  await fillCheckout(page, BUYER, 'Pix');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const reference = referenceOf(page);
  const later = await context.newPage();
  await page.close();
  await later.goto(store.shop);
  const bar = later.getByRole('region', { name: 'Pedido esperando pagamento' });
  await expect(bar).toContainText('esperando');
  await expect(later.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
  await approve(store, reference);
  await expect(async () => {
    await later.reload();
    await expect(bar).toBeHidden({ timeout: 500 });
    await expect(later.getByRole('link', { name: 'Carrinho', exact: true })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  // Bought products leave the cart once. A product that comes in later stays, also on the page of the paid order.
  await fill(later, 'Kit seguinte');
  await later.goto(`${store.shop}/pedido/${reference}`);
  await expect(later.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
});
