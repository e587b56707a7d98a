import { expectUsableFace, refusedRequests } from './faces.ts';
import { startCity } from './own-city.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: refusedRequests });

const BRUNO = '391822001983488001';

test('options of an action: chosen in its dialog, said in every summary, kept by the order', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newStore();
  await newCategory(owner, 'Dinheiro');
  const city = await startCity('network-newer', { token: owner.store.apiToken ?? '', platform: owner.world.panel });
  try {
    await enter(page, owner, '/products/create');
    await page.getByLabel('Nome', { exact: true }).fill('Malote');
    await page.getByLabel('Categoria', { exact: true }).selectOption({ label: 'Dinheiro' });
    await page.getByLabel('Preço', { exact: true }).fill('10');
    await page.getByRole('tab', { name: 'FiveM' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
    const confirm = dialog.getByRole('button', { name: 'Confirmar' });
    const delay = dialog.getByLabel('Esperar depois do pagamento (opcional)');

    await test.step('a delay that is too long is refused at its field', async () => {
      await page.getByRole('button', { name: 'Adicionar ação' }).click();
      await dialog.getByLabel('Tipo de ação').selectOption('add_money');
      await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
      await dialog.getByLabel('Quantia').fill('500');
      await expect(delay).toBeHidden();
      await dialog.getByText('Opções').click();
      await delay.fill('31');
      await dialog.getByLabel('Unidade da espera').selectOption('dias');
      await dialog.getByLabel('Uma vez por pedido').check();
      await confirm.click();
      await expect(delay).toHaveAccessibleDescription(/A espera vai de 1 minuto a 30 dias\./);
      await expectUsableFace(page, 'action-options');
      await delay.fill('2');
      await dialog.getByLabel('Unidade da espera').selectOption('horas');
      await confirm.click();
    });
    const sentence = 'Adicionar R$ 500 ao banco da cidade · 2 horas depois do pagamento · uma vez por pedido';
    await expect(page.getByRole('button', { name: `Editar ação: ${sentence}` })).toBeVisible();

    await test.step('an action at the end of the purchase has no delay', async () => {
      await page.getByRole('button', { name: 'Adicionar mais' }).click();
      await dialog.getByLabel('Tipo de ação').selectOption('add_money');
      await dialog.getByLabel('Quantia').fill('7');
      await dialog.getByText('Opções').click();
      await dialog.getByLabel('Quando executar').selectOption('on_expiration');
      await expect(delay).toBeHidden();
      await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
      await dialog.getByLabel('Só com o jogador online').check();
      await confirm.click();
    });
    await expect(page.getByText('Adicionar R$ 7 ao banco da cidade · só com o jogador na cidade')).toHaveCount(2);
    await expectUsableFace(page, 'action-options-form');
    await page.getByRole('button', { name: 'Criar Produto' }).click();
    await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
    const [product] = (await owner.api('POST /products', {})).products;
    expect(product).toMatchObject({
      fiveMActions: [
        { type: 'add_money', amount: 500, delayMinutes: 120, oncePerOrder: true },
        { type: 'add_money', amount: 7, onlyOnline: true },
      ],
    });

    await test.step('an edit opens them as they are', async () => {
      await page.goto(`${owner.world.panel}/products/edit/${product?._id}`);
      await page.getByRole('tab', { name: 'FiveM' }).click();
      await page.getByRole('button', { name: `Editar ação: ${sentence}` }).click();
      await expect(delay).toHaveValue('2');
      await expect(dialog.getByLabel('Unidade da espera')).toHaveValue('60');
      await expect(dialog.getByLabel('Uma vez por pedido')).toBeChecked();
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
    });

    await test.step('three units of a manual order give it once, later; the other waits for the player', async () => {
      await expect
        .poll(async () => (await owner.api('GET /city/names')).cities[0]?.actions ?? null, { timeout: 90_000 })
        .toContain('add_money');
      await page.goto(`${owner.world.panel}/orders/create`);
      const order = page.getByRole('dialog', { name: 'Pedido manual' });
      await order.getByLabel('ID da Cidade').fill('99');
      await order.getByLabel('ID do Discord').fill(BRUNO);
      await order.getByLabel('Produto', { exact: true }).selectOption({ label: 'Malote (R$ 10,00)' });
      await order.getByLabel('Quantidade', { exact: true }).fill('3');
      await order.getByLabel('Motivo').fill('Prêmio do sorteio');
      await expectUsableFace(page, 'action-options-manual');
      await order.getByRole('button', { name: 'Criar pedido' }).click();
      const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
      await expect(drawer).toContainText('Adicionar R$ 500 ao banco da cidade');
      await expect(drawer).toContainText('Adicionar R$ 21 ao banco da cidade');
      await expect(drawer).toContainText('Agendada');
      await expect(drawer).toContainText('Sai em');
      await expect(drawer).toContainText('Espera o jogador entrar', { timeout: 60_000 });
      // A toast that fades has too little contrast for a moment.
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
      await expectUsableFace(page, 'action-options-order');
    });
  } finally {
    city.close();
  }
});
