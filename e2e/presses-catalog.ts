import type { Page } from '@playwright/test';
import { button, confirm, filled, link, menuItem, menuOf, type Press, press, type Things, windowOf } from './press.ts';

/** Chooses a product in the list and asks what its mark would change. */
async function chooseAndFeature(page: Page, name: string): Promise<void> {
  await button('Selecionar')(page).click();
  await page.getByRole('checkbox', { name: `Escolher ${name}` }).check();
  await page.getByRole('button', { name: /^Mudar 1 produto/ }).click();
  await page.getByRole('menuitem', { name: 'Pôr em destaque' }).click();
}

/** Chooses a sheet that makes a product in this category. */
const chooseSheet = (page: Page, category: string) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'produtos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Nome;Categoria;Preço\nSultan;${category};50\n`),
  });

/** The controls on the screens of categories, products and variables. */
export function pressesInCatalog(things: Things): Press[] {
  const { product, emptyCategory, variable, ownPage } = things;
  const productMenu = menuOf(product.name);
  return [
    {
      call: 'POST /categories/create',
      screen: '/categories',
      control: link('Nova categoria'),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Nome da categoria').fill('Bônus');
        await button('Criar categoria')(page).click();
      },
    },
    {
      call: 'POST /categories/edit/:subdomain/:id',
      screen: '/categories',
      control: button(`Editar ${emptyCategory.name}`),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Nome da categoria').fill('Bônus');
        await button('Salvar')(page).click();
      },
    },
    {
      call: 'DELETE /categories/delete/:subdomain/:id',
      screen: '/categories',
      control: button(`Deletar ${emptyCategory.name}`),
      send: confirm('Tem certeza que deseja deletar esta categoria?', 'Deletar'),
    },
    {
      call: 'POST /categories/order',
      screen: '/categories',
      control: button(`Mover ${emptyCategory.name}: arraste ou use as setas`),
      send: (_page, control) => control.press('ArrowUp'),
    },
    {
      call: 'POST /products/create',
      screen: '/products',
      control: link('Novo produto'),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Nome', { exact: true }).fill('Bônus');
        await page.getByLabel('Categoria').selectOption({ label: emptyCategory.name });
        await page.getByLabel('Preço', { exact: true }).fill('9,90');
        await button('Criar Produto')(page).click();
      },
    },
    {
      call: 'POST /window/draft',
      screen: '/window',
      control: button('Adicionar seção'),
      send: async (page, control) => {
        await control.click();
        await windowOf(page, 'Adicionar seção')
          .getByRole('button', { name: /^Regras/ })
          .click();
      },
    },
    {
      call: 'POST /pages/create',
      screen: '/pages',
      control: button('Nova página'),
      send: filled('Nova página', 'Criar página', (dialog) => dialog.getByLabel('Título').fill('Equipe')),
    },
    {
      call: 'POST /pages/edit',
      screen: '/pages',
      control: button(`Dados de ${ownPage.title}`),
      send: filled('Dados da página', 'Salvar página', (dialog) => dialog.getByLabel('Título').fill('Equipe')),
    },
    {
      call: 'POST /pages/order',
      screen: '/pages',
      control: button(`Mover ${ownPage.title}: arraste ou use as setas`),
      send: (_page, control) => control.press('ArrowUp'),
    },
    {
      call: 'POST /pages/hide',
      screen: '/pages',
      control: button(`Tirar ${ownPage.title} do ar`),
      send: press,
    },
    {
      call: 'POST /pages/delete',
      screen: '/pages',
      control: button(`Excluir ${ownPage.title}`),
      send: confirm('Excluir esta página?', 'Excluir'),
    },
    {
      call: 'POST /pages/draft',
      screen: `/pages/${ownPage.id}`,
      control: button('Adicionar seção'),
      send: async (page, control) => {
        await control.click();
        await windowOf(page, 'Adicionar seção')
          .getByRole('button', { name: /^Regras/ })
          .click();
      },
    },
    {
      call: 'POST /image',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        const picture = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        );
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: picture });
        await button(/^Salvar/)(page).click();
      },
    },
    {
      call: 'POST /products/rehearse',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Simular compra')(page);
        const dialog = windowOf(page, 'Simular compra');
        await dialog.getByLabel('ID da Cidade').fill('3');
        await dialog.getByRole('button', { name: 'Simular' }).click();
      },
    },
    {
      call: 'POST /products/edit/',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        await page.getByLabel('Nome', { exact: true }).fill('Bônus');
        await button(/^Salvar/)(page).click();
      },
    },
    {
      call: 'GET /discord/roles',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        await button(/^Adicionar (mais|ação)/)(page)
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Tipo de ação').selectOption('add_role');
      },
    },
    {
      call: 'GET /discord/channels',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        await button(/^Adicionar (mais|ação)/)(page)
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Tipo de ação').selectOption('send_message');
      },
    },
    {
      call: 'POST /products/change/preview',
      screen: '/products',
      control: button('Selecionar'),
      send: (page) => chooseAndFeature(page, product.name),
    },
    {
      call: 'POST /products/change',
      screen: '/products',
      control: button('Selecionar'),
      send: async (page) => {
        await chooseAndFeature(page, product.name);
        await windowOf(page, 'Pôr em destaque').getByRole('button', { name: 'Mudar 1 produto' }).click();
      },
    },
    {
      call: 'POST /products/preview',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        await page.getByRole('button', { name: 'Ver a página' }).click();
      },
    },
    {
      call: 'POST /products/export',
      screen: '/products/sheet',
      control: button('Baixar CSV'),
      send: press,
    },
    {
      call: 'POST /products/import/preview',
      screen: '/products/sheet',
      control: button('Escolher planilha'),
      send: (page) => chooseSheet(page, emptyCategory.name),
    },
    {
      call: 'POST /products/import',
      screen: '/products/sheet',
      control: button('Escolher planilha'),
      send: async (page) => {
        await chooseSheet(page, emptyCategory.name);
        await page.getByRole('button', { name: 'Criar 1 produto' }).click();
      },
    },
    {
      call: 'POST /products/move',
      screen: '/products',
      control: button(`Mover ${product.name}: arraste ou use as setas`),
      send: (_page, control) => control.press('ArrowDown'),
    },
    {
      call: 'DELETE /products/delete/:subdomain',
      screen: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Deletar')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Deletar', exact: true }).click();
      },
    },
    {
      call: 'POST /variables/create',
      screen: '/variables',
      control: button('Nova variável'),
      send: async (page, control) => {
        await control.click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Nome', { exact: true }).fill('bonus');
        await dialog.getByRole('textbox', { name: 'Valor' }).fill('10');
        await dialog.getByRole('button', { name: /^Criar/ }).click();
      },
    },
    {
      call: 'POST /variables/edit/:subdomain/:id',
      screen: '/variables',
      control: button(`Editar ${variable}`),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Valor' }).fill('11');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Salvar/ })
          .click();
      },
    },
    {
      call: 'DELETE /variables/delete/:subdomain/:id',
      screen: '/variables',
      control: button(`Deletar ${variable}`),
      send: confirm('Tem certeza que deseja deletar esta variável?', 'Deletar'),
    },
  ];
}
