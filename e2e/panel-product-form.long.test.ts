import type { Locator, Page } from '@playwright/test';
import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { PICTURE } from './pixels.ts';
import { expect, test } from './test.ts';
import { tabTo } from './usable.ts';

test.use({ expectedErrors: refusedRequests });
const ROLE = '123456789012345678';

const described = (page: Page | Locator, label: string | RegExp) => page.getByLabel(label, { exact: true });

test('a product with everything, made by keyboard alone', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const { _id: category } = await newCategory(owner, 'VIPs');
  await owner.api('POST /variables/create', { variable: { kind: 'constant', name: 'grupo_vip', value: 'vip_ouro' } });
  await enter(page, owner, '/products/create');
  const { keyboard } = page;
  const type = async (label: string, text: string) => {
    await tabTo(page, described(page, label));
    await keyboard.type(text);
  };

  await expect(described(page, 'Nome')).toBeVisible();
  await type('Nome', 'VIP Ouro');
  await type('Categoria', 'VIPs');
  await type('Descrição (opcional)', '> Salário dobrado');
  await keyboard.press('Enter');
  await keyboard.type('> Fila prioritária');
  await tabTo(page, page.getByRole('switch', { name: /Produto em destaque/ }));
  await keyboard.press('Space');
  await type('Preço', '49,9');
  await type('Preço original (opcional)', '199,99');
  await type('Estoque (opcional)', '100');
  await type('Limite por cliente (opcional)', '2');
  await type('Remover após (dias) (opcional)', '30');

  await test.step('an action of Discord', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Discord' }));
    await tabTo(page, page.getByRole('button', { name: 'Adicionar ação' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ação do Discord' });
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByLabel('Tipo de ação'));
    await keyboard.type('Adicionar cargo');
    await tabTo(page, dialog.getByLabel('ID do cargo'));
    await keyboard.type(ROLE);
    await tabTo(page, dialog.getByLabel('Quando executar'));
    await keyboard.type('Ap');
    await tabTo(page, dialog.getByRole('button', { name: 'Confirmar' }));
    await keyboard.press('Enter');
    await expect(page.getByText('Ação adicionada com sucesso!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Adicionar mais' })).toBeFocused();
  });

  await test.step('an action of FiveM, with a variable chosen from the list', async () => {
    await keyboard.press('Shift+Tab');
    while (!(await page.getByRole('tab', { name: /^Discord/ }).evaluate((tab) => tab === document.activeElement))) {
      await keyboard.press('Shift+Tab');
    }
    await keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('button', { name: 'Adicionar ação' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
    await tabTo(page, dialog.getByLabel('Tipo de ação'));
    await keyboard.type('Executar');
    await tabTo(page, dialog.getByLabel('Comando'));
    await keyboard.type('grupo {{gru');
    await expect(dialog.getByRole('option', { name: /grupo_vip/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(dialog.getByLabel('Comando')).toHaveValue('grupo {{grupo_vip}}');
    await tabTo(page, dialog.getByLabel('Quando executar'));
    await keyboard.type('Quando');
    await tabTo(page, dialog.getByRole('button', { name: 'Confirmar' }));
    await keyboard.press('Enter');
    await expect(page.getByText('Ação FiveM adicionada com sucesso!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Adicionar mais' })).toBeFocused();
  });

  await tabTo(page, page.getByLabel('Imagem do produto'));
  const chooser = page.waitForEvent('filechooser');
  await keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'vip.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByRole('img', { name: 'Pré-visualização' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Criar Produto' }));
  const saving = await hold(page, 'POST /products/create');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Criando...' })).toBeDisabled();
  await saving.release();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  const { products } = await owner.api('POST /products', {});
  expect(products).toMatchObject([
    {
      name: 'VIP Ouro',
      categoryId: category,
      description: '> Salário dobrado\n> Fila prioritária',
      featured: true,
      price: 49.9,
      compareAtPrice: 199.99,
      stock: 100,
      buylimit: 2,
      removeProduct: 30,
      discordActions: [{ type: 'add_role', roleId: ROLE, executionTiming: 'on_confirmation' }],
      fiveMActions: [{ type: 'execute_command', command: 'grupo {{grupo_vip}}', executionTiming: 'on_expiration' }],
      image: expect.stringContaining('/images/'),
    },
  ]);
});

