import { givenOrder } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

test('the page of a buyer: from an order to purchases and benefits, a block with its reason, and the way back', async ({
  page,
}) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const vip = await newProduct(owner, category, {
    name: 'VIP',
    removeProduct: 30,
    fiveMActions: [
      { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip' },
      { type: 'remove_group', executionTiming: 'on_expiration', groupName: 'vip' },
    ],
  });
  const given = await owner.api('POST /order/manual', {
    clientId: 17,
    discordId: BRUNO,
    reason: 'Sorteio',
    idProducts: [{ id: vip._id, quantity: 1 }],
  });
  const order = givenOrder(given);
  await owner.api('POST /order/notes/create', { id: order._id, note: 'Pediu a placa' });

  await enter(page, owner, `/orders?order=${order._id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Ver cliente' }).click();
  await expect(page).toHaveURL(/\/customers\/city_id\/17$/);
  await expect(page.getByRole('list', { name: 'Compras' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Benefícios' })).toContainText('até');
  await expect(page.getByText('Pediu a placa')).toBeVisible();
  await expectUsableFace(page, 'buyer');
  // The rest in dark, the page too once it is blocked.
  await page.emulateMedia({ colorScheme: 'dark' });

  await page.getByRole('button', { name: 'Prorrogar VIP' }).click();
  const extend = windowOf(page, 'Prorrogar VIP?');
  await extend.getByLabel('Dias a mais').fill('400');
  await expect(extend.getByText('De 1 a 365 dias.')).toBeVisible();
  await extend.getByLabel('Dias a mais').fill('10');
  await extend.getByLabel('Motivo').fill('A cidade ficou fora do ar');
  await expectUsableFace(page, 'extend');
  await extend.getByRole('button', { name: 'Prorrogar' }).click();
  await expect(page.getByText('Benefício prorrogado.')).toBeVisible();

  await page.getByRole('button', { name: 'Retirar VIP' }).click();
  const revoke = windowOf(page, 'Retirar VIP?');
  await expect(revoke.getByRole('button', { name: 'Retirar' })).toBeDisabled();
  await revoke.getByLabel('Motivo').fill('Usou um programa proibido');
  await expectUsableFace(page, 'revoke');
  await revoke.getByRole('button', { name: 'Retirar' }).click();
  await expect(page.getByText('Benefício retirado.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Benefícios' })).toContainText('Retirado');

  await test.step('what is over is given again by an order that knows the player', async () => {
    await page.getByRole('link', { name: 'Dar de novo VIP' }).click();
    const again = windowOf(page, 'Pedido manual');
    await expect(again.getByLabel('ID da Cidade')).toHaveValue('17');
    await expect(again.getByLabel('ID do Discord')).toHaveValue(BRUNO);
    await expect(again.getByLabel('Produto').locator('option:checked')).toHaveText(/^VIP/);
    await again.getByLabel('Motivo').fill('Foi um engano');
    await expectUsableFace(page, 'given-again');
    await again.getByRole('button', { name: 'Criar pedido' }).click();
    await expect(page.getByText('Pedido manual criado.')).toBeVisible();
    await page.goto(`${owner.world.panel}/customers/city_id/17`);
    await expect(page.getByRole('list', { name: 'Compras' }).getByRole('listitem')).toHaveCount(2);
  });
  await test.step('a note is written here too, on the newest order', async () => {
    await page.getByLabel('Nova anotação').fill('Falou no Discord');
    await page.getByRole('button', { name: 'Anotar' }).click();
    await expect(page.getByRole('list', { name: 'Anotações nos pedidos' })).toContainText('Falou no Discord');
    await expect(page.getByLabel('Nova anotação')).toHaveValue('');
  });

  await page.getByRole('button', { name: 'Bloquear cliente' }).click();
  const dialog = windowOf(page, 'Bloquear este cliente?');
  await expect(dialog.getByRole('button', { name: 'Bloquear' })).toBeDisabled();
  await dialog.getByLabel('Motivo').fill('Contestou três compras');
  await expectUsableFace(page, 'block');
  await dialog.getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByText('Este cliente está bloqueado')).toBeVisible();
  await expectUsableFace(page, 'blocked');

  await page.getByRole('link', { name: BRUNO }).click();
  await expect(page.getByRole('button', { name: 'Bloquear cliente' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Desbloquear cliente' }).click();
  await windowOf(page, 'Desbloquear este cliente?').getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByText('Este cliente está bloqueado')).toBeHidden();
  const { entries } = await owner.api('POST /audit', { kind: 'buyers' });
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    ['Cliente: 17\nMotivo: Contestou três compras', null],
    [null, 'Cliente: 17\nMotivo: Contestou três compras'],
  ]);
});
