import { readFileSync } from 'node:fs';
import { statusOf } from './call.ts';
import { enter, newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';
import { control, inDatabase, paymentsOf } from './world.ts';

test('an owner reads what their days brought: sales, a refund, ranges in the address, rows and a file', async ({
  page,
}) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });

  for (const [buyer, discordId] of ['391822001983488001', '518820019922331648', '391822001983488001'].entries()) {
    const idProducts = [{ id: gold._id, quantity: buyer + 1 }];
    const order = await newOrder(owner, { clientId: buyer + 1, discordId, idProducts });
    await order.pay();
  }
  const { response } = await owner.api('POST /order', {});
  const first = response.find(({ client }) => client === 1);
  await owner.api('POST /order/refund', { id: first?._id ?? '' });
  await page.setViewportSize(DESKTOP);
  await enter(page, owner, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Relatório' }).click();

  const sums = page.getByRole('list', { name: 'Resumo' }).getByRole('listitem');
  await expect(sums.first()).toContainText('R$ 249,50');
  await expect(sums.first()).toContainText('R$ 299,40 vendidos, R$ 49,90 devolvidos');
  await expect(sums.nth(1)).toContainText('2 de compradores novos, 1 de quem voltou');
  await expect(sums.nth(2)).toContainText('R$ 99,80');
  await expect(page.getByRole('list', { name: 'Produtos' })).toContainText(
    /VIP Ouro.*6 unidades · 1 devolvida.*R\$\s299,40/,
  );
  await expect(page.getByRole('list', { name: 'Marcas dos pedidos' })).toContainText(/Reembolsados.*1/);
  await page.getByText('Ver como tabela').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('table').getByRole('row').last()).toContainText('R$ 249,50');
  await expectUsable(page, 'the figures, wide');

  const late = { clientId: 1, discordId: '391822001983488001', idProducts: [{ id: gold._id, quantity: 1 }] };
  await (await newOrder(owner, late)).pay();
  await expect(sums.nth(1)).toContainText('2 de compradores novos, 2 de quem voltou', { timeout: 30_000 });
  await page.getByRole('link', { name: /^Reembolsados devolvidos/ }).click();
  await expect(page.getByLabel('Marca', { exact: true })).toHaveValue('refunded');
  await page.goBack();

  await page.getByRole('button', { name: '90 dias' }).click();
  await expect(page).toHaveURL(/\/figures\?range=90d$/);
  await page.getByLabel('Agrupar por').selectOption('month');
  await expect(page).toHaveURL(/range=90d&by=month/);
  await page.reload();
  await expect(page.getByRole('button', { name: '90 dias' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Agrupar por')).toHaveValue('month');
  await expect(sums.first()).toContainText('R$ 299,40');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).first().click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(
    '"Mês desde";"Pedidos";"Vendido";"Devolvido";"Receita"',
  );

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Personalizado' }).click();
  await page.getByLabel('Desde').fill('2024-02-10');
  await page.getByLabel('Até').fill('2024-02-01');
  await page.getByRole('button', { name: 'Ver período' }).click();
  await expect(page.getByLabel('Até')).toHaveAccessibleDescription('O último dia vem antes do primeiro.');
  await page.getByLabel('Até').fill('2024-03-10');
  await page.getByRole('button', { name: 'Ver período' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhuma venda neste período' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10/02/2024 a 10/03/2024');
  await expectUsable(page, 'the figures of days without sales, on a phone');

  // After the browser's back button the fields and the pressed button show the former days.
  await page.getByLabel('Até').fill('2024-03-11');
  await page.getByRole('button', { name: 'Ver período' }).click();
  await expect(page.getByRole('main')).toContainText('10/02/2024 a 11/03/2024');
  await page.goBack();
  await expect(page.getByLabel('Até')).toHaveValue('2024-03-10');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Personalizado' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByLabel('Desde')).toHaveCount(0);
});

/** A purchase that is paid on the page of Mercado Pago, by the balance there. */
async function payByBalance({ world, api }: Owner, idProducts: { id: string; quantity: number }[]): Promise<void> {
  const ids = { clientId: 4, discordId: '518820019922331648', idProducts };
  const { data } = await api('POST /order/create', { ...ids, paymentMethod: 'mercado_pago_checkout_pro' });
  const reference = data.external_reference;
  const opened = await fetch(`${world.address}/v1/order/${reference}/go`, { redirect: 'manual' });
  const body = new URLSearchParams({ means: 'balance' });
  await fetch(opened.headers.get('location') ?? '', { method: 'POST', body, redirect: 'manual' });
  await expect.poll(() => statusOf(reference)).toBe('completed');
}

test('a paid order counts once everywhere, given back, disputed or not, and the report tells how it was paid and delivered', async ({
  page,
}) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, {
    name: 'VIP Ouro',
    price: 50,
    fiveMActions: [{ type: 'execute_command', command: 'vip {{cidade}}', executionTiming: 'on_confirmation' }],
  });
  const idProducts = [{ id: gold._id, quantity: 1 }];
  await owner.api('POST /discounts/create', { code: 'OURO10', type: 'percentage', value: 10 });
  const buy = async (clientId: number, more: object = {}) => {
    const order = await newOrder(owner, { clientId, discordId: '391822001983488001', idProducts, ...more });
    await order.pay();
    return order.reference;
  };
  const refunded = await buy(1);
  const disputed = await buy(2);
  await buy(3, { coupon: 'OURO10' });
  await payByBalance(owner, idProducts);
  const gift = { clientId: 5, discordId: '391822001983488001', idProducts };
  await owner.api('POST /order/manual', { ...gift, reason: 'Sorteio' });
  const { response } = await owner.api('POST /order', {});
  const idOf = (client: number) => response.find((order) => order.client === client)?._id ?? '';
  await owner.api('POST /order/refund', { id: idOf(1) });
  const [payment] = await paymentsOf(owner.world.pages.mercadoPago, disputed);
  await control(`${owner.world.pages.mercadoPago}/__control/payments/${payment?.id}/chargeback`, {});
  for (const reference of [refunded, disputed]) await expect.poll(() => statusOf(reference)).toBe('cancelled');
  // No city is connected and nobody opened the shop, so the ends of the deliveries and the visits are written here. One order was
  // paid two minutes ago.
  await inDatabase(`update "order" set completed_at = completed_at - interval '2 minutes' where id = $1`, [idOf(4)]);
  await inDatabase(
    `update delivery d set state = 'succeeded', finished_at = o.completed_at + make_interval(secs => case o.client when 3 then 0 else 95 end)
       from "order" o where o.id = d.order_id and o.id = any($1)`,
    [[idOf(3), idOf(4)]],
  );
  await inDatabase(
    `insert into store_visit (store_id, day, visits, hours)
     select $1, (now() at time zone 'America/Sao_Paulo')::date, 16, array[16] || array_fill(0, array[23])`,
    [owner.store.id],
  );

  await page.setViewportSize(DESKTOP);
  await enter(page, owner, '/orders');
  await test.step('the menu, the list and the report say four paid orders, and the list five in all', async () => {
    const fact = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    await expect(fact('Pedidos')).toHaveText('Pedidos4');
    await expect(fact('Total')).toHaveText('Total54 pagos');
    await expect(fact('Concluídos')).toHaveText('Concluídos3');
    const mark = page.getByLabel('Marca', { exact: true });
    for (const name of ['Manual', 'Reembolsado', 'Contestado']) {
      await mark.selectOption(name);
      await expect(page.getByText(new RegExp(`^1 pedido com a marca “${name}”`))).toBeVisible();
    }
    await page.goto(`${owner.world.panel}/figures?range=7d`);
    await expect(page.getByRole('list', { name: 'Resumo' }).getByRole('listitem').nth(1)).toContainText(
      /Pedidos pagos\s*4/,
    );
    const marks = page.getByRole('list', { name: 'Marcas dos pedidos' });
    for (const name of ['Manuais', 'Reembolsados', 'Contestados']) {
      await expect(marks.getByRole('listitem').filter({ hasText: new RegExp(`^${name}(?! em)`) })).toContainText(/1$/);
    }
  });
  await test.step('visits, methods, coupons and how long deliveries took', async () => {
    const visits = page.getByRole('list', { name: 'Resumo' }).getByRole('listitem').last();
    await expect(visits).toContainText(/Conversão de visitas\s*25%/);
    await expect(visits).toContainText('16 visitas');
    await expect(page.getByRole('list', { name: 'Formas de pagamento' }).getByRole('listitem')).toHaveText([
      /^Pix3 pedidosR\$\s145,00$/,
      /^Mercado Pago1 pedidoR\$\s50,00$/,
    ]);
    await expect(page.getByRole('list', { name: 'Cupons usados' }).getByRole('listitem')).toHaveText([
      /^OURO101 pedido · R\$\s5,00 de descontoR\$\s45,00$/,
    ]);
    const deliveries = page.locator('section', { has: page.getByRole('heading', { name: 'Entregas' }) });
    await expect(deliveries.locator('dl')).toHaveText('Chegaram2Metade em até0 s95% em até95 sFalharam0');
  });
  await expectUsable(page, 'the report of a day with all kinds of orders');
});
