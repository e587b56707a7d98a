import { addressOf } from '@vitrine/contract/calls/address';
import { call } from './call.ts';
import { BUYER, makeCartStore } from './own-cart.ts';
import { cardOf, fillCheckout, finish, order, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { citizen, enterCity, expireOrder, findWorld, paymentsOf, rolesOf } from './world.ts';

const CARLA = '402881277210034177';
const DAVI = '518820019922331648';

for (const { viewport, details } of ENDS) {
  test(
    `a refused card is one message, on the order and nowhere else, at ${viewport.width} px`,
    details,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const { store, fill } = await makeCartStore('Loja do cartão');
      await fill(page, 'Kit do cartão');
      await fillCheckout(page, BUYER, 'Cartão de crédito');
      await finish(page);
      await page.getByRole('button', { name: 'Cartão recusado' }).click();
      await page.getByRole('link', { name: 'Voltar para a loja' }).click();
      await page.goto(`${store.shop}/pedido/${referenceOf(page)}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Pagamento recusado' })).toBeVisible();
      await expect(page.getByText(/recusad|não foi aprovad/i)).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Pagar agora' })).toBeVisible();
      await expectUsable(page, 'a refused card');
    },
  );
}

test('credit card: refused, then paid, and the goods arrive', async ({ page }) => {
  const { shop, pages } = await findWorld();
  await enterCity(pages.city, 5);
  await order(page, shop, 'VIP', { cityId: 5, discordId: CARLA, name: 'Carla Dias' }, 'Cartão de crédito');
  await expect(page.getByRole('heading', { name: 'Como você quer pagar?' })).toBeVisible();
  const checkout = page.url();
  await page.getByRole('button', { name: 'Cartão recusado' }).click();
  await page.getByRole('link', { name: 'Voltar para a loja' }).click();
  // Back in the shop, the order is there and can still be paid.
  await expect(page).toHaveURL(/external_reference=/);
  const reference = referenceOf(page);
  await page.goto(`${shop}/pedido/${reference}`);
  await expect(page.getByRole('heading', { name: 'Pagamento recusado' })).toBeVisible();
  await expectUsable(page, 'refused payment');
  const payAgain = page.getByRole('link', { name: 'Pagar agora' });
  // Our own link notes the press and leads to the same page.
  await expect(payAgain).toHaveAttribute(
    'href',
    new RegExp(`${addressOf('GET /order/:external_reference/go', { external_reference: reference })}$`),
  );
  await payAgain.click();
  await expect(page).toHaveURL(checkout);
  await page.getByRole('button', { name: 'Pagar com cartão aprovado' }).click();

  await expect(page).toHaveURL(/\/checkout\/success\?/);
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
  await expect(page.getByText('Tudo entregue.')).toBeVisible({ timeout: 30_000 });
  await expectUsable(page, 'everything delivered');
  expect((await citizen(pages.city, 5)).groups).toContain('Vip');
  expect(await rolesOf(pages.discord, 'Cidade Alta RP', CARLA)).toContain('VIP');
  const payments = await paymentsOf(pages.mercadoPago, reference);
  expect(payments.map(({ status }) => status)).toEqual(['rejected', 'approved']);
});

test('Mercado Pago: paid with the balance on its own page, and back in the shop', async ({ page }) => {
  const { shop, pages } = await findWorld();
  const before = await enterCity(pages.city, 6);
  await order(page, shop, 'R$ 50.000 na cidade', { cityId: 6, discordId: DAVI }, 'Mercado Pago');
  await page.getByRole('button', { name: 'Pagar com saldo do Mercado Pago' }).click();
  await expect(page).toHaveURL(/\/checkout\/success\?/);
  await expect(page.getByText('Tudo entregue.')).toBeVisible({ timeout: 30_000 });
  expect((await citizen(pages.city, 6)).bank).toBe((before.bank ?? 0) + 50_000);
});

test('an order that nobody pays expires, and its stock and coupon use come back', async ({ page }) => {
  const { shop, pages, owner } = await findWorld();
  const { token } = await call('POST /login', { body: owner });
  const uses = async () => {
    const { discounts } = await call('POST /discounts', { body: { subdomain: owner.subdomain }, token });
    return discounts.find(({ code }) => code === 'RELAMPAGO')?.usageCount;
  };
  const left = async () => {
    const { products } = await call('POST /products', {
      body: {
        subdomain: owner.subdomain,
      },
    });
    return products.find(({ name }) => name === 'Zentorno')?.stock;
  };
  const usedBefore = await uses();

  await page.goto(shop);
  await cardOf(page, 'Zentorno').click();
  await expect(page.getByText('Últimas 4 unidades')).toBeVisible();
  await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
  await page.getByLabel('Cupom de desconto').fill('RELAMPAGO');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Desconto (RELAMPAGO)')).toBeVisible();
  await page.getByLabel('ID da Cidade').fill('7');
  await page.getByLabel('ID do Discord').fill(DAVI);
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const reference = referenceOf(page);
  expect(await uses()).toBe((usedBefore ?? 0) + 1);
  expect(await left()).toBe(3);

  await expireOrder(reference);
  await expect(page.getByRole('heading', { name: /cancelado|expirou/ })).toBeVisible({ timeout: 30_000 });
  expect(await left()).toBe(4);
  expect(await uses()).toBe(usedBefore);
  const [payment] = await paymentsOf(pages.mercadoPago, reference);
  expect(payment?.status).toBe('cancelled');
});
