import { readFileSync } from 'node:fs';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';

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
  await expect(page.getByRole('main')).toContainText('10 de fev. a 10 de mar. de 2024');
  await expectUsable(page, 'the figures of days without sales, on a phone');
});
