import type { Page } from '@playwright/test';
import { type BodyOf, isCall } from './call.ts';
import { alertOf, BUYER, type CartStore, finishButton, makeCartStore, quantityOf, summaryOf } from './own-cart.ts';
import { buyElsewhere, makeStore, type OwnStore } from './own-store.ts';
import { fillCheckout, finish, putIntoCart } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { inDatabase } from './world.ts';

let store: OwnStore;
let other: string;
let fill: CartStore['fill'];
test.beforeAll(async () => {
  ({ store, other, fill } = await makeCartStore('Loja do carrinho'));
});

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('an empty cart; quantities, line totals, removal at zero and by its button', async ({ page }) => {
      await page.goto(`${store.shop}/checkout`);
      await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
      await expectUsable(page, 'empty cart');
      await page.getByRole('link', { name: 'Continuar comprando' }).click();
      await expect(page).toHaveURL(`${store.shop}/`);

      for (const name of ['Kit', 'Caixa', 'Par']) await putIntoCart(page, store.shop, name);
      await page
        .getByRole('link', { name: /^(Ver carrinho|Carrinho, 3 itens)/ })
        .first()
        .click();
      const box = quantityOf(page, 'Caixa');
      for (let turn = 0; turn < 2; turn += 1) await box.getByRole('button', { name: 'Aumentar' }).click();
      const line = page.getByRole('listitem').filter({ has: box });
      await expect(line).toContainText('R$ 0,10 cada');
      await expect(line).toContainText('R$ 0,30');
      await expect(summaryOf(page)).toContainText('R$ 30,30');
      const pair = quantityOf(page, 'Par');
      await pair.getByRole('button', { name: 'Aumentar' }).click();
      await expect(pair.getByRole('button', { name: 'Aumentar' })).toBeDisabled();
      await expect(page.getByText('Limite de 2 por pessoa')).toBeVisible();
      await expect(summaryOf(page)).toContainText('R$ 50,30');
      await expectUsable(page, 'cart');

      await pair.getByRole('button', { name: 'Diminuir' }).click();
      await pair.getByRole('button', { name: 'Diminuir' }).click();
      await expect(pair).toHaveCount(0);
      await page.getByRole('button', { name: 'Remover Caixa' }).click();
      await expect(box).toHaveCount(0);
      await expect(summaryOf(page)).toContainText('R$ 10,00');
      // The removed item has left the stored basket.
      await page.reload();
      await expect(quantityOf(page, 'Kit')).toBeVisible();
      await expect(box).toHaveCount(0);
      await page.getByRole('button', { name: 'Remover Kit' }).click();
      await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
    });

    test('the button waits for ids, method and cart, and Enter says in SPEC.md’s words what is missing', async ({
      page,
    }) => {
      await fill(page, `Espera ${viewport.width}`);
      await expect(finishButton(page)).toBeDisabled();
      await expect(page.getByText('Falta: ID da Cidade, ID do Discord, forma de pagamento.')).toBeVisible();
      const city = page.getByLabel('ID da Cidade');
      const discord = page.getByLabel('ID do Discord');
      await city.press('Enter');
      await expect(alertOf(page)).toHaveText('Por favor, preencha o ID da Cidade e o ID do Discord.');
      await expect(city).toHaveAttribute('aria-invalid', 'true');
      await city.fill('11');
      await expect(alertOf(page)).toHaveText('');
      await city.press('Enter');
      await expect(discord).toBeFocused();
      await expect(discord).toHaveAccessibleDescription('Por favor, preencha o ID da Cidade e o ID do Discord.');
      await expectUsable(page, 'ids missing');
      await discord.fill(BUYER.discordId);
      await discord.press('Enter');
      await expect(alertOf(page)).toHaveText('Por favor, selecione um método de pagamento.');
      await expect(finishButton(page)).toBeDisabled();
      await page.getByRole('radio', { name: /^Pix/ }).check();
      await expect(finishButton(page)).toBeEnabled();
      await expect(page.getByText('Você confere o valor antes de pagar.')).toBeVisible();
      for (const wrong of ['doze', '0', '2147483648', '1,5']) {
        await city.fill(wrong);
        await finish(page);
        await expect(city).toHaveAccessibleDescription('O ID da Cidade deve ser um número inteiro.');
      }
      await city.fill('11');
      await discord.fill('123');
      await finish(page);
      await expect(discord).toHaveAccessibleDescription('O ID do Discord deve ter de 17 a 20 números.');
      await discord.fill(BUYER.discordId);
      await page.getByLabel(/^E-mail/).fill('eu@');
      await finish(page);
      await expect(page.getByLabel(/^E-mail/)).toHaveAccessibleDescription(/E-mail inválido\./);
      await expectUsable(page, 'wrong e-mail');
      await city.fill('');
      await expect(finishButton(page)).toBeDisabled();
    });
  });
}

