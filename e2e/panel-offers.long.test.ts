import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: refusedRequests });

test('variables: a fixed value and a question, where they are used, and which cannot be deleted', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const held = await hold(page, 'POST /variables');
  await enter(page, owner, '/variables');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  await page.getByRole('button', { name: 'Criar a primeira variável' }).click();

  const dialog = page.getByRole('dialog', { name: 'Nova variável' });
  const save = dialog.getByRole('button', { name: 'Criar variável' });
  await dialog.getByLabel('Nome', { exact: true }).fill('Pedido');
  await save.click();
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveAccessibleDescription(
    /Este nome é de uma variável do sistema/,
  );
  await expect(dialog.getByLabel('Valor', { exact: true })).toHaveAccessibleDescription(/Informe o valor/);
  await expectUsableFace(page);
  await dialog.getByLabel('Nome', { exact: true }).fill('Grupo VIP');
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue('grupo_vip');
  await dialog.getByLabel('Valor', { exact: true }).fill('vip; quit');
  await save.click();
  await expect(dialog.getByLabel('Valor', { exact: true })).toHaveAccessibleDescription(/caracteres não permitidos/);
  await dialog.getByLabel('Valor', { exact: true }).fill('vip_ouro');
  const broken = await refuse(page, 'POST /variables/create', { status: 500, code: 'internal', error: '' });
  await save.click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Erro ao salvar a variável' })).toBeVisible();
  await expect(dialog.getByLabel('Valor', { exact: true })).toHaveValue('vip_ouro');
  await broken.mend();
  await save.click();
  await expect(page.getByText('Variável criada com sucesso!')).toBeVisible();

  await page.getByRole('button', { name: 'Nova variável' }).click();
  await dialog.getByRole('radio', { name: /^Pergunta/ }).check();
  await dialog.getByLabel('Nome', { exact: true }).fill('cor');
  await dialog.getByLabel('Pergunta', { exact: true }).fill('Qual a cor do veículo?');
  await dialog.getByLabel('Resposta', { exact: true }).selectOption({ label: 'Escolha' });
  await dialog.getByLabel('Opções').fill('Preto');
  await save.click();
  await expect(dialog.getByLabel('Opções')).toHaveAccessibleDescription(/Informe ao menos duas opções/);
  await dialog.getByLabel('Opções').fill('Preto\nBranco');
  await dialog.getByRole('switch', { name: /Resposta obrigatória/ }).check();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Qual a cor do veículo?')).toBeVisible();

  const product = await newProduct(owner, category, {
    name: 'VIP Ouro',
    fiveMActions: [{ type: 'add_group', groupName: '{{grupo_vip}}', executionTiming: 'on_confirmation' }],
  });
  const fault = await refuse(page, 'POST /variables');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar variáveis' });
  await expect(alert).toContainText('Aguarde um pouco');
  await fault.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('link', { name: 'VIP Ouro' })).toHaveAttribute('href', `/products/edit/${product._id}`);
  await expect(page.getByText('Ainda não usada em produtos')).toHaveCount(1);
  await expectUsableFace(page);

  await page.getByRole('button', { name: 'Deletar grupo_vip' }).click();
  const inUse = page.getByRole('dialog', { name: 'Esta variável está em uso' });
  await expect(inUse.getByRole('link', { name: 'VIP Ouro' })).toBeVisible();
  await inUse.getByRole('button', { name: 'Entendi' }).click();
  await page.getByRole('button', { name: 'Deletar cor' }).click();
  const question = page.getByRole('dialog', { name: 'Tem certeza que deseja deletar esta variável?' });
  await expect(question).toContainText('A pergunta deixa de aparecer no carrinho');
  await question.getByRole('button', { name: 'Deletar' }).click();
  await expect(page.getByText('Variável deletada com sucesso!')).toBeVisible();
  await expect(page.getByText('Qual a cor do veículo?')).toBeHidden();
  await expect(page.locator('[data-row] :focus')).toBeVisible();
  const { variables } = await owner.api('POST /variables', {});
  expect(variables.map(({ name }) => name)).toEqual(['grupo_vip']);
});

