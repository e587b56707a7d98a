import { fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { citizen, enterCity, findWorld, paymentsOf, rolesOf } from './world.ts';

const BRUNO = '391822001983488001';
/** Bruno's id in the city. */
const CITY_ID = 3;
/** From the bank's approval to the delivered goods, in ms (facts/security.md, P5). */
const DELIVERED_MS = 2_000;

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('on a phone: a product with a coupon by Pix, delivered two seconds after the bank’s approval', async ({
  page,
  watch,
}) => {
  const { shop, pages } = await findWorld();
  const before = await enterCity(pages.city, CITY_ID);
  expect(before.groups).not.toContain('VipOuro');

  await putIntoCart(page, shop, 'VIP Ouro');
  await page.getByRole('link', { name: 'Ver carrinho' }).click();
  await fillCheckout(
    page,
    { cityId: CITY_ID, discordId: BRUNO, name: 'Bruno Lima', email: 'bruno@exemplo.com.br' },
    'Pix',
  );
  await page.getByLabel('Cupom de desconto').fill('desconto10');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const summary = page.getByRole('region', { name: 'Resumo do pedido' });
  await expect(summary).toContainText('R$ 49,90');
  await expect(summary).toContainText('−R$ 4,99');
  await expect(summary).toContainText('R$ 44,91');
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBeLessThanOrEqual(
    360,
  );
  await finish(page);

  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR Code do Pix/ })).toBeVisible();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201.*6304[0-9A-F]{4}$/);
  const reference = referenceOf(page);
  const [payment] = await paymentsOf(pages.mercadoPago, reference);
  expect(payment).toMatchObject({ status: 'pending', amount: 44.91 });

  const bank = await page.context().newPage();
  watch(bank);
  await bank.goto(`${pages.mercadoPago}/pix/${payment?.id}`);
  await bank.getByRole('button', { name: 'Pagar no aplicativo do banco' }).click();
  const approved = Date.now();
  await expect
    .poll(async () => (await citizen(pages.city, CITY_ID)).groups, { intervals: [50], timeout: DELIVERED_MS })
    .toContain('VipOuro');
  await expect
    .poll(async () => (await citizen(pages.city, CITY_ID)).bank, { intervals: [50], timeout: DELIVERED_MS })
    .toBe((before.bank ?? 0) + 50_000);
  await expect
    .poll(() => rolesOf(pages.discord, 'Cidade Alta RP', BRUNO), { intervals: [50], timeout: DELIVERED_MS })
    .toContain('VIP Ouro');
  console.info(`delivered in the city and on Discord after ${Date.now() - approved} ms`);

  // Nobody touched the shop's page meanwhile.
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Onde está minha compra?' });
  await expect(timeline).toContainText('Tudo entregue.');
  await expect(timeline.getByText(': entregue')).toHaveCount(3);
  await expect(page.getByText('R$ 44,91').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBeLessThanOrEqual(
    360,
  );
  // The bought product has left the cart.
  await page.goto(`${shop}/checkout`);
  await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
});