for (const { viewport, details } of ENDS) {
  test(
    `a payment method that the store cannot receive is visible but cannot be chosen (${viewport.width} px)`,
    details,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const poor = await makeStore('Loja sem recebimento', { payments: false });
      const id = await poor.product({ name: 'Algo', price: 5, categoryId: await poor.category('Geral') });
      await page.goto(`${poor.shop}/buy?product=${id}`);
      const told = page.getByText('Esta loja ainda não recebe pagamentos.');
      await expect(told).toBeVisible();
      const form = await page.getByLabel('ID da Cidade').boundingBox();
      expect((await told.boundingBox())?.y, 'told before the form').toBeLessThan(form?.y ?? 0);
      for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled();
      await expect(page.getByText('Indisponível nesta loja agora')).toHaveCount(3);
      await expectUsable(page, 'no payments');
    },
  );
}

test('the order has the city id as an integer, name and e-mail only if filled, and no price', async ({ page }) => {
  const id = await fill(page, 'Inteiro');
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (isCall(request, 'POST /order/create')) bodies.push(request.postDataJSON());
  });
  await fillCheckout(page, BUYER, 'Pix');
  await page.getByLabel('ID da Cidade').fill(' #1.011 ');
  await expect(summaryOf(page)).toContainText('R$ 30,00');
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const [body] = bodies;
  expect(body).toMatchObject({
    subdomain: store.subdomain,
    clientId: 1011,
    discordId: BUYER.discordId,
    paymentMethod: 'pix',
    idProducts: [{ id, quantity: 1 }],
  });
  expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['name']));
  expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['email']));
});

