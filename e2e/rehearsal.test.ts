import { expectUsableFace } from './faces.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';
import { citizen, enterCity } from './world.ts';

test('a rehearsal says what a purchase would do, and what stands against it, before anybody buys', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  await newProduct(owner, category, {
    name: 'VIP Ouro',
    removeProduct: 30,
    fiveMActions: [
      { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip_ouro' },
      { type: 'execute_command', executionTiming: 'on_confirmation', command: 'casa {{cidade}}' },
      { type: 'remove_group', executionTiming: 'on_expiration', groupName: 'vip_ouro' },
    ],
  });
  await enter(page, owner, '/products');
  await page.getByRole('button', { name: 'Ações de VIP Ouro' }).click();
  await page.getByRole('menuitem', { name: 'Simular compra' }).click();
  const dialog = windowOf(page, 'Simular compra');
  await expect(dialog.getByRole('button', { name: 'Simular' })).toBeDisabled();
  await dialog.getByLabel('ID da Cidade').fill('58');
  await dialog.getByRole('button', { name: 'Simular' }).click();
  const steps = dialog.getByRole('list', { name: 'Passos da compra' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(dialog.getByText('3 passos esperariam.')).toBeVisible();
  await expect(steps.nth(0)).toContainText('Na simulação ninguém paga');
  await expect(steps.nth(1)).toContainText('Adicionar ao grupo vip_ouro');
  await expect(steps.nth(1)).toContainText('Nenhum servidor foi conectado.');
  await expect(steps.nth(2)).toContainText('Executar o comando casa 58');
  await expect(steps.nth(2)).toContainText('esperaria');
  await expect(steps.nth(3)).toContainText('Depois de 30 dias: Remover do grupo vip_ouro');
  await expectUsableFace(page, 'rehearsal');
  const { counters } = await owner.api('POST /order', {});
  expect(counters.total).toBe(0);
});

test.describe('with a city', () => {
  const CITY_ID = 4;
  const BRUNO = '391822001983488001';
  let owner: Owner;
  let city: OwnCity;
  test.beforeAll(async () => {
    owner = await newStore();
    city = await startCity('vrpex', { token: owner.store.apiToken ?? '', platform: owner.world.panel });
  });
  test.afterAll(() => city?.close());

  test('the owner runs a purchase for real, sees each step arrive, and takes it back', { tag: '@long' }, async ({
    page,
  }) => {
    await enterCity(city.url, CITY_ID);
    const bank = (await citizen(city.url, CITY_ID)).bank ?? 0;
    const { _id: category } = await newCategory(owner, 'VIPs');
    await newProduct(owner, category, {
      name: 'VIP Ouro',
      stock: 5,
      removeProduct: 30,
      fiveMActions: [
        { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vipgold' },
        { type: 'add_money', executionTiming: 'on_confirmation', amount: 700 },
        { type: 'remove_group', executionTiming: 'on_expiration', groupName: 'vipgold' },
        { type: 'remove_money', executionTiming: 'on_expiration', amount: 500 },
      ],
    });
    await enter(page, owner, '/products');
    const openWindow = async () => {
      await page.getByRole('button', { name: 'Ações de VIP Ouro' }).click();
      await page.getByRole('menuitem', { name: 'Simular compra' }).click();
    };
    await openWindow();
    const dialog = windowOf(page, 'Simular compra');

    await test.step('the question names who gets what, what comes back and what stays', async () => {
      await dialog.getByLabel('ID da Cidade').fill(String(CITY_ID));
      await dialog.getByRole('button', { name: 'Simular' }).click();
      await expect(dialog.getByRole('list', { name: 'Passos da compra' }).getByRole('listitem')).toHaveCount(5);
      await dialog.getByRole('button', { name: 'Executar de verdade' }).click();
      await expect(dialog.getByText('informe o ID do Discord')).toBeVisible();
      await dialog.getByLabel('ID do Discord').fill(BRUNO);
      await dialog.getByRole('button', { name: 'Simular' }).click();
      await dialog.getByRole('button', { name: 'Executar de verdade' }).click();
      await expect(dialog.getByText(`O jogador ${CITY_ID} (Discord ${BRUNO}) recebe agora`)).toBeVisible();
      const plan = dialog.getByRole('list', { name: 'O que vai acontecer' }).getByRole('listitem');
      await expect(plan).toHaveText([/grupo vipgold.*Volta no fim/, /R\$ 700.*Fica/, /R\$ 500.*Roda no fim/]);
      await expectUsableFace(page, 'rehearsal-question');
    });

    const steps = dialog.getByRole('list', { name: 'Passos da simulação' }).getByRole('listitem');
    await test.step('each step arrives in the city', async () => {
      await dialog.getByRole('button', { name: 'Executar agora' }).click();
      await expect(dialog.getByText('2 de 2 entregues')).toBeVisible({ timeout: 60_000 });
      await expect(steps.nth(0)).toContainText('Entregue');
      await expect(steps.nth(1)).toContainText('Entregue');
      await expectUsableFace(page, 'rehearsal-run');
      const { bank: now, groups } = await citizen(city.url, CITY_ID);
      expect(now).toBe(bank + 700);
      expect(JSON.stringify(groups)).toContain('vipgold');
    });

    await test.step('a page that was closed finds it again', async () => {
      await page.reload();
      await openWindow();
      await expect(dialog.getByText('Simulação em andamento')).toBeVisible();
      await dialog.getByRole('button', { name: 'Fechar' }).click();
      const question = windowOf(page, 'Desfazer a simulação e fechar?');
      await question.getByRole('button', { name: 'Continuar' }).click();
      await expect(question).toBeHidden();
    });

    await test.step('the end takes back what it can, and says what stays', async () => {
      await dialog.getByRole('button', { name: 'Desfazer agora' }).click();
      await expect(dialog.getByText('Simulação desfeita')).toBeVisible({ timeout: 30_000 });
      await expect(steps.nth(0)).toContainText('Retirado', { timeout: 60_000 });
      await expect(steps.nth(0)).toContainText('Retirado: vipgold.');
      await expect(steps.nth(1)).toContainText('Ficou, porque nada desfaz isto.');
      await expect(steps.nth(2)).toContainText('Retirado: R$ 500 na cidade.', { timeout: 60_000 });
      await expectUsableFace(page, 'rehearsal-ended');
      const { bank: now, groups } = await citizen(city.url, CITY_ID);
      expect(now).toBe(bank + 200);
      expect(JSON.stringify(groups)).not.toContain('vipgold');
      await dialog.getByRole('button', { name: 'Fechar' }).last().click();
      await expect(dialog).toBeHidden();
      await openWindow();
      await expect(dialog.getByRole('button', { name: 'Simular', exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('the list has it with its mark, and nothing counts it', async () => {
      await page.goto(`${owner.world.panel}/orders`);
      await expect(page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem').first()).toContainText(
        'Simulação',
      );
      await expectUsableFace(page, 'rehearsal-listed');
      await page.getByRole('button', { name: /^Ver detalhes do pedido/ }).click();
      await expect(page.getByRole('dialog', { name: /^Simulação #/ })).toContainText('não conta como venda');
      const { counters } = await owner.api('POST /order', {});
      expect(counters).toEqual({ total: 0, completed: 0, pending: 0, paid: 0 });
      const { products } = await owner.api('POST /products', {});
      expect(products).toMatchObject([{ stock: 5, sold: 0 }]);
    });
  });
});
