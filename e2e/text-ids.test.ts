import { type OwnCity, startCity } from './own-city.ts';
import { approve } from './own-store.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectAccessible, PHONE } from './usable.ts';
import { cityState } from './world.ts';

const BRUNO = '391822001983488001';
let city: OwnCity | undefined;
test.afterEach(() => city?.close());
test.use({ viewport: PHONE });

test('a city that knows its players by a text sells and delivers to it', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const owner = await newStore({ name: 'Porto das Letras RP', paid: true });
  const { world, api, store } = owner;
  const { apiToken } = await api('POST /store/token', {});
  city = await startCity('none', { token: apiToken ?? '', platform: world.address });
  const { url } = city;
  const says = () => cityState(url).then(({ console }) => console.join('\n'));
  await expect.poll(says, { timeout: 60_000 }).toContain('Conectado à loja');
  const category = await newCategory(owner, 'Dinheiro');
  const command = 'say ouro para {{cidade}}';
  await newProduct(owner, category._id, {
    name: 'Saco de ouro',
    fiveMActions: [{ type: 'execute_command', executionTiming: 'on_confirmation', command }],
  });

  await test.step('the owner says how the server knows its players', async () => {
    await enter(page, owner, '/config?tab=servidores');
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Servidor principal' });
    await dialog.getByLabel('ID do jogador').selectOption({ label: 'Citizen ID (ex.: ABC12345)' });
    await expect(dialog.getByText(/^Pedidos que já existem não têm este ID/)).toBeVisible();
    await dialog.getByLabel('Nome do campo no checkout').fill('Seu documento');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Jogador: Seu documento')).toBeVisible();
  });

  await test.step('the buyer types it, and reads at its field what is wrong', async () => {
    const shop = world.panel.replace('://', `://${store.subdomain}.`);
    await putIntoCart(page, shop, 'Saco de ouro');
    await page.goto(`${shop}/checkout`);
    const field = page.getByLabel('Seu documento');
    await field.fill('abc 123');
    await expect(page.getByLabel('ID da Cidade')).toHaveCount(0);
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
    await finish(page);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/O Citizen ID tem só letras e números, como ABC12345\./);
    await expectAccessible(page);
    await field.fill('abc12345');
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  });

  await test.step('the script delivers to it, and the owner sees it', async () => {
    await approve(owner, referenceOf(page));
    await expect.poll(says, { timeout: 60_000 }).toContain('ouro para ABC12345');
    // The page of the Pix moves on by itself, and that would break off the next visit.
    await expect(page).toHaveURL(/\/checkout\/success/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${world.panel}/orders`);
    await page.getByRole('searchbox').fill('abc12345');
    await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Citizen ID').first()).toBeVisible();
    await expect(drawer.getByText('ABC12345').first()).toBeVisible();
    await expect(drawer.getByText('ID da cidade')).toHaveCount(0);
  });
});