test.describe('coupons', () => {
  test.use({ expectedErrors: [/status of 4(22|09)/] });

  test('accepted, removed, and refused with each reason at its field', async ({ page }) => {
    const codes = {
      VALE5: {},
      VELHO: {},
      PARADO: { status: 'inactive' },
      MINIMO: { minValue: 1000 },
      ESGOTADO: { usageLimit: 'limited', usageCount: 1 },
      OUTRA: { selectedCategories: [other] },
      PORCIDADE: { limitBy: 'user_id' },
      POREMAIL: { limitBy: 'email' },
      PORDISCORD: { limitBy: 'discord' },
    };
    for (const [code, more] of Object.entries(codes)) await store.coupon({ code, ...more });
    await inDatabase(
      `update discount set expires_at = now() - interval '1 hour' where store_id = $1 and code = 'VELHO'`,
      [store.id],
    );
    await inDatabase(`update discount set uses = 1 where store_id = $1 and code = 'ESGOTADO'`, [store.id]);
    await fill(page, 'Cupons');

    const field = page.getByLabel('Cupom de desconto');
    const apply = async (code: string) => {
      await field.fill(code);
      await page.getByRole('button', { name: 'Aplicar' }).click();
    };
    for (const [code, text] of [
      ['NAOEXISTE', 'Cupom inválido.'],
      ['VELHO', 'Este cupom expirou.'],
      ['PARADO', 'Este cupom não está ativo.'],
      ['MINIMO', 'O pedido não atinge o valor mínimo deste cupom.'],
      ['ESGOTADO', 'Este cupom já atingiu o limite de usos.'],
      ['OUTRA', 'Este cupom não vale para os produtos do carrinho.'],
      ['PORCIDADE', 'Informe o ID da Cidade para usar este cupom.'],
      ['POREMAIL', 'Informe o e-mail para usar este cupom.'],
      ['PORDISCORD', 'Informe o ID do Discord para usar este cupom.'],
    ] as const) {
      await apply(code);
      await expect(field).toHaveAccessibleDescription(text);
      await expect(summaryOf(page)).toContainText('R$ 30,00');
    }
    await expectUsable(page, 'coupon refused');

    await field.fill('vale5');
    await field.press('Enter');
    await expect(page.getByText('Cupom aplicado: VALE5')).toBeVisible();
    await expect(summaryOf(page)).toContainText('Desconto (VALE5)');
    await expect(summaryOf(page)).toContainText('−R$ 5,00');
    await expect(summaryOf(page)).toContainText('R$ 25,00');
    await expectUsable(page, 'coupon applied');
    await page.reload();
    await expect(summaryOf(page)).toContainText('R$ 25,00');
    await page.getByRole('button', { name: 'Remover cupom VALE5' }).click();
    await expect(summaryOf(page)).toContainText('R$ 30,00');
  });

  test('one use per person: the second order is refused at the coupon, and nothing is lost', {
    tag: '@long',
  }, async ({ page }) => {
    await store.coupon({ code: 'UMAVEZ', limitBy: 'user_id' });
    const id = await fill(page, 'Uma vez');
    const buyer = { cityId: 4242, discordId: BUYER.discordId };
    await fillCheckout(page, { ...buyer, name: 'Davi' }, 'Pix');
    await page.getByLabel('Cupom de desconto').fill('UMAVEZ');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(summaryOf(page)).toContainText('R$ 25,00');
    // Meanwhile the same person has used it elsewhere.
    await buyElsewhere(store, { products: [id], ...buyer, coupon: 'UMAVEZ' });
    await finish(page);
    await expect(alertOf(page)).toHaveText('Você já usou este cupom.');
    await expect(page.getByLabel('Cupom de desconto')).toHaveAccessibleDescription('Você já usou este cupom.');
    await expect(page.getByLabel('ID da Cidade')).toHaveValue('4242');
    await expect(page.getByLabel(/^Nome/)).toHaveValue('Davi');
    await expect(summaryOf(page)).toContainText('R$ 30,00');
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  });
});

