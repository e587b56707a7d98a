import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { citizen, enterCity } from './world.ts';

test.use({ expectedErrors: refusedRequests });

const BRUNO = '391822001983488001';
const NOBODY = 987_654;
const CITY_ID = 4;

let owner: Owner;
let city: OwnCity;
test.beforeAll(async () => {
  owner = await newStore();
  city = await startCity('vrpex', { token: owner.store.apiToken ?? '', platform: owner.world.panel });
});
test.afterAll(() => city?.close());

test('the repair desk: a wrong city id is corrected, all are sent again, and a person marks one', async ({ page }) => {
  await enterCity(city.url, CITY_ID);
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, {
    name: 'VIP Ouro',
    fiveMActions: [
      { type: 'add_group', groupName: 'vip', executionTiming: 'on_confirmation' },
      { type: 'add_money', amount: 5000, executionTiming: 'on_confirmation' },
    ],
  });
  const broken = await newProduct(owner, category, {
    name: 'Comando antigo',
    fiveMActions: ['moto', 'carro'].map((thing) => ({
      type: 'execute_command',
      command: `dar${thing} {{cidade}}`,
      executionTiming: 'on_confirmation',
    })),
  });
  const give = (id: string, clientId: number) =>
    owner.api('POST /order/manual', {
      clientId,
      discordId: BRUNO,
      reason: 'Sorteio',
      idProducts: [{ id, quantity: 1 }],
    });
  await give(gold._id, NOBODY);
  await give(broken._id, CITY_ID);
  const states = async () => {
    const { deliveries } = await owner.api('POST /deliveries', {});
    return deliveries.map(({ product, state }) => `${product}: ${state}`).toSorted();
  };
  await expect
    .poll(states, { timeout: 30_000 })
    .toEqual(['Comando antigo: failed', 'Comando antigo: failed', 'VIP Ouro: failed', 'VIP Ouro: failed']);

  await test.step('the dashboard asks for the owner and links to the desk', async () => {
    await enter(page, owner, '/dashboard');
    const strip = page.getByRole('region', { name: 'Precisa de você' });
    await expectUsableFace(page);
    await strip.getByRole('link', { name: /entregas/ }).click();
    await expect(page.getByRole('tab', { name: 'Entregas' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the desk in all its faces', async () => {
    const rows = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expectUsableFace(page);
    await page.getByLabel('Estado da entrega').selectOption({ label: 'Incerta' });
    await expect(page.getByRole('heading', { name: 'Nenhuma entrega incerta' })).toBeVisible();
    await expectUsableFace(page);
    const fault = await refuse(page, 'POST /deliveries');
    await page.getByLabel('Estado da entrega').selectOption({ label: 'Entregue' });
    const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar dados' });
    await expectUsableFace(page);
    await fault.mend();
    const held = await hold(page, 'POST /deliveries');
    await alert.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
    await held.release();
    await page.getByLabel('Estado da entrega').selectOption({ label: 'Falhou' });
    await expect(rows).toHaveCount(4);
  });

  const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
  await test.step('the city id is corrected, and its failed deliveries arrive', async () => {
    await page.getByRole('button', { name: /grupo vip/ }).click();
    await expect(drawer).toContainText('Cidadão não encontrado na cidade');
    await expectUsableFace(page);
    await drawer.getByRole('button', { name: 'Corrigir ID' }).click();
    const correct = page.getByRole('dialog', { name: 'Corrigir ID' });
    await correct.getByLabel('ID da Cidade').fill(String(CITY_ID));
    await correct.getByRole('button', { name: 'Corrigir ID' }).click();
    await expect(page.getByText('ID corrigido. As entregas pendentes usam o novo ID.')).toBeVisible();
    await expect
      .poll(states, { timeout: 30_000 })
      .toEqual(['Comando antigo: failed', 'Comando antigo: failed', 'VIP Ouro: succeeded', 'VIP Ouro: succeeded']);
    await expect(drawer.getByText('Entregue', { exact: true }).first()).toBeVisible();
    expect((await citizen(city.url, CITY_ID)).groups).toContain('vip');
    await drawer.getByRole('button', { name: 'Fechar' }).click();
  });

  await test.step('other failed deliveries are sent again, all at once', async () => {
    await page.getByRole('button', { name: 'Reenviar as 2 que falharam' }).click();
    const resend = page.getByRole('dialog', { name: 'Reenviar 2 entregas?' });
    await expect(resend).toContainText('Elas voltam para a fila');
    await expectUsableFace(page);
    await resend.getByRole('button', { name: 'Reenviar 2' }).click();
    await expect(page.getByText('Entregas de volta à fila.')).toBeVisible();
    const attempts = async () => {
      const { deliveries } = await owner.api('POST /deliveries', { state: 'failed' });
      return deliveries.map((delivery) => delivery.attempts);
    };
    await expect.poll(attempts, { timeout: 30_000 }).toEqual([2, 2]);
    await page.reload();
  });

  await test.step('one is sent again alone, then marked by a person who checked it', async () => {
    await page.getByRole('button', { name: /darmoto/ }).click();
    const delivery = drawer.getByRole('listitem').filter({ hasText: 'darmoto' }).first();
    await delivery.getByRole('button', { name: 'Reenviar', exact: true }).click();
    const resend = page.getByRole('dialog', { name: 'Reenviar esta entrega?' });
    await expect(resend).toContainText('volta para a fila');
    await resend.getByRole('button', { name: 'Reenviar' }).click();
    await expect(page.getByText('Entrega de volta à fila.')).toBeVisible();
    await expect(delivery.getByText('Falhou', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await delivery.getByRole('button', { name: 'Marcar como entregue' }).click();
    const mark = page.getByRole('dialog', { name: 'Marcar como entregue?' });
    await expect(mark).toContainText('Nada será enviado');
    await expectUsableFace(page);
    await mark.getByLabel(/^Como você conferiu/).fill('Dei a moto na cidade');
    await mark.getByRole('button', { name: 'Marcar como entregue' }).click();
    await expect(page.getByText('Entrega marcada como entregue.')).toBeVisible();
    await delivery.getByText('Histórico da entrega').click();
    await expect(delivery.getByRole('list', { name: 'Histórico da entrega' })).toContainText('Dei a moto na cidade');
  });
  await expect
    .poll(states)
    .toEqual(['Comando antigo: failed', 'Comando antigo: succeeded', 'VIP Ouro: succeeded', 'VIP Ouro: succeeded']);
});
