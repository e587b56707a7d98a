import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';

test('an owner asks for a colour, uses it in an action, and gives the product in the buyer’s place', async ({
  page,
}) => {
  const owner = await newStore();
  await newCategory(owner, 'Carros');
  await enter(page, owner, '/products/create');
  await page.getByLabel('Nome', { exact: true }).fill('Pintura');
  await page.getByLabel('Categoria', { exact: true }).selectOption({ label: 'Carros' });
  await page.getByLabel('Preço', { exact: true }).fill('10');

  await test.step('the dialog proposes the variable, and says what is missing', async () => {
    await page.getByRole('button', { name: 'Adicionar opção' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova opção' });
    const confirm = dialog.getByRole('button', { name: 'Confirmar' });
    await dialog.getByLabel('Nome para o cliente').fill('Cor do carro');
    await expect(dialog.getByLabel('Variável')).toHaveValue('cor_do_carro');
    await confirm.click();
    await expect(dialog.getByText('Adicione pelo menos uma escolha.')).toBeVisible();
    await dialog.getByLabel('O cliente lê').fill('Azul');
    await dialog.getByLabel('Valor no jogo').fill('blue');
    await dialog.getByLabel('Escolha 2', { exact: true }).fill('Preto');
    await dialog.getByLabel('Variável').fill('cidade');
    await confirm.click();
    await expect(dialog.getByLabel('Variável')).toHaveAccessibleDescription(/Este nome é de uma variável do sistema\./);
    await expectUsableFace(page, 'options-dialog');
    await dialog.getByLabel('Variável').fill('cor');
    await confirm.click();
    await expect(page.getByText('{{cor}}')).toBeVisible();
  });

  await page.getByRole('tab', { name: 'FiveM' }).click();
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const action = page.getByRole('dialog', { name: 'Ação do FiveM' });
  await action.getByLabel('Tipo de ação').selectOption('execute_command');
  await action.getByLabel('Comando').fill('pintar {{cidade}} {{cor}}');
  await action.getByLabel('Quando executar').selectOption('on_confirmation');
  await action.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: /^Editar ação: Executar o comando pintar/ })).toBeVisible();
  await test.step('only an option that asks for a plate becomes the plate of a vehicle', async () => {
    await page.getByRole('button', { name: 'Adicionar mais' }).click();
    await action.getByLabel('Tipo de ação').selectOption('add_vehicle');
    await action.getByLabel('Nome do veículo').fill('sultan');
    const plate = action.getByLabel('Placa');
    await expect(plate).toHaveAccessibleDescription(/crie uma opção do tipo placa neste produto/);
    await plate.fill('{{cor}}');
    await action.getByLabel('Quando executar').selectOption('on_confirmation');
    await action.getByRole('button', { name: 'Confirmar' }).click();
    await expect(plate).toHaveAccessibleDescription(/não é uma opção do tipo placa deste produto/);
    await expectUsableFace(page, 'options-vehicle');
    await action.getByRole('button', { name: 'Cancelar' }).click();
  });
  await expectUsableFace(page, 'options-form');
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  await page.goto(`${owner.world.panel}/orders/create`);
  const order = page.getByRole('dialog', { name: 'Pedido manual' });
  await order.getByLabel('ID da Cidade').fill('99');
  await order.getByLabel('ID do Discord').fill(BRUNO);
  await order.getByLabel('Produto', { exact: true }).selectOption({ label: 'Pintura (R$ 10,00)' });
  await order.getByLabel('Motivo').fill('Prêmio do sorteio');
  await order.getByRole('button', { name: 'Criar pedido' }).click();
  const colour = order.getByLabel('Cor do carro');
  await expect(colour).toBeFocused();
  await expect(colour).toHaveAccessibleDescription('Escolha: Cor do carro.');
  await expectUsableFace(page, 'options-manual');
  await colour.selectOption('Azul');
  await order.getByRole('button', { name: 'Criar pedido' }).click();
  const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
  await expect(drawer).toContainText('Cor do carro: Azul');
  await expect(drawer).toContainText('Executar o comando pintar 99 blue');
});