test('the product form names each mistake at its field', async ({ page }) => {
  const owner = await newStore();
  await newCategory(owner, 'VIPs');
  await enter(page, owner, '/products/create');
  const save = page.getByRole('button', { name: 'Criar Produto' });
  await save.click();
  await expect(described(page, 'Nome')).toBeFocused();
  await expect(described(page, 'Nome')).toHaveAccessibleDescription('Informe o nome do produto');
  await expect(described(page, 'Categoria')).toHaveAccessibleDescription('Selecione a categoria associada');
  await expect(described(page, 'Preço')).toHaveAccessibleDescription('Informe o valor do produto');
  await expectUsableFace(page);

  await described(page, 'Preço').fill('0');
  await described(page, 'Estoque (opcional)').fill('-1');
  await described(page, 'Limite por cliente (opcional)').fill('0');
  await described(page, 'Remover após (dias) (opcional)').fill('um mês');
  await save.click();
  await expect(described(page, 'Preço')).toHaveAccessibleDescription('Preço deve ser maior que zero');
  await expect(described(page, 'Estoque (opcional)')).toHaveAccessibleDescription(/Estoque deve ser um número inteiro/);
  await expect(described(page, 'Limite por cliente (opcional)')).toHaveAccessibleDescription(/a partir de 1/);
  await expect(described(page, 'Remover após (dias) (opcional)')).toHaveAccessibleDescription(/Informe os dias/);

  await page.getByRole('tab', { name: 'FiveM' }).click();
  await expect(page.getByText('Nenhuma ação do FiveM adicionada')).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
  const confirm = dialog.getByRole('button', { name: 'Confirmar' });
  await confirm.click();
  await expect(dialog.getByLabel('Tipo de ação')).toHaveAccessibleDescription('Selecione um tipo de ação para FiveM.');
  await expect(dialog.getByLabel('Tipo de ação')).toBeFocused();
  await expect(dialog.getByLabel('Quando executar')).toHaveAccessibleDescription(
    'Selecione quando a ação FiveM será executada.',
  );
  await expectUsableFace(page);
  for (const [kind, label, text] of [
    ['execute_command', 'Comando', 'Informe o comando para a ação.'],
    ['add_group', 'Nome do grupo', 'Informe o nome do grupo.'],
    ['add_money', 'Quantia', 'Informe uma quantia válida.'],
    ['add_vehicle', 'Nome do veículo', 'Informe o nome do veículo.'],
    ['add_item', 'Nome do item', 'Informe o nome e a quantidade do item.'],
  ] as const) {
    await dialog.getByLabel('Tipo de ação').selectOption(kind);
    await confirm.click();
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text));
  }
  await dialog.getByLabel('Tipo de ação').selectOption('add_group');
  await dialog.getByLabel('Nome do grupo').fill('{{nada}}');
  await confirm.click();
  await expect(dialog.getByLabel('Nome do grupo')).toHaveAccessibleDescription(/A variável {{nada}} não existe/);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  for (const game of ['Minecraft', 'MTA']) {
    await page.getByRole('tab', { name: game }).click();
    await expect(page.getByText(`Nenhuma ação do ${game} adicionada`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Adicionar ação' })).toBeVisible();
  }
  // The free plan has no Discord: the tab of its actions says so, with a link to the plans.
  await page.getByRole('tab', { name: 'Discord' }).click();
  await expect(page.getByText('Seu plano não inclui a integração com o Discord.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adicionar ação' })).toBeHidden();
});

