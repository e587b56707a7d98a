import { expectUsableFace, refusedRequests } from './faces.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { enter, newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { citizen, enterCity } from './world.ts';

const CITY_ID = 4;
const BRUNO = '391822001983488001';

test.use({ expectedErrors: refusedRequests });

let owner: Owner;
let city: OwnCity;
test.beforeAll(async () => {
  owner = await newStore({ paid: true });
  city = await startCity('vrpex', { token: owner.store.apiToken ?? '', platform: owner.world.panel });
});
test.afterAll(() => city?.close());

test('one of two items goes back: the city takes only that one, and the buyer reads it', async ({ page }) => {
  await enterCity(city.url, CITY_ID);
  const { _id: category } = await newCategory(owner, 'VIPs');
  const give = (groupName: string) => [{ type: 'add_group', executionTiming: 'on_confirmation', groupName }];
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9, fiveMActions: give('vipgold') });
  const police = await newProduct(owner, category, { name: 'Farda', price: 10, fiveMActions: give('policia') });
  const order = await newOrder(owner, {
    clientId: CITY_ID,
    discordId: BRUNO,
    email: 'bruno@exemplo.com.br',
    idProducts: [
      { id: gold._id, quantity: 1 },
      { id: police._id, quantity: 1 },
    ],
  });
  await order.pay();
  const groups = async () => (await citizen(city.url, CITY_ID)).groups;
  await expect.poll(groups, { timeout: 30_000 }).toEqual(expect.arrayContaining(['vipgold', 'policia']));

  await enter(page, owner, '/orders');
  await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Pedido/ });
  await expect(drawer.getByText('Entregue', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('button', { name: 'Reembolsar' }).click();
  const refund = page.getByRole('dialog', { name: /^Reembolsar o pedido #/ });

  await test.step('the question says what is taken and what stays, for each choice', async () => {
    await expect(refund).toContainText('O pedido é cancelado.');
    await expect(refund.getByRole('list', { name: 'Sai do comprador' }).getByRole('listitem')).toHaveCount(2);
    await refund.getByRole('radio', { name: /^Um valor/ }).check();
    await refund.getByLabel('Valor', { exact: true }).fill('5');
    await expect(refund.getByRole('list', { name: 'Fica com o comprador' }).getByRole('listitem')).toHaveCount(2);
    await refund.getByLabel('Valor', { exact: true }).fill('80');
    await expect(refund.getByLabel('Valor', { exact: true })).toHaveAccessibleDescription(
      /^Ainda podem voltar R\$\s59,90\. O valor passa do que ainda pode ser devolvido/,
    );
    await expect(refund.getByRole('button', { name: 'Reembolsar' })).toBeDisabled();
    await refund.getByRole('radio', { name: /^Itens/ }).check();
    await refund.getByLabel('VIP Ouro', { exact: true }).check();
    await expect(refund).toContainText('Reembolsado em parte');
    await expect(refund.getByRole('list', { name: 'Sai do comprador' })).toContainText('é retirado');
    await expect(refund.getByRole('list', { name: 'Fica com o comprador' })).toContainText('policia');
    await expectUsableFace(page, 'part refund');
  });

  await refund.getByRole('button', { name: 'Reembolsar R$ 49,90' }).click();
  await expect(page.getByText('Reembolso solicitado.')).toBeVisible();
  await expect(drawer.getByText('Depois do reembolso: retirado')).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByRole('list', { name: 'Reembolsos' })).toContainText('1 × VIP Ouro');
  expect(await groups()).toContain('policia');
  expect(await groups()).not.toContain('vipgold');
  await expectUsableFace(page, 'order after a part refund');

  const shop = owner.world.panel.replace('://', `://${owner.store.subdomain}.`);
  for (const { viewport } of ENDS) {
    await page.setViewportSize(viewport);
    await page.goto(`${shop}/pedido/${order.reference}`);
    await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
    await expect(page.getByText('R$ 49,90 voltaram para quem pagou')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('devolvido');
    await expectUsable(page, `an order refunded in part, ${viewport.width} px`);
  }
});
