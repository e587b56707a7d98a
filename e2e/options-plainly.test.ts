import { makeStore, type OwnStore } from './own-store.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE, tabTo } from './usable.ts';

/** The options of a product on a phone, for people without a script or without a pointer. */

test.use({ viewport: PHONE });

let store: OwnStore;
let car: string;
test.beforeAll(async () => {
  store = await makeStore('Oficina do Porto');
  const categoryId = await store.category('Carros');
  const options = [
    { name: 'placa', label: 'Placa', kind: 'plate', required: true },
    { name: 'cor', label: 'Cor', kind: 'choice', choices: ['Azul', 'Preto'].map((label) => ({ label, value: label })) },
    { name: 'nivel', label: 'Nível do turbo', kind: 'number', min: 1, max: 5 },
  ];
  car = await store.product({ name: 'Carro sob medida', price: 15, categoryId, options });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser does not send a wrong answer, and the next page shows the right ones', async ({ page }) => {
    await page.goto(`${store.shop}/products/${car}`);
    const buy = page.getByRole('button', { name: 'Comprar agora' });
    const [plate, level] = [page.getByLabel('Placa'), page.getByLabel('Nível do turbo')];
    const wrong = page.locator('#opcoes :invalid');
    await buy.click();
    await expect(page).toHaveURL(`${store.shop}/products/${car}`);
    await plate.fill('abc 12d3');
    await level.fill('6');
    await expect(wrong).toHaveCount(2);
    await buy.click();
    await expect(page).toHaveURL(`${store.shop}/products/${car}`);
    await plate.fill('abc12d34');
    await level.fill('5');
    await page.getByLabel('Cor').selectOption('Preto');
    await expect(wrong).toHaveCount(0);
    await buy.click();
    await expect(page).toHaveURL(/\/buy\?/);
    await expect(page.getByRole('heading', { level: 1, name: 'Carro sob medida' })).toBeVisible();
    for (const answer of ['ABC12D34', 'Preto', '5']) {
      await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${answer}$`) })).toBeVisible();
    }
    // A link that somebody changed by hand opens the form again.
    await page.goto(`${store.shop}/buy?product=${car}&o.placa=%3Cb%3E&o.cor=Roxo`);
    await expect(page).toHaveURL(`${store.shop}/products/${car}`);
  });
});

test('keys alone choose, hear what is missing, and put two lines into the cart', async ({ page }) => {
  await page.goto(`${store.shop}/products/${car}`);
  const [plate, colour] = [page.getByLabel('Placa'), page.getByLabel('Cor')];
  const add = page.getByRole('button', { name: 'Adicionar ao carrinho' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(plate).toBeFocused();
  await expect(plate).toHaveAccessibleDescription(/Preencha: Placa\.$/);
  await page.keyboard.type('abc12d34');
  await expect(plate).toHaveAccessibleDescription('8 letras e números, sem espaços.');
  await page.keyboard.press('Tab');
  await expect(colour).toBeFocused();
  await page.keyboard.press('A');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Produto adicionado com sucesso no carrinho')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Comprar agora' })).toBeFocused();
  await plate.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('xyz98w76');
  // Enter in a field presses the form's first button, which buys.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${store.shop}/checkout`);
  for (const answers of ['Placa: ABC12D34 · Cor: Azul · Nível do turbo: 1', 'Placa: XYZ98W76 · Cor: Azul']) {
    await expect(page.getByRole('listitem').filter({ hasText: answers })).toBeVisible();
  }
  await expectUsable(page, 'cart of two lines');
});
