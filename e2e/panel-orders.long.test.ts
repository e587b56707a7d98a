import { type BodyOf, givenOrder } from './call.ts';
import { expectUsableFace, hold, refuse } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP } from './usable.ts';

// The live list reads new orders again, also while the story refuses the list. One pattern, because Playwright takes two for a value and its options.
test.use({ expectedErrors: [/Failed to load resource|live ApiError: Muitas tentativas/] });

const BRUNO = '391822001983488001';
const CARLA = '402881277210034177';

/** Gives goods for free: the quickest way to an order. */
async function give(
  { api }: Owner,
  order: Omit<BodyOf<'POST /order/manual'>, 'discordId' | 'reason'>,
): Promise<string> {
  const answer = await api('POST /order/manual', {
    discordId: BRUNO,
    reason: 'Sorteio',
    ...order,
  });
  return givenOrder(answer)._id;
}

test('orders: every face, counters, search, filter, and page after page', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  const held = await hold(page, 'POST /order');
  await enter(page, owner, '/orders');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  await expect(page.getByRole('heading', { name: 'Nenhum pedido ainda' })).toBeVisible();
  await expectUsableFace(page);

  const idProducts = [{ id: gold._id, quantity: 1 }];
  const paid = await newOrder(owner, { clientId: 7, discordId: BRUNO, name: 'Bruno Lima', idProducts });
  await paid.pay();
  await newOrder(owner, { clientId: 8, discordId: CARLA, name: 'Carla Dias', idProducts });
  // More than one part of the list.
  await Promise.all(Array.from({ length: 51 }, (_, at) => give(owner, { clientId: 100 + at, idProducts })));

  const fault = await refuse(page, 'POST /order');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao buscar pedidos' });
  await expect(alert).toContainText('Aguarde um pouco');
  await expectUsableFace(page);
  await fault.mend();
  await page.setViewportSize(DESKTOP);
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();

  const rows = page.getByRole('list', { name: 'Pedidos' }).getByRole('button', { name: /^Ver detalhes do pedido/ });
  await expect(rows).toHaveCount(30);
  const counter = (name: string) =>
    page.getByRole('definition').filter({ has: page.locator(`xpath=../dt[.="${name}"]`) });
  await expect(counter('Total')).toHaveText(['53', '1 pago']);
  await expect(counter('Concluídos')).toHaveText('52');
  await expect(counter('Pendentes')).toHaveText('1');
  await page.getByRole('button', { name: 'Carregar mais pedidos' }).click();
  await expect(rows).toHaveCount(53);
  await expect(page.getByRole('button', { name: 'Carregar mais pedidos' })).toBeHidden();

  const search = page.getByRole('searchbox', { name: /^Buscar por número/ });
  const details = await owner.api('POST /order', { search: 'Bruno' });
  const number = details.response.find(({ client }) => client === 7)?.number;
  for (const [text, buyer] of [
    [`#${number}`, 'Bruno Lima'],
    ['8', 'Carla Dias'],
    [CARLA, 'Carla Dias'],
    ['bruno', 'Bruno Lima'],
  ] as const) {
    await search.fill(text);
    await expect(page.getByRole('list', { name: 'Pedidos' })).toContainText(buyer);
    await expect(rows).toHaveCount(1);
  }
  await page.getByLabel('Status').selectOption({ label: 'Pendente' });
  await expect(page.getByRole('heading', { name: 'Nenhum pedido com este filtro' })).toBeVisible();
  await expectUsableFace(page);
  await search.fill('');
  await expect(page.getByRole('list', { name: 'Pedidos' })).toContainText('Carla Dias');
  await expect(rows).toHaveCount(1);
  await expectUsableFace(page);
});

test('a manual order asks the checkout’s questions, and for a reason', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'Veículos');
  const car = await newProduct(owner, category, { name: 'Zentorno' });
  await newProduct(owner, category, { name: 'Vaga de garagem' });
  const question = { kind: 'question' as const, required: true, choices: [], products: [car._id] };
  await owner.api('POST /variables/create', {
    variable: { ...question, name: 'placa', label: 'Qual a placa?', answer: 'text' },
  });
  await owner.api('POST /variables/create', {
    variable: { ...question, name: 'cor', label: 'Qual a cor?', answer: 'choice', choices: ['Preto', 'Branco'] },
  });
  await enter(page, owner, '/orders/create');
  const dialog = page.getByRole('dialog', { name: 'Pedido manual' });
  const save = dialog.getByRole('button', { name: 'Criar pedido' });
  await save.click();
  await expect(dialog.getByLabel('ID da Cidade')).toBeFocused();
  await expect(dialog.getByLabel('ID da Cidade')).toHaveAccessibleDescription(/preencha o ID da Cidade/);
  await expect(dialog.getByLabel('Produto', { exact: true })).toHaveAccessibleDescription(
    'Escolha pelo menos um produto.',
  );
  await expect(dialog.getByLabel('Motivo')).toHaveAccessibleDescription(/Informe o motivo/);
  await expectUsableFace(page);

  await dialog.getByLabel('ID da Cidade').fill('7');
  await dialog.getByLabel('ID do Discord').fill(BRUNO);
  await dialog.getByLabel('Motivo').fill('Prêmio do sorteio');
  await expect(dialog.getByLabel('Qual a placa?')).toBeHidden();
  await dialog.getByLabel('Produto', { exact: true }).selectOption({ label: 'Vaga de garagem (R$ 10,00)' });
  await expect(dialog.getByLabel('Qual a placa?')).toBeHidden();
  await dialog.getByRole('button', { name: 'Outro produto' }).click();
  await dialog.getByLabel('Produto 2', { exact: true }).selectOption({ label: 'Zentorno (R$ 10,00)' });
  await save.click();
  await expect(dialog.getByLabel('Qual a cor?')).toBeFocused();
  await expect(dialog.getByLabel('Qual a cor?')).toHaveAccessibleDescription('Responda às perguntas obrigatórias.');
  await expect(dialog.getByLabel('Qual a placa?')).toHaveAccessibleDescription('Responda às perguntas obrigatórias.');
  await dialog.getByLabel('Qual a cor?').selectOption('Preto');
  await dialog.getByLabel('Qual a placa?').fill('ABC; quit');
  await save.click();
  await expect(dialog.getByLabel('Qual a placa?')).toHaveAccessibleDescription(/caracteres não permitidos/);
  await expect(dialog.getByLabel('Qual a placa?')).toBeFocused();
  await dialog.getByLabel('Qual a placa?').fill('ABC1D23');
  const saving = await hold(page, 'POST /order/manual');
  await save.click();
  await expect(dialog.getByRole('button', { name: 'Criando...' })).toBeDisabled();
  await saving.release();
  await expect(page.getByText('Pedido manual criado.')).toBeVisible();

  const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
  await expect(drawer).toContainText('Pedido manual, sem cobrança.');
  await expect(drawer).toContainText('Zentorno');
  await expect(drawer).toContainText('Prêmio do sorteio');
  await expectUsableFace(page);
});

