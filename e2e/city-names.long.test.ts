import type { Locator, Page } from '@playwright/test';
import { expectUsableFace, refusedRequests } from './faces.ts';
import { startCity } from './own-city.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: refusedRequests });

const described = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });

test('the city’s own names are offered, and a name that it does not have is refused', async ({ page }) => {
  const owner = await newStore();
  const { _id: categoryId } = await newCategory(owner, 'Itens');
  const city = await startCity('network-newer', { token: owner.store.apiToken ?? '', platform: owner.world.panel });
  try {
    await expect
      .poll(async () => Object.keys((await owner.api('GET /city/names')).cities[0]?.lists ?? {}).length, {
        timeout: 90_000,
      })
      .toBe(4);
    await enter(page, owner, '/products/create');
    await page.getByRole('tab', { name: 'FiveM' }).click();
    await page.getByRole('button', { name: 'Adicionar ação' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
    const confirm = dialog.getByRole('button', { name: 'Confirmar' });
    await dialog.getByLabel('Tipo de ação').selectOption('add_item');
    await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
    await described(dialog, 'Quantidade').fill('2');
    const name = described(dialog, 'Nome do item');
    await name.fill('Agua');
    await confirm.click();
    await expect(name).toHaveAccessibleDescription(/O item “Agua” não existe na cidade\. Você quis dizer “agua”\?/);
    await expectUsableFace(page, 'city-name-refused');
    // What players see finds the name too.
    await name.fill('garrafa');
    await expect(dialog.getByRole('option', { name: 'agua Garrafa de Água' })).toBeVisible();
    await expectUsableFace(page, 'city-names');
    await name.press('ArrowDown');
    await name.press('Enter');
    await expect(name).toHaveValue('agua');
    await confirm.click();
    await expect(page.getByText('Ação FiveM adicionada com sucesso!')).toBeVisible();

    // The API refuses it as well, and names the field.
    const bad = { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip_ouro' } as const;
    const body = { name: 'VIP', categoryId, price: 10, fiveMActions: [bad] };
    await expect(owner.api('POST /products/create', body)).rejects.toThrow(/vip_ouro/);
  } finally {
    city.close();
  }
});
