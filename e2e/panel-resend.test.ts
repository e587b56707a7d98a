import { route } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

/**
 * No city is connected, and a person marked everything as delivered. So the deliveries that are sent again stay in the queue, and
 * the job keeps its last deliveries back until the queue has room.
 */
test('bulk resend with dry run: a wiped city gets its goods again, with pause and cancel', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'Comandos');
  const product = await newProduct(owner, category, {
    name: 'Mala',
    fiveMActions: [{ type: 'execute_command', command: 'mala {{cidade}}', executionTiming: 'on_confirmation' }],
  });
  const give = (clientId: number, quantity: number) =>
    owner.api('POST /order/manual', {
      clientId,
      discordId: BRUNO,
      reason: 'Sorteio',
      idProducts: [{ id: product._id, quantity }],
    });
  for (const buyer of [11, 12, 13]) await give(buyer, 70);
  const { deliveries, nextCursor } = await owner.api('POST /deliveries', {});
  const rest = await owner.api('POST /deliveries', { cursor: nextCursor ?? undefined });
  const all = [...deliveries, ...rest.deliveries];
  expect(all).toHaveLength(210);
  for (const { id } of all) await owner.api('POST /deliveries/mark', { id });

  await enter(page, owner, '/orders?deliveries=succeeded');
  const rows = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expectUsableFace(page, 'desk');

  await test.step('the filter narrows the list', async () => {
    await page.getByLabel('Jogador').fill('99');
    await expect(page.getByRole('heading', { name: 'Nenhuma entrega entregue' })).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(rows.first()).toBeVisible();
    await rows.first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Reenviar a escolhida' }).click();
    const dialog = windowOf(page, 'Reenviar entregas');
    await expect(dialog.getByText('1 entrega seria reenviada, para 1 jogador.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await rows.first().getByRole('checkbox').uncheck();
  });

  await test.step('a filter that names more than a resend may look at says so, and nothing can be sent', async () => {
    const plan = { success: true, total: 0, players: 0, resend: [], excluded: [], more: true, asOf: new Date() };
    const many = await route(page, 'POST /deliveries/resends/plan', (one) => one.fulfill({ json: plan }));
    await page.getByRole('button', { name: 'Reenviar entregues...' }).click();
    const dialog = windowOf(page, 'Reenviar entregas');
    await expect(dialog.getByText('São mais de 20.000 entregas')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Reenviar', exact: true })).toBeDisabled();
    await expectUsableFace(page, 'resend-too-many');
    await many.end();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
  });

  await test.step('the dry run says how many, and asks for the reason', async () => {
    await page.getByRole('button', { name: 'Reenviar entregues...' }).click();
    const dialog = windowOf(page, 'Reenviar entregas');
    await expect(dialog.getByText('210 entregas seriam reenviadas, para 3 jogadores.')).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Seriam reenviadas' })).toHaveText('Executar comando · Entregue210');
    const send = dialog.getByRole('button', { name: 'Reenviar 210' });
    await expect(send).toBeDisabled();
    await dialog.getByLabel('Motivo').fill('A cidade perdeu o banco de dados');
    await expectUsableFace(page, 'dry-run');
    await send.click();
    await expect(page.getByText('Reenvio iniciado.')).toBeVisible();
  });

  const job = page.getByRole('region', { name: 'Reenvio' });
  const states = async () => {
    const { jobs } = await owner.api('POST /deliveries/resends', {});
    return jobs.map(({ state, resent, withdrawn }) => [state, resent, withdrawn]);
  };
  await test.step('it stops while paused, and goes on', async () => {
    await expect(job.getByText('200 de 210 reenviadas')).toBeVisible({ timeout: 30_000 });
    await job.getByRole('button', { name: 'Pausar reenvio' }).click();
    await expect(job.getByText('pausado')).toBeVisible();
    expect(await states()).toEqual([['paused', 200, 0]]);
    await expectUsableFace(page, 'progress');
    await job.getByRole('button', { name: 'Continuar reenvio' }).click();
    await expect(job.getByText('reenviando')).toBeVisible();
  });

  await test.step('the cancellation takes back what waits', async () => {
    await job.getByRole('button', { name: 'Cancelar reenvio' }).click();
    await windowOf(page, 'Cancelar este reenvio?').getByRole('button', { name: 'Cancelar reenvio' }).click();
    await expect(job.getByText('cancelado')).toBeVisible({ timeout: 30_000 });
    expect(await states()).toEqual([['cancelled', 200, 200]]);
    const { total, excluded } = await owner.api('POST /deliveries/resends/plan', { states: ['succeeded'] });
    expect([total, excluded]).toEqual([210, []]);
  });

  await test.step('the buyer reads that it was sent again', async () => {
    const { id, orderId } = all.at(-1) as (typeof all)[number];
    const { asOf } = await owner.api('POST /deliveries/resends/plan', { ids: [id], states: ['succeeded'] });
    await owner.api('POST /deliveries/resends/start', {
      ids: [id],
      states: ['succeeded'],
      reason: 'Perdeu a mala',
      asOf,
    });
    const shop = owner.world.panel.replace('://', `://${owner.store.subdomain}.`);
    const { order } = await owner.api('POST /order/details', { id: orderId });
    await page.goto(`${shop}/checkout/success?external_reference=${order.external_reference}`);
    await expect(page.getByText('reenviado pela loja').first()).toBeVisible();
  });
});