test('the product form shows what will be sold and what will happen; a refusal loses nothing', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const product = await newProduct(owner, category, {
    name: 'VIP Ouro',
    price: 49.9,
    discordActions: [{ type: 'add_role', roleId: ROLE, roleName: 'VIP', executionTiming: 'on_confirmation' }],
    fiveMActions: [
      { type: 'add_money', amount: 50_000, executionTiming: 'on_confirmation' },
      { type: 'remove_group', groupName: 'vip', executionTiming: 'on_expiration' },
    ],
  });
  const held = await hold(page, 'POST /products/name');
  await enter(page, owner, `/products/edit/${product._id}`);
  await expect(page.getByRole('heading', { name: 'Editar produto' })).toBeVisible();
  await expectUsableFace(page);
  await held.release();

  const preview = page.getByRole('complementary', { name: 'Prévia do produto' });
  await expect(preview).toContainText('Dar o cargo VIP');
  await expect(preview).toContainText('R$ 50.000');
  await expect(preview).toContainText('sem isso, nunca expira');
  await described(page, 'Remover após (dias) (opcional)').fill('30');
  await expect(preview).toContainText('Depois de 30 dias');
  await described(page, 'Nome').fill('VIP Diamante');
  await described(page, 'Preço').fill('99');
  await described(page, 'Preço original (opcional)').fill('120');
  await expect(preview).toContainText('VIP Diamante');
  await expect(preview).toContainText('R$ 99,00');
  await expect(preview).toContainText('De R$ 120,00');
  await expectUsableFace(page);

  await page.getByRole('button', { name: /^Remover ação: Dar o cargo VIP/ }).click();
  await expect(page.getByText('Ação removida.')).toBeVisible();
  await expect(preview).not.toContainText('Dar o cargo VIP');
  await page.getByRole('tab', { name: 'FiveM (2)' }).click();
  await page.getByRole('button', { name: /^Remover ação: Remover do grupo/ }).click();
  await expect(page.getByText('Ação FiveM removida.')).toBeVisible();
  // Changes stay in the form until they are saved: the stored product still has all its actions.
  const stored = async () => {
    const { info } = await owner.api('POST /products/name', { id: product._id });
    return info[0];
  };
  expect((await stored())?.discordActions).toHaveLength(1);

  const zone = page.getByText('Escolher imagem');
  const give = (kind: 'drop' | 'paste', mime: string, bytes: Uint8Array) =>
    zone.evaluate(
      (element, file) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(file.bytes)], 'vip', { type: file.mime }));
        const event =
          file.kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
        element.dispatchEvent(event);
      },
      { kind, mime, bytes: [...bytes] },
    );
  const image = page.getByLabel('Imagem do produto');
  await give('drop', 'application/pdf', PICTURE);
  await expect(image).toHaveAccessibleDescription('Escolha uma imagem PNG, JPG ou WebP.');
  await give('drop', 'image/png', PICTURE);
  await expect(page.getByRole('img', { name: 'Pré-visualização' })).toBeVisible();
  await page.getByRole('button', { name: 'Remover imagem' }).click();
  await image.setInputFiles({ name: 'g.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(image).toHaveAccessibleDescription('A imagem deve ter no máximo 5MB.');
  await give('paste', 'image/png', PICTURE);
  await expect(page.getByRole('img', { name: 'Pré-visualização' })).toBeVisible();
  await expect(preview.locator('img')).toHaveAttribute('src', /^blob:/);

  const broken = await refuse(page, 'POST /products/edit/', { status: 500, code: 'internal', error: '' });
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Não foi possível editar o produto!')).toBeVisible();
  await expect(described(page, 'Nome')).toHaveValue('VIP Diamante');
  await broken.mend();
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  expect(await stored()).toMatchObject({
    name: 'VIP Diamante',
    price: 99,
    removeProduct: 30,
    discordActions: [],
    fiveMActions: [{ type: 'add_money' }],
    image: expect.stringContaining('/images/'),
  });
});

test('a price of zero asks before saving, and a dismissed question saves nothing', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const product = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  const stored = async () => (await owner.api('POST /products/name', { id: product._id })).info[0]?.price;
  await enter(page, owner, `/products/edit/${product._id}`);
  await described(page, 'Preço').fill('0');
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  const question = page.getByRole('dialog', { name: 'Este produto vai ficar de graça?' });
  await expect(question).toContainText('qualquer pessoa o recebe sem pagar');
  await expectUsableFace(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await stored()).toBe(49.9);
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await question.getByRole('button', { name: 'Salvar com preço zero' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  expect(await stored()).toBe(0);
});
