import { givenOrder } from './call.ts';
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
  const order = givenOrder(await give(vip._id));
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

  await test.step('the corrected product, and several at once', async () => {
    const kit = await newProduct(owner, category, {
      name: 'Kit',
      fiveMActions: [{ type: 'add_item', executionTiming: 'on_confirmation', itemName: 'agu', itemQuantity: 2 }],
    });
    const [one, two] = [givenOrder(await give(kit._id)), givenOrder(await give(kit._id))];
    await page.goto(`${owner.world.panel}/orders?order=${one._id}`);
    const kits = page.getByRole('dialog', { name: `Pedido #${one.number}` });
    await expect(kits.getByRole('button', { name: 'Corrigir e reenviar' })).toBeVisible();
    await expect(kits.getByRole('button', { name: 'Reenviar com o produto corrigido' })).toBeHidden();
    await kits.getByRole('link', { name: 'Kit' }).first().click();
    await expect(page).toHaveURL(new RegExp(`/products/edit/${kit._id}$`));
    await owner.api('POST /products/edit/', {
      productId: kit._id,
      productData: {
        fiveMActions: [{ type: 'add_item', executionTiming: 'on_confirmation', itemName: 'agua', itemQuantity: 2 }],
      },
    });

    await page.goto(`${owner.world.panel}/orders?deliveries=queued&search=${one.number}`);
    const rows = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`Pedido #${one.number}`);
    await page.getByLabel('Buscar por pedido, ID ou nome').fill('');
    await page.getByLabel('Produto').selectOption('Kit');
    await expect(rows).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Escolher todas desta lista' }).check();
    await expectUsableFace(page, 'chosen');
    await page.getByRole('button', { name: 'Reenviar 2 com o produto corrigido' }).click();
    const dialog = windowOf(page, 'Reenviar com o produto corrigido');
    await expect(dialog.getByRole('list', { name: 'O que muda' })).toContainText('Entregar 2× agu');
    await expect(dialog.getByText('Entregar 2× agua')).toBeVisible();
    await expectUsableFace(page, 'renew');
    await dialog.getByRole('button', { name: 'Reenviar 2' }).click();
    await expect(page.getByText('2 entregas de volta à fila.')).toBeVisible();
    await expect(rows.first()).toContainText('Entregar 2× agua');

    await rows
      .filter({ hasText: `#${two.number}` })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Cancelar a escolhida' }).click();
    await windowOf(page, 'Cancelar esta entrega?').getByRole('button', { name: 'Cancelar entrega' }).click();
    await expect(page.getByText('1 entrega cancelada.')).toBeVisible();
    await expect(rows).toHaveCount(1);
    const { entries } = await owner.api('POST /audit', { kind: 'deliveries' });
    expect(entries.slice(0, 2)).toMatchObject([
      { before: 'Estado da entrega: Na fila', after: 'Estado da entrega: Cancelada' },
      { before: 'Ação: Entregar 2× agu', after: 'Ação: Entregar 2× agua' },
    ]);
  });

  await test.step('another server', async () => {
    await owner.api('POST /servers/end', { id: gone });
    const lost = givenOrder(await give(bag._id));
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