for (const { viewport } of ENDS) {
  test.describe(`questions of the store at ${viewport.width} px`, () => {
    test.use({ viewport, expectedErrors: [/status of 422/] });

    test('are asked for their products, required or not, and a refusal is at its question', {
      tag: '@long',
    }, async ({ page }) => {
      const shop = await makeStore('Loja que pergunta');
      const geral = await shop.category('Geral');
      const car = await shop.product({ name: 'Carro', price: 9, categoryId: geral });
      const hat = await shop.product({ name: 'Chapéu', price: 3, categoryId: geral });
      const ask = (variable: BodyOf<'POST /variables/create'>['variable']) =>
        shop.ask('POST /variables/create', { variable });
      await ask({
        kind: 'question',
        name: 'placa',
        label: 'Qual placa?',
        answer: 'text',
        required: true,
        products: [car],
      });
      await ask({
        kind: 'question',
        name: 'cor',
        label: 'Qual cor?',
        answer: 'choice',
        choices: ['Azul', 'Preto'],
        required: true,
        products: [car],
      });
      await ask({ kind: 'question', name: 'recado', label: 'Algum recado?', answer: 'text' });

      await page.goto(`${shop.shop}/buy?product=${hat}`);
      await expect(page.getByLabel('Algum recado?')).toBeVisible();
      await expect(page.getByLabel('Qual placa?')).toHaveCount(0);
      await page.goto(`${shop.shop}/buy?product=${car}`);
      await fillCheckout(page, BUYER, 'Pix');
      const plate = page.getByLabel('Qual placa?');
      const colour = page.getByLabel('Qual cor?');
      await finish(page);
      await expect(plate).toBeFocused();
      await expect(alertOf(page)).toHaveText('Faltam 2 respostas. Responda às perguntas obrigatórias.');
      await expect(plate).toHaveAccessibleDescription('Responda a esta pergunta.');
      await expect(colour).toHaveAccessibleDescription('Responda a esta pergunta.');
      await plate.fill('VTR2025');
      await expect(plate).toHaveAccessibleDescription('');
      await expect(alertOf(page)).toHaveText('Responda às perguntas obrigatórias.');
      await finish(page);
      await expect(colour).toBeFocused();
      await expect(colour).toHaveAccessibleDescription('Responda a esta pergunta.');
      await expectUsable(page, 'questions');
      await colour.selectOption('Preto');
      await page.getByLabel('Algum recado?').fill('oi"; quit');
      await finish(page);
      const text = 'A resposta contém caracteres não permitidos. Use apenas letras, números e espaços.';
      await expect(page.getByLabel('Algum recado?')).toHaveAccessibleDescription(text);
      await expect(page.getByLabel('Algum recado?')).toBeFocused();
      await expect(plate).toHaveAccessibleDescription('');
      await page.reload();
      await expect(plate).toHaveValue('VTR2025');
      await expect(colour).toHaveValue('Preto');
      await page.getByLabel('Algum recado?').fill('oi');
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    });
  });
}

test('nothing is lost by a reload or by the back button from the payment', async ({ page }) => {
  await fill(page, 'Volta');
  await quantityOf(page, 'Volta').getByRole('button', { name: 'Aumentar' }).click();
  await fillCheckout(page, { ...BUYER, name: 'Davi', email: 'davi@exemplo.com.br' }, 'Pix');
  const expectKept = async () => {
    await expect(quantityOf(page, 'Volta')).toContainText('2');
    await expect(page.getByLabel('ID da Cidade')).toHaveValue('11');
    await expect(page.getByLabel('ID do Discord')).toHaveValue(BUYER.discordId);
    await expect(page.getByLabel(/^Nome/)).toHaveValue('Davi');
    await expect(page.getByLabel(/^E-mail/)).toHaveValue('davi@exemplo.com.br');
    await expect(page.getByRole('radio', { name: /^Pix/ })).toBeChecked();
    await expect(finishButton(page)).toBeEnabled();
  };
  await page.reload();
  await expectKept();
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  await page.goBack();
  await expectKept();
});

test('two tabs share one cart: each shows what the other adds or removes', async ({ page, watch }) => {
  const second = await page.context().newPage();
  watch(second);
  await page.goto(store.shop);
  await second.goto(store.shop);
  const cart = (of: Page) => of.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Carrinho/ });
  await putIntoCart(page, store.shop, 'Kit');
  await expect(cart(second)).toHaveAccessibleName('Carrinho, 1 item');
  await putIntoCart(second, store.shop, 'Caixa');
  await expect(cart(page)).toHaveAccessibleName('Carrinho, 2 itens');
  await page.goto(`${store.shop}/checkout`);
  await page.getByRole('button', { name: 'Remover Kit' }).click();
  await expect(cart(second)).toHaveAccessibleName('Carrinho, 1 item');
  await second.goto(`${store.shop}/checkout`);
  await expect(quantityOf(second, 'Caixa')).toBeVisible();
  await expect(quantityOf(second, 'Kit')).toHaveCount(0);
});
