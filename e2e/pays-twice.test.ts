import { call } from './call.ts';
import { approve, makeStore, type OwnStore, placeOrder } from './own-store.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';
import { inDatabase } from './world.ts';

/** Where a buyer could pay twice: an old Pix page in another tab, and a payment that the bank tells of after the deadline. */

test.use({ viewport: PHONE });

const PAID_LATE = 'Se você já pagou, não pague de novo: quando o pagamento chegar, esta página diz se o pedido valeu';
let store: OwnStore;
let product: string;
test.beforeAll(async () => {
  store = await makeStore('Loja de Duas Abas');
  product = await store.product({ name: 'Kit', price: 20, categoryId: await store.category('Geral') });
});
const order = () => placeOrder(store, { products: [product], cityId: 12, discordId: '518820019922331648' });

test('an open Pix page says that another tab chose another way to pay', async ({ page }) => {
  const reference = await order();
  await page.goto(`${store.shop}/checkout/pix/${reference}`);
  await expect(page.getByLabel('Pix copia e cola')).toBeVisible();
  await call('POST /order/pay', { body: { external_reference: reference, paymentMethod: 'credit_card' } });
  await expect(page.getByRole('heading', { name: 'Este pedido espera outro pagamento' })).toBeVisible();
  await expect(
    page.getByText('A forma de pagamento agora é Cartão de crédito. O código Pix de antes não vale mais.'),
  ).toBeVisible();
  await expectUsable(page, 'Pix page of a card order');
  await page.getByRole('link', { name: 'Ver meu pedido' }).click();
  await expect(page.getByRole('link', { name: 'Pagar agora' })).toBeVisible();
});

test('a payment that is told after the deadline turns the open page, and nobody is told to pay again', async ({
  page,
}) => {
  const reference = await order();
  // The order expires here, as if its deadline had passed while the buyer paid at the bank.
  await inDatabase(`update "order" set status = 'cancelled', note = 'expired' where reference = $1`, [reference]);
  await page.goto(`${store.shop}/checkout/pix/${reference}`);
  await expect(page.getByRole('heading', { name: 'Este pedido foi cancelado' })).toBeVisible();
  await expect(page.getByText(PAID_LATE)).toBeVisible();
  await expectUsable(page, 'Pix page of an expired order');
  const own = await page.context().newPage();
  await own.goto(`${store.shop}/pedido/${reference}`);
  await expect(own.getByText(PAID_LATE)).toBeVisible();
  await approve(store, reference);
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
  await expect(own.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
});
