import type { Locator } from '@playwright/test';
import { approve, makeStore, type OwnStore } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** A buyer chooses a colour and types a plate; both stay with the line until the city's command. */

const option = (name: string, label: string, more: object) => ({ name, label, ...more });
const plate = option('placa', 'Placa', { kind: 'plate', required: true });
const colour = (...choices: [string, string][]) =>
  option('cor', 'Cor', { kind: 'choice', choices: choices.map(([label, value]) => ({ label, value })) });

let store: OwnStore;
let category: string;
test.beforeAll(async () => {
  store = await makeStore('Concessionária da Cidade');
  category = await store.category('Carros');
});

for (const { viewport, details } of ENDS) {
  test(`plate and colour, from the product to the command, at ${viewport.width} px`, details, async ({ page }) => {
    await page.setViewportSize(viewport);
    const name = `Placa nova ${viewport.width}`;
    const car = await store.product({
      ...{ name, price: 15, categoryId: category },
      options: [plate, colour(['Azul', 'blue'], ['Preto', 'black'])],
      fiveMActions: [
        { type: 'execute_command', executionTiming: 'on_confirmation', command: 'placa {{cidade}} {{placa}} {{cor}}' },
      ],
    });
    await page.goto(`${store.shop}/products/${car}`);
    await expectUsable(page, 'options');
    const form = page.locator('#opcoes');
    const add = page.getByRole('button', { name: 'Adicionar ao carrinho' });
    await add.click();
    const field = page.getByLabel('Placa');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription('8 letras e números, sem espaços. Preencha: Placa.');
    await field.fill('abc 12d3');
    await add.click();
    await expect(form.getByText('Placa: 8 letras e números, sem espaços.')).toBeVisible();
    await expectUsable(page, 'options refused');
    await field.fill('abc12d34');
    await page.getByLabel('Cor').selectOption('Azul');
    await add.click();
    await expect(page.getByText('Produto adicionado com sucesso no carrinho')).toBeVisible();
    await field.fill('xyz98w76');
    await page
      .getByRole('button', { name: /^Comprar/ })
      .first()
      .click();
    await expect(page).toHaveURL(`${store.shop}/checkout`);
    const [first, second] = ['ABC12D34', 'XYZ98W76'].map((typed) =>
      page.getByRole('listitem').filter({ hasText: `Placa: ${typed}` }),
    ) as [Locator, Locator];
    await expect(first).toContainText('Placa: ABC12D34 · Cor: Azul');
    await second.getByRole('button', { name: 'Aumentar' }).click();

    // The owner no longer offers blue: the lines say so, and keep what was typed.
    await store.change(car, { options: [plate, colour(['Preto', 'black'])] });
    await page.reload();
    await expect(first).toContainText('Cor: essa opção não existe mais. Escolha outra.');
    await expectUsable(page, 'cart with an old option');
    for (const line of [first, second]) {
      await line.getByRole('link', { name: 'Escolher de novo' }).click();
      await expect(page.getByLabel('Placa')).toHaveValue(/^(ABC12D34|XYZ98W76)$/);
      await page.getByLabel('Cor').selectOption('Preto');
      await page
        .getByRole('button', { name: /^Comprar/ })
        .first()
        .click();
      await expect(page).toHaveURL(`${store.shop}/checkout`);
    }
    await expect(second).toContainText('Placa: XYZ98W76 · Cor: Preto');
    await expect(second).toContainText('R$ 30,00');
    await fillCheckout(page, { cityId: 31, discordId: '518820019922331648' }, 'Pix');
    await finish(page);
    await page.waitForURL(/\/checkout\/pix\//);
    const reference = referenceOf(page);
    await approve(store, reference);
    await page.waitForURL(/\/checkout\/success/);
    await expect(page.getByText('Placa: ABC12D34 · Cor: Preto').first()).toBeVisible();
    await expectUsable(page, 'order with options');
    const { deliveries } = await store.ask('POST /deliveries', {});
    expect(
      deliveries
        .filter(({ product }) => product.startsWith(name))
        .map(({ text }) => text)
        .sort(),
    ).toEqual([
      'Executar o comando placa 31 ABC12D34 black',
      'Executar o comando placa 31 XYZ98W76 black',
      'Executar o comando placa 31 XYZ98W76 black',
    ]);

    // A new order on any device begins with the same answers.
    await page.goto(`${store.shop}/buy?order=${reference}`);
    await expect(page).toHaveURL(`${store.shop}/checkout`);
    await expect(page.getByText('Placa: ABC12D34 · Cor: Preto')).toBeVisible();
    // A link to buy without the answers opens the product.
    await page.goto(`${store.shop}/buy?product=${car}`);
    await expect(page).toHaveURL(`${store.shop}/products/${car}`);
  });
}

test('an address with the hash of the skip link adds a line, and the buyer stays', async ({ page }) => {
  const fields = { name: 'Placa do salto', price: 15, categoryId: category, options: [plate] };
  await page.goto(`${store.shop}/products/${await store.product(fields)}#conteudo`);
  await page.getByLabel('Placa').fill('abc12d34');
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await expect(page.getByText('Produto adicionado com sucesso no carrinho')).toBeVisible();
});