test('one order with all its details, and its refund', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, {
    name: 'VIP Ouro',
    price: 49.9,
    fiveMActions: [{ type: 'add_group', groupName: 'vip', executionTiming: 'on_confirmation' }],
  });
  await owner.api('POST /discounts/create', { code: 'DEZ', type: 'percentage', value: 10 });
  const order = await newOrder(owner, {
    clientId: 7,
    discordId: BRUNO,
    name: 'Bruno Lima',
    email: 'bruno@exemplo.com.br',
    coupon: 'DEZ',
    idProducts: [{ id: gold._id, quantity: 1 }],
  });
  await order.pay();
  const held = await hold(page, 'POST /order/details');
  await enter(page, owner, '/orders');
  await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Pedido/ });
  await expect(drawer.getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  for (const text of ['Subtotal', 'R$ 49,90', 'Cupom DEZ', 'R$ 44,91', 'bruno@exemplo.com.br', order.reference]) {
    await expect(drawer).toContainText(text);
  }
  await expect(drawer).toContainText('Nenhum servidor da cidade foi conectado ainda');
  await expect(drawer.getByRole('list', { name: 'Histórico do pagamento' })).toContainText('Aprovado');
  await expectUsableFace(page);

  await drawer.getByRole('button', { name: 'Corrigir ID' }).click();
  const correct = page.getByRole('dialog', { name: 'Corrigir ID' });
  await correct.getByLabel('ID do Discord').fill('123');
  await correct.getByRole('button', { name: 'Corrigir ID' }).click();
  await expect(correct.getByLabel('ID do Discord')).toHaveAccessibleDescription(/17 a 20 números/);
  await correct.getByLabel('ID do Discord').fill(CARLA);
  await expectUsableFace(page);
  await correct.getByRole('button', { name: 'Corrigir ID' }).click();
  await expect(page.getByText('ID corrigido. As entregas pendentes usam o novo ID.')).toBeVisible();
  await expect(drawer).toContainText(CARLA);

  await drawer.getByRole('button', { name: 'Cancelar' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancelar esta entrega?' });
  await expect(cancel).toContainText('não será executada para 7');
  await cancel.getByLabel(/^Motivo/).fill('Pediu outro produto');
  await cancel.getByRole('button', { name: 'Cancelar entrega' }).click();
  await expect(page.getByText('Entrega cancelada.')).toBeVisible();
  await expect(drawer.getByText('Cancelada', { exact: true }).first()).toBeVisible();

  await drawer.getByRole('button', { name: 'Reembolsar' }).click();
  const refund = page.getByRole('dialog', { name: /^Reembolsar o pedido #/ });
  await expect(refund).toContainText('R$ 44,91');
  await expectUsableFace(page);
  const broken = await refuse(page, 'POST /order/refund', {
    status: 422,
    code: 'refund_balance',
    error: 'O saldo no Mercado Pago não cobre este reembolso.',
  });
  await refund.getByLabel(/^Motivo/).fill('Desistiu');
  await refund.getByRole('button', { name: 'Reembolsar R$ 44,91' }).click();
  await expect(refund.getByRole('alert')).toHaveText('O saldo no Mercado Pago não cobre este reembolso.');
  await expect(refund.getByLabel(/^Motivo/)).toHaveValue('Desistiu');
  await broken.mend();
  await refund.getByRole('button', { name: 'Reembolsar R$ 44,91' }).click();
  await expect(page.getByText('Reembolso solicitado.')).toBeVisible();
  await expect(drawer.getByText('Cancelado').first()).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByRole('list', { name: 'Histórico do pagamento' })).toContainText('Reembolsado');
  const { response } = await owner.api('POST /order', {});
  const { order: ended } = await owner.api('POST /order/details', { id: response[0]?._id ?? '' });
  expect(ended.status).toBe('cancelled');
});
