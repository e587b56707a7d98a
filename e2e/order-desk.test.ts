import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { PHONE } from './usable.ts';

test.use({ colorScheme: 'dark' });

const BRUNO = '391822001983488001';

test('a person writes a note and a tag on a pending order, filters by the tag, and cancels the order', async ({
  page,
}) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  const buy = async (clientId: number) =>
    await newOrder(owner, {
      clientId,
      discordId: BRUNO,
      email: 'bruno.recibo@exemplo.com.br',
      idProducts: [{ id: gold._id, quantity: 1 }],
    });
  await buy(7);
  await (await buy(8)).pay();

  await enter(page, owner, '/orders');
  const rows = page.getByRole('list', { name: 'Pedidos' }).getByRole('button', { name: /^Ver detalhes do pedido/ });
  await expect(rows).toHaveCount(2);
  await rows.last().click();
  const drawer = page.getByRole('dialog', { name: /^Pedido/ });
  await expect(drawer.getByRole('button', { name: 'Copiar link para pagar' })).toBeVisible();
  await drawer.getByLabel('Nova etiqueta').fill('troca');
  await drawer.getByRole('button', { name: 'Etiquetar' }).click();
  await expect(drawer.getByRole('list', { name: 'Etiquetas' })).toContainText('troca');
  await drawer.getByLabel('Nova anotação').fill('Quer o VIP Prata.');
  await drawer.getByRole('button', { name: 'Anotar' }).click();
  await expect(drawer.getByRole('list', { name: 'Anotações' })).toContainText('Quer o VIP Prata.');
  await expectUsableFace(page, 'order with note and tag');

  await drawer.getByRole('button', { name: 'Cancelar pedido' }).click();
  const question = page.getByRole('dialog', { name: /^Cancelar o pedido/ });
  await question.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(drawer.getByText('Cancelado').first()).toBeVisible({ timeout: 30_000 });
  // The pressed button is gone, so the focus could be lost. Esc must still close the drawer.
  await expect(drawer.getByRole('button', { name: 'Cancelar pedido' })).toBeHidden();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');

  await expect(drawer).toBeHidden();
  await rows.first().click();
  await drawer.getByRole('button', { name: 'Reenviar recibo' }).click();
  await expect(page.getByText('Recibo reenviado para bruno.recibo@exemplo.com.br.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByLabel('Etiqueta', { exact: true }).selectOption('troca');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expectUsableFace(page, 'orders with a tag');
});

test('on a phone the foot of a pending order is one row, and Esc pressed twice closes the question and the order', async ({
  page,
}) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  await newOrder(owner, { clientId: 7, discordId: BRUNO, idProducts: [{ id, quantity: 1 }] });
  await page.setViewportSize(PHONE);
  await enter(page, owner, '/orders');
  await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Pedido/ });
  const cancel = drawer.getByRole('button', { name: 'Cancelar pedido' });
  const look = drawer.getByRole('link', { name: 'Ver como comprador' });
  const copy = drawer.getByRole('button', { name: 'Copiar link para pagar' });
  await expect(cancel).toBeVisible();
  const tops = await Promise.all([look, copy, cancel].map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size, `tops ${tops}`).toBe(1);

  await cancel.click();
  const question = page.getByRole('dialog', { name: /^Cancelar o pedido/ });
  await expect(question.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible();
  // The question still has the focus while it closes.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(drawer).toBeHidden();
});