test('discounts: created with the picker, found, changed and deleted', async ({ page }) => {
  const owner = await newStore();
  const vips = await newCategory(owner, 'VIPs');
  const cars = await newCategory(owner, 'Veículos');
  const gold = await newProduct(owner, vips._id, { name: 'VIP Ouro' });
  const silver = await newProduct(owner, vips._id, { name: 'VIP Prata' });
  await newProduct(owner, cars._id, { name: 'Zentorno' });
  const held = await hold(page, 'POST /discounts');
  await enter(page, owner, '/discounts');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toBeAttached();
  await expectUsableFace(page);
  await held.release();
  await page.getByRole('link', { name: 'Criar o primeiro cupom' }).click();

  await page.getByRole('radio', { name: /^Só alguns/ }).check();
  await page.getByRole('radio', { name: /^Limitado/ }).check();
  await page.getByRole('radio', { name: /^Em uma data/ }).check();
  const save = page.getByRole('button', { name: 'Criar cupom' });
  await save.click();
  const code = page.getByLabel('Código');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/Informe o código do cupom/);
  await expect(page.getByLabel('Valor do desconto')).toHaveAccessibleDescription('Informe o valor do desconto.');
  await expect(page.getByLabel('Número de usos')).toHaveAccessibleDescription('Informe o número de usos (mínimo 1).');
  await expect(page.getByLabel('Data e hora')).toHaveAccessibleDescription(/Informe a data de expiração/);
  await expect(page.getByText('Escolha ao menos uma categoria ou um produto.')).toBeVisible();
  await expectUsableFace(page);

  await code.fill('natal15');
  await expect(code).toHaveValue('NATAL15');
  await page.getByRole('radio', { name: /^Porcentagem/ }).check();
  await page.getByLabel('Porcentagem (%)').fill('101');
  await save.click();
  await expect(page.getByLabel('Porcentagem (%)')).toHaveAccessibleDescription(/número inteiro de 0 a 100/);
  await page.getByLabel('Porcentagem (%)').fill('15');
  await page.getByLabel('Número de usos').fill('100');
  await page.getByLabel('Data e hora').fill('2031-12-24T23:59');

  // A ticked category ticks its products. The category is ticked when all its products are, and cleared when none is (SPEC.md section 2).
  const tick = (name: RegExp) => page.getByRole('checkbox', { name });
  await tick(/^VIPs/).check();
  await expect(tick(/^VIP Ouro/)).toBeChecked();
  await expect(tick(/^VIP Prata/)).toBeChecked();
  await tick(/^VIP Prata/).uncheck();
  await expect(tick(/^VIPs/)).toBeChecked({ indeterminate: true });
  await tick(/^VIP Ouro/).uncheck();
  await expect(tick(/^VIPs/)).not.toBeChecked();
  await tick(/^VIP Ouro/).check();
  await tick(/^VIP Prata/).check();
  await expect(tick(/^VIPs/)).toBeChecked();

  const broken = await refuse(page, 'POST /discounts/create', { status: 500, code: 'internal', error: '' });
  await save.click();
  await expect(page.getByText('Erro ao criar cupom')).toBeVisible();
  await expect(code).toHaveValue('NATAL15');
  await broken.mend();
  await save.click();
  await expect(page.getByText('Cupom criado com sucesso!')).toBeVisible();
  const stored = async () => (await owner.api('POST /discounts', {})).discounts;
  expect(await stored()).toMatchObject([{ code: 'NATAL15', selectedCategories: [vips._id], maxUsage: 100 }]);
  expect((await stored())[0]?.selectedProducts.toSorted()).toEqual([gold._id, silver._id].toSorted());

  await owner.api('POST /discounts/create', { code: 'DEZREAIS', type: 'fixed', value: 10.5, status: 'inactive' });
  const soon = Date.now() + 3000;
  const short = { type: 'percentage', value: 5, expiration: 'date' } as const;
  await owner.api('POST /discounts/create', { code: 'VELHO', ...short, expirationDate: new Date(soon).toISOString() });
  await expect.poll(() => Date.now()).toBeGreaterThan(soon);
  const fault = await refuse(page, 'POST /discounts');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar descontos' });
  await expect(alert).toContainText('Aguarde um pouco');
  await expectUsableFace(page);
  await fault.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(card('NATAL15')).toContainText('ATIVO');
  await expect(card('NATAL15')).toContainText('15%');
  await expect(card('NATAL15')).toContainText('0/100');
  await expect(card('NATAL15')).toContainText('24/12/2031, 23:59');
  await expect(card('DEZREAIS')).toContainText('INATIVO');
  await expect(card('DEZREAIS')).toContainText('R$ 10,50');
  await expect(card('DEZREAIS')).toContainText('Nunca');
  await expect(card('VELHO')).toContainText('EXPIRADO');
  await expectUsableFace(page);
  await page.getByRole('searchbox', { name: 'Buscar por código' }).fill('dez');
  await expect(card('NATAL15')).toBeHidden();

  await card('DEZREAIS').getByRole('link', { name: 'Editar' }).click();
  await expect(page.getByLabel('Valor do desconto')).toHaveValue('R$ 10,50');
  await code.fill('NATAL15');
  await page.getByRole('button', { name: 'Salvar cupom' }).click();
  await expect(code).toHaveAccessibleDescription(/Já existe um cupom com este código/);
  await expect(code).toBeFocused();
  await code.fill('DEZ');
  await page.getByRole('button', { name: 'Salvar cupom' }).click();
  await expect(page.getByText('Cupom editado com sucesso!')).toBeVisible();

  await card('VELHO').getByRole('button', { name: 'Deletar' }).click();
  const question = page.getByRole('dialog', { name: 'Tem certeza que deseja deletar este desconto?' });
  await question.getByRole('button', { name: 'Deletar' }).click();
  await expect(page.getByText('Desconto deletado com sucesso!')).toBeVisible();
  await expect(card('VELHO')).toBeHidden();
  await expect(page.locator('[data-row] :focus')).toBeVisible();
  expect((await stored()).map((discount) => discount.code).toSorted()).toEqual(['DEZ', 'NATAL15']);
});
