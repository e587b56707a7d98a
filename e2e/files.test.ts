import { readFile } from 'node:fs/promises';
import { givenOrder } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

test('a spreadsheet of the orders of a filter, and one of customers that is told on another screen', async ({
  page,
}) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const vip = await newProduct(owner, category, { name: 'VIP Ouro' });
  for (const clientId of [17, 18]) {
    const given = await owner.api('POST /order/manual', {
      clientId,
      discordId: BRUNO,
      reason: 'Sorteio',
      idProducts: [{ id: vip._id, quantity: 1 }],
    });
    if (clientId === 18) await owner.api('POST /order/tags/edit', { id: givenOrder(given)._id, tags: ['sorteio'] });
  }

  await enter(page, owner, '/orders?tag=sorteio');
  await page.getByRole('button', { name: 'Planilhas' }).click();
  const dialog = windowOf(page, 'Planilhas');
  await expect(dialog.getByText('Com o filtro da lista: etiqueta “sorteio”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Gerar planilha de pedidos' }).click();
  const row = dialog.getByRole('list', { name: 'Suas planilhas' }).getByRole('listitem').first();
  await expect(row).toContainText('1 linha, guardada até', { timeout: 30_000 });
  // The button that asked is dimmed until its answer, and has its full colour a moment later.
  await expect(dialog.getByRole('button', { name: 'Gerar planilha de pedidos' })).toHaveCSS('opacity', '1');
  await expectUsableFace(page, 'spreadsheets');
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Baixar/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('vitrine-pedidos.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"18"');

  await dialog.getByRole('button', { name: 'Gerar planilha de clientes' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Produtos', exact: true }).click();
  const told = page.getByRole('listitem').filter({ hasText: 'Sua planilha de clientes está pronta.' });
  await expect(told).toBeVisible({ timeout: 30_000 });
  const again = page.waitForEvent('download');
  await told.getByRole('button', { name: 'Baixar' }).click();
  expect((await again).suggestedFilename()).toBe('vitrine-clientes.csv');
});
