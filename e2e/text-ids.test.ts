import { addAction, beginProduct, connectCity, endProduct, openStore, sellOnce } from './first-sale.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { finish, putIntoCart } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectAccessible, PHONE } from './usable.ts';
import { cityState, enterCity } from './world.ts';

const BRUNO = '391822001983488001';
const CITIZEN = 4;
/** The fifth character of the account whose license belongs to this citizen. */
const IDENTIFIER = `char5:${'4'.padStart(8, '0').padStart(40, 'a')}`;

let city: OwnCity | undefined;
test.afterEach(() => city?.close());
test.use({ viewport: PHONE });

test('a new owner of an ESX city: from the registration to the first sale, to a player who is known by a text', {
  tag: '@long',
}, async ({ page, watch, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  const owner = await openStore(page, 'Porto das Letras RP');
  city = await startCity('esx');
  const { url } = city;

  await test.step('connects the city with the downloaded script', async () => {
    await page.goto(`${owner.panel}/config?tab=servidores`);
    await connectCity(page, url, watch);
  });

  await test.step('reads how the base knows its players, and sets it', async () => {
    await expect(page.getByText(/^Esta base conhece os jogadores por Identificador, e o checkout pede/)).toBeVisible();
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Servidor principal' });
    await dialog.getByLabel('ID do jogador').selectOption('identifier');
    await expect(dialog.getByText(/^Pedidos que já existem não têm este ID/)).toBeVisible();
    await dialog.getByLabel('Nome do campo no checkout').fill('Seu documento');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Jogador: Seu documento')).toBeVisible();
    await expect(page.getByText(/^Esta base conhece os jogadores por/)).toHaveCount(0);
  });

  await test.step('makes a product', async () => {
    await beginProduct(page, owner, 'Saco de ouro', 'Dinheiro');
    await page.getByRole('tab', { name: 'FiveM' }).click();
    await addAction(page, 'FiveM', 'Adicionar dinheiro', { Quantia: '7500' });
    await endProduct(page);
  });

  await test.step('the buyer reads at the field what is wrong', async () => {
    await putIntoCart(page, owner.shop, 'Saco de ouro');
    await page.goto(`${owner.shop}/checkout`);
    const field = page.getByLabel('Seu documento');
    await field.fill('abc 123');
    await expect(page.getByLabel('ID da Cidade')).toHaveCount(0);
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
    await finish(page);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/O identificador tem números e letras de a até f, como char1:/);
    await expectAccessible(page);
  });

  await test.step('sells it once, and sees to whom', async () => {
    const before = await enterCity(url, CITIZEN);
    await sellOnce(page, owner, { product: 'Saco de ouro', field: 'Seu documento', id: IDENTIFIER.toUpperCase() });
    const { citizens } = await cityState(url);
    expect(citizens.find(({ id }) => id === CITIZEN)?.bank).toBe((before.bank ?? 0) + 7500);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${owner.panel}/orders`);
    await page.getByRole('searchbox').fill(IDENTIFIER);
    await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Identificador').first()).toBeVisible();
    await expect(drawer.getByText(IDENTIFIER).first()).toBeVisible();
    await expect(drawer.getByText('ID da Cidade')).toHaveCount(0);
  });
});
