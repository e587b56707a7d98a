import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** The catalogue as a sheet: an owner downloads it, changes it and sends it back. */

// The browser logs that a sheet is refused because another person edited meanwhile.
test.use({ expectedErrors: [/status of 409/], colorScheme: 'dark' });

const choose = (page: Page, csv: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') });

test('an owner changes prices in a sheet and reads what it would do; a press does it', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const { _id: vips } = await newCategory(owner, 'VIPs');
  const { _id: gold } = await newProduct(owner, vips, { name: 'VIP Ouro', price: 20 });
  await newProduct(owner, vips, { name: 'VIP Prata', price: 10 });
  await enter(page, owner, '/products');
  await page.getByRole('link', { name: 'Planilha' }).click();
  await expect(page.getByRole('heading', { name: 'Planilha de produtos' })).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const sheet = (await readFile(await (await saving).path(), 'utf8')).slice(1);
  expect(sheet.split('\r\n')).toHaveLength(4);

  await test.step('a mistake is told at its line and column, and nothing can be applied', async () => {
    await choose(page, `${sheet};Novo;VIPs;;dez\r\n`);
    await expect(page.getByText('Linha 4 · Preço')).toBeVisible();
    await expect(page.getByText('Não é um valor em reais: “dez”.')).toBeVisible();
    await expectUsable(page, 'a sheet with a mistake');
    await expect(page.getByRole('button', { name: /^(Criar|Mudar)/ })).toBeHidden();
  });

  const edited = `${sheet.replace('"20,00"', '24,9')};Sultan;Veículos;;50\r\n`;
  await test.step('what another person changes meanwhile is asked again', async () => {
    // Excel saves the file so: in the old code page of Windows.
    await choose(page, edited);
    const changes = page.getByRole('region', { name: 'O que muda' });
    await expect(page.getByText('Cria 1 categoria')).toBeVisible();
    await expectUsable(page, 'what a sheet would do');
    await owner.api('POST /products/edit/', {
      productId: gold,
      productData: { subdomain: owner.store.subdomain, name: 'VIP Ouro 2' },
    });
    await page.getByRole('button', { name: 'Criar 1 e mudar 1 produto' }).click();
    await expect(page.getByText('O catálogo mudou enquanto você conferia')).toBeVisible();
    await expect(changes).toContainText('Mudou no painel depois que a planilha foi baixada.');
    await expect(changes).toContainText(/Nome:.*VIP Ouro 2.*VIP Ouro/);
  });

  await page.getByRole('button', { name: 'Criar 1 e mudar 1 produto' }).click();
  await expect(page.getByText('1 produto criado, 1 produto mudado.')).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Sultan' })).toContainText('Rascunho');
  const { products } = await owner.api('POST /products', {});
  expect(products.map(({ category, name, price }) => `${category}: ${name} ${price}`)).toEqual([
    'VIPs: VIP Ouro 24.9',
    'VIPs: VIP Prata 10',
    'Veículos: Sultan 50',
  ]);
});
