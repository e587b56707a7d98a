import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

/** No city is connected, so everything stays in the queue, and a person's word says what arrived. */
test('repair: a wrong group is corrected, a lost character gets its goods, a removed server is replaced', {
  tag: '@long',
}, async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { id: gone } = await owner.api('POST /servers/create', { name: 'Cidade Baixa' });
  const vip = await newProduct(owner, category, {
    name: 'VIP',
    fiveMActions: [
      { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vipp' },
      { type: 'execute_command', executionTiming: 'on_confirmation', command: 'casa {{cidade}}' },
    ],
  });
  const bag = await newProduct(owner, category, {
    name: 'Mala',
    fiveMActions: [
      { type: 'add_item', executionTiming: 'on_confirmation', itemName: 'mala', itemQuantity: 1, server: gone },
    ],
  });
  const give = (id: string) =>
    owner.api('POST /order/manual', {
      clientId: 17,
      discordId: BRUNO,
      reason: 'Sorteio',
      idProducts: [{ id, quantity: 1 }],
    });
  const { order } = await give(vip._id);
  const drawer = page.getByRole('dialog', { name: `Pedido #${order.number}` });

  await test.step('the arguments of one delivery', async () => {
    await enter(page, owner, `/orders?order=${order._id}`);
    await drawer.getByRole('button', { name: 'Corrigir e reenviar' }).first().click();
    const dialog = windowOf(page, 'Corrigir e reenviar');
    await dialog.getByLabel('Nome do grupo').fill('vip {{nome}}');
    await dialog.getByLabel('Motivo').fill('O grupo estava errado');
    await expect(dialog.getByRole('button', { name: 'Corrigir e reenviar' })).toBeDisabled();
    await dialog.getByLabel('Nome do grupo').fill('vip_ouro');
    await expectUsableFace(page, 'edit');
    await dialog.getByRole('button', { name: 'Corrigir e reenviar' }).click();
    await expect(page.getByText('Entrega corrigida e de volta à fila.')).toBeVisible();
    await expect(drawer.getByText('Adicionar ao grupo vip_ouro')).toBeVisible();
  });

  await test.step('a new character', async () => {
    const { deliveries } = await owner.api('POST /deliveries', { orderId: order._id });
    for (const { id } of deliveries) await owner.api('POST /deliveries/mark', { id });
    await page.reload();
    await drawer.getByRole('button', { name: 'Reenviar as 2 entregues...' }).click();
    const dialog = windowOf(page, 'Reenviar entregas');
    await dialog.getByLabel('Novo ID na cidade').fill('58');
    await expect(dialog.getByText('2 entregas seriam reenviadas, para 1 jogador.')).toBeVisible();
    await dialog.getByLabel('Motivo').fill('Perdeu o personagem');
    await expectUsableFace(page, 'new-character');
    await dialog.getByRole('button', { name: 'Reenviar 2' }).click();
    await expect(page.getByText('Reenvio iniciado.')).toBeVisible();
    await expect(drawer.getByText('Executar o comando casa 58')).toBeVisible({ timeout: 30_000 });
    await expect(drawer.getByText('Remover do grupo vip_ouro')).toBeVisible();
    const { deliveries: now } = await owner.api('POST /deliveries', { orderId: order._id });
    expect(now.map(({ phase, player }) => [phase, player]).sort()).toEqual([
      ['confirmation', '17'],
      ['confirmation', '17'],
      ['confirmation', '58'],
      ['confirmation', '58'],
      ['reversal', '17'],
    ]);
  });

  await test.step('another server', async () => {
    await owner.api('POST /servers/end', { id: gone });
    const { order: lost } = await give(bag._id);
    await page.goto(`${owner.world.panel}/orders?order=${lost._id}`);
    const other = page.getByRole('dialog', { name: `Pedido #${lost.number}` });
    await other.getByRole('button', { name: 'Escolher outro servidor' }).click();
    const dialog = windowOf(page, 'Escolher outro servidor');
    await dialog.getByLabel('Motivo').fill('A cidade fechou');
    await expectUsableFace(page, 'move');
    await dialog.getByRole('button', { name: 'Enviar para este servidor' }).click();
    await expect(page.getByText('Entrega de volta à fila, no outro servidor.')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Escolher outro servidor' })).toBeHidden();
    const { deliveries } = await owner.api('POST /deliveries', { orderId: lost._id });
    expect(deliveries.map(({ state }) => state)).toEqual(['queued']);
  });
});
