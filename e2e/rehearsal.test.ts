import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';

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
  await dialog.getByLabel('ID da cidade').fill('58');
  await dialog.getByRole('button', { name: 'Simular' }).click();
  const steps = dialog.getByRole('list', { name: 'Passos da compra' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
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
