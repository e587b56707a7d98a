import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** A form in a dialog keeps what was typed, as a form on a page does. */

// The browser logs a lost answer as an error.
test.use({ expectedErrors: [/ERR_FAILED/], colorScheme: 'dark' });

test('a dialog keeps what was typed, through Esc and a reload', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro' });
  const gone = await newProduct(owner, category, { name: 'VIP Prata' });
  const recovered = page.getByText(/Rascunho de \d\d:\d\d recuperado/);

  await test.step('a variable', async () => {
    await enter(page, owner, '/variables');
    await page.getByRole('button', { name: 'Criar a primeira variável' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('grupo_vip');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: 'Criar a primeira variável' }).click();
    await expect(recovered).toBeVisible();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('grupo_vip');
    await expectUsable(page, 'a variable from its draft');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Criar a primeira variável' }).click();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('');
    await expect(recovered).toHaveCount(0);
  });

  await test.step('an order by hand, made once although its answer was lost', async () => {
    await page.goto(`${owner.world.panel}/orders/create`);
    const dialog = page.getByRole('dialog', { name: 'Pedido manual' });
    await dialog.getByLabel('ID da Cidade').fill('7');
    await dialog.getByLabel('ID do Discord').fill('391822001983488001');
    await dialog.getByLabel('Produto', { exact: true }).selectOption(gold._id);
    await dialog.getByRole('button', { name: 'Outro produto' }).click();
    await dialog.getByLabel('Produto 2', { exact: true }).selectOption(gone._id);
    await dialog.getByLabel('Motivo').fill('Prêmio do sorteio');
    await owner.api('DELETE /products/delete/:subdomain', { productId: gone._id });
    await page.reload();
    await expect(recovered).toBeVisible();
    await expect(dialog.getByLabel('ID da Cidade')).toHaveValue('7');
    await expect(dialog.getByLabel('Produto', { exact: true }).locator('option:checked')).toHaveText(/^VIP Ouro/);
    await expect(dialog.getByLabel('Produto 2', { exact: true }).locator('option:checked')).toHaveText('Escolha');
    await expectUsable(page, 'an order by hand from its draft');

    // The server makes the order, and its answer is lost.
    await page.route('**/v1/order/manual', async (route) => {
      const { authorization, 'content-type': type, 'idempotency-key': key } = await route.request().allHeaders();
      const headers = { authorization, 'content-type': type, 'idempotency-key': key } as Record<string, string>;
      const made = await fetch(`${owner.world.address}/v1/order/manual`, {
        method: 'POST',
        headers,
        body: route.request().postData(),
      });
      expect(made.status).toBe(200);
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Criar pedido' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Erro ao criar o pedido' })).toBeVisible();
    await page.unroute('**/v1/order/manual');
    await page.reload();
    await expect(recovered).toBeVisible();
    await dialog.getByRole('button', { name: 'Criar pedido' }).click();
    await expect(page.getByText('Pedido manual criado.')).toBeVisible();
    const { response } = await owner.api('POST /order', {});
    expect(response.map(({ products }) => products.map(({ name }) => name))).toEqual([['VIP Ouro']]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  });
});
