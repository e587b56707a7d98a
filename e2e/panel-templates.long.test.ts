import type { Locator, Page } from '@playwright/test';
import { expectUsableFace, refusedRequests } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { inDatabase } from './world.ts';

test.use({ expectedErrors: refusedRequests });

const described = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });

test('a buyer’s text is one argument: the dialogs say what each place may hold', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const choice = {
    kind: 'question' as const,
    name: 'cor',
    label: 'Qual cor?',
    answer: 'choice' as const,
    choices: ['azul', 'preto'],
  };
  await owner.api('POST /variables/create', { variable: { ...choice, required: true } });
  await newProduct(owner, category, { name: 'VIP Ouro', price: 10 });
  await enter(page, owner, '/products/create');
  await page.getByRole('tab', { name: 'FiveM' }).click();
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
  const confirm = dialog.getByRole('button', { name: 'Confirmar' });
  const line = described(dialog, 'Comando');
  await dialog.getByLabel('Tipo de ação').selectOption('execute_command');
  await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
  for (const [text, reason] of [
    ['{{nome}} 44', /começa com uma palavra sua/],
    ['dizer "{{nome}} virou VIP', /Feche as aspas/],
    ['dizer [1, 2] {{nome}}', /ponha entre aspas/],
  ] as const) {
    await line.fill(text);
    await confirm.click();
    await expect(line).toHaveAccessibleDescription(reason);
  }
  await expectUsableFace(page, 'template-command');
  await dialog.getByLabel('Tipo de ação').selectOption('add_group');
  const group = described(dialog, 'Nome do grupo');
  await group.fill('vip_{{nome}}');
  await confirm.click();
  await expect(group).toHaveAccessibleDescription(/o nome de um grupo é seu/);
  await group.fill('vip_{{cor}}');
  await confirm.click();
  await expect(page.getByText('Ação FiveM adicionada com sucesso!')).toBeVisible();
  await described(page, 'Nome').fill('VIP colorido');
  await described(page, 'Categoria').selectOption({ label: 'VIPs' });
  await described(page, 'Preço').fill('10');
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  // This variable is a choice, and an action uses it as the name of a group. So it cannot become a free text.
  await enter(page, owner, '/variables');
  await page.getByRole('button', { name: /Editar.*cor/ }).click();
  const variable = page.getByRole('dialog', { name: 'Editar variável' });
  await variable.getByLabel('Resposta', { exact: true }).selectOption('text');
  await variable.getByRole('button', { name: 'Salvar' }).click();
  const answer = variable.getByLabel('Resposta', { exact: true });
  await expect(answer).toHaveAccessibleDescription(/O produto “VIP colorido” usa esta variável\./);
  await expect(answer).toBeFocused();
  await expectUsableFace(page, 'template-variable');
});

test('an action that is older than a rule is listed, says why it fails, and is repaired', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const actions = [{ type: 'execute_command', command: 'dar {{cidade}} vip', executionTiming: 'on_confirmation' }];
  const product = await newProduct(owner, category, { name: 'VIP antigo', price: 10, fiveMActions: actions });
  const old = JSON.stringify(actions.map((action) => ({ target: 'fivem', ...action, command: '{{nome}} 44' })));
  await inDatabase('update product set actions = $2::jsonb where id = $1', [product._id, old]);

  await enter(page, owner, '/products');
  await expect(page.getByText('Ação a corrigir')).toBeVisible();
  await expectUsableFace(page, 'template-list');
  await enter(page, owner, '/dashboard');
  await expectUsableFace(page, 'template-strip');
  await page.getByRole('link', { name: /“VIP antigo”: uma ação não pode mais ser executada/ }).click();
  await expect(page.getByRole('heading', { name: 'Editar produto' })).toBeVisible();
  await page.getByRole('tab', { name: /^FiveM/ }).click();
  const text = 'O comando começa com uma palavra sua: nenhuma variável pode ficar nela.';
  const reason = page.getByRole('tabpanel').getByText(text);
  await expect(reason).toBeVisible();
  await reason.scrollIntoViewIfNeeded();
  await expectUsableFace(page, 'template-product');
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  // The reason stands at the button and at the action.
  await expect(page.getByText(text)).toHaveCount(2);

  await page.getByRole('button', { name: /^Editar ação: Executar o comando/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
  await described(dialog, 'Comando').fill('dar {{nome}} 44');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(reason).toHaveCount(0);
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  await expect(page.getByText('Ação a corrigir')).toHaveCount(0);
});
