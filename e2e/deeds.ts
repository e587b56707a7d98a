import type { Locator, Page } from '@playwright/test';

/** A button, field or link of the panel that leads to a call, and the way from the one to the other. */
export interface Deed {
  /** The call, as the API's own description names it. */
  call: string;
  at: string;
  /** What a role without the right must not find enabled. */
  control(page: Page): Locator;
  /** Everything from the control to the call. */
  send(page: Page, control: Locator): Promise<void>;
}

/** What the deeds are done to. */
export interface Things {
  order: string;
  paidOrder: string;
  product: { id: string; name: string };
  emptyCategory: { id: string; name: string };
  variable: string;
  discount: { id: string; code: string };
  member: { name: string };
  invited: string;
  subdomain: string;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name, exact: true });
const inDrawer = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const press = (_page: Page, control: Locator) => control.click();
/** Presses, and presses the answer in the window that asks. */
const confirm = (answer: string | RegExp) => async (page: Page, control: Locator) => {
  await control.click();
  await page.getByRole('dialog').last().getByRole('button', { name: answer, exact: true }).click();
};
const withPassword =
  (answer: string, fill: (dialog: Locator) => Promise<unknown>) => async (page: Page, control: Locator) => {
    await control.click();
    const dialog = page.getByRole('dialog').last();
    await fill(dialog);
    await dialog.getByLabel('Sua senha', { exact: true }).fill('Uma-senha-comprida-7');
    await dialog.getByRole('button', { name: answer, exact: true }).click();
  };
const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const menuOf = (product: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name: `Ações de ${product}` });
const menuItem = (product: string, item: string) => async (page: Page) => {
  await menuOf(product)(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Every call of the panel that a press sends. Screens are opened by their own story; what they read needs no row. */
export function deedsOn(things: Things): Deed[] {
  const { product, emptyCategory, discount, variable, member, invited, subdomain } = things;
  const productMenu = menuOf(product.name);
  return [
    {
      call: 'POST /v1/categories/create',
      at: '/categories',
      control: link('Nova categoria'),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Nome da categoria').fill('Bônus');
        await button('Criar categoria')(page).click();
      },
    },
    {
      call: 'POST /v1/categories/edit/{subdomain}/{id}',
      at: '/categories',
      control: button(`Editar ${emptyCategory.name}`),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Nome da categoria').fill('Bônus');
        await button('Salvar')(page).click();
      },
    },
    {
      call: 'DELETE /v1/categories/delete/{subdomain}/{id}',
      at: '/categories',
      control: button(`Deletar ${emptyCategory.name}`),
      send: confirm('Deletar'),
    },
    {
      call: 'POST /v1/categories/order',
      at: '/categories',
      control: button(`Mover ${emptyCategory.name}: arraste ou use as setas`),
      send: (_page, control) => control.press('ArrowUp'),
    },
    {
      call: 'POST /v1/products/create',
      at: '/products',
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
      call: 'POST /v1/image',
      at: '/products',
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
      call: 'POST /v1/products/edit/',
      at: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Editar')(page);
        await page.getByLabel('Nome', { exact: true }).fill('Bônus');
        await button(/^Salvar/)(page).click();
      },
    },
    {
      call: 'GET /v1/discord/roles',
      at: '/products',
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
      call: 'DELETE /v1/products/delete/{subdomain}',
      at: '/products',
      control: productMenu,
      send: async (page) => {
        await menuItem(product.name, 'Deletar')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Deletar', exact: true }).click();
      },
    },
    {
      call: 'POST /v1/variables/create',
      at: '/variables',
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
      call: 'POST /v1/variables/edit/{subdomain}/{id}',
      at: '/variables',
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
      call: 'DELETE /v1/variables/delete/{subdomain}/{id}',
      at: '/variables',
      control: button(`Deletar ${variable}`),
      send: confirm('Deletar'),
    },
    {
      call: 'POST /v1/discounts/create',
      at: '/discounts',
      control: link('Novo desconto'),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Código').fill('BONUS');
        await page.getByLabel('Valor do desconto').fill('5,00');
        await button(/^Criar/)(page).click();
      },
    },
    {
      call: 'POST /v1/discounts/edit/{subdomain}/{id}',
      at: '/discounts',
      control: (page) => rowOf(page, discount.code).getByRole('link', { name: 'Editar' }),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Valor do desconto').fill('6,00');
        await button(/^Salvar/)(page).click();
      },
    },
    {
      call: 'DELETE /v1/discounts/delete/{subdomain}/{id}',
      at: '/discounts',
      control: (page) => rowOf(page, discount.code).getByRole('button', { name: 'Deletar' }),
      send: confirm('Deletar'),
    },
    {
      call: 'POST /v1/order/manual',
      at: '/orders',
      control: link('Pedido manual'),
      send: async (page, control) => {
        await control.click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('ID da cidade').fill('3');
        await dialog.getByLabel('ID do Discord').fill('518820019922331648');
        await dialog.getByLabel('Produto', { exact: true }).selectOption({ label: product.name });
        await dialog.getByLabel('Motivo').fill('Prêmio');
        await dialog.getByRole('button', { name: 'Criar pedido' }).click();
      },
    },
    {
      call: 'POST /v1/order/details',
      at: '/orders',
      control: (page) => page.getByRole('button', { name: /^Ver detalhes do pedido/ }).first(),
      send: press,
    },
    {
      call: 'POST /v1/deliveries',
      at: '/orders',
      control: (page) => page.getByRole('tab', { name: 'Entregas' }),
      send: press,
    },
    {
      call: 'POST /v1/deliveries/resend',
      at: `/orders?order=${things.order}`,
      control: inDrawer('Reenviar'),
      send: confirm('Reenviar'),
    },
    {
      call: 'POST /v1/deliveries/mark',
      at: `/orders?order=${things.order}`,
      control: inDrawer('Marcar como entregue'),
      send: confirm('Marcar como entregue'),
    },
    {
      call: 'POST /v1/deliveries/cancel',
      at: `/orders?order=${things.order}`,
      control: inDrawer('Cancelar'),
      send: confirm('Cancelar entrega'),
    },
    {
      call: 'POST /v1/deliveries/retarget',
      at: `/orders?order=${things.order}`,
      control: inDrawer('Corrigir ID'),
      send: async (page, control) => {
        await control.click();
        const dialog = page.getByRole('dialog').last();
        await dialog.getByLabel('ID da cidade').fill('3');
        await dialog.getByRole('button', { name: 'Corrigir ID' }).click();
      },
    },
    {
      call: 'POST /v1/order/refund',
      at: `/orders?order=${things.paidOrder}`,
      control: inDrawer('Reembolsar'),
      send: confirm(/^Reembolsar R/),
    },
    {
      call: 'POST /v1/members/invite',
      at: '/members',
      control: (page) => link('Convidar membro')(page).first(),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('dialog').getByLabel('E-mail').fill('novo@exemplo.com.br');
        await page.getByRole('dialog').getByRole('button', { name: 'Enviar convite' }).click();
      },
    },
    {
      call: 'POST /v1/members/edit',
      at: '/members',
      control: (page) => page.getByLabel(`Papel de ${member.name}`),
      send: async (page, control) => {
        await control.selectOption({ label: 'Administrador' });
        await page.getByRole('dialog').getByRole('button', { name: 'Mudar papel' }).click();
      },
    },
    {
      call: 'POST /v1/members/remove',
      at: '/members',
      control: button(`Remover ${member.name}`),
      send: confirm('Remover'),
    },
    {
      call: 'POST /v1/members/invitations/resend',
      at: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Reenviar' }),
      send: press,
    },
    {
      call: 'POST /v1/members/invitations/revoke',
      at: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Revogar' }),
      send: confirm('Revogar convite'),
    },
    {
      call: 'POST /v1/audit',
      at: '/members',
      control: (page) => page.getByRole('tab', { name: 'Registro' }),
      send: press,
    },
    {
      call: 'POST /v1/store/edit',
      at: '/config',
      control: (page) => page.getByLabel('Nome da loja'),
      send: async (page, control) => {
        await control.fill('Outro nome');
        await page
          .getByRole('region', { name: 'Alterações não salvas' })
          .getByRole('button', { name: 'Salvar' })
          .click();
      },
    },
    {
      call: 'GET /v1/store/connection',
      at: '/config',
      control: (page) => page.getByRole('tab', { name: /^Servidores/ }),
      send: press,
    },
    {
      call: 'POST /v1/store/token/rotate',
      at: '/config?tab=servidores',
      control: button('Trocar token'),
      send: confirm('Trocar token'),
    },
    {
      call: 'POST /v1/discord/disconnect',
      at: '/config?tab=discord',
      control: button('Desconectar Discord'),
      send: confirm('Desconectar'),
    },
    {
      call: 'POST /v1/store/transfer',
      at: '/config?tab=perigo',
      control: button('Transferir'),
      send: withPassword('Transferir loja', (dialog) =>
        dialog.getByLabel('Novo proprietário').selectOption({ index: 1 }),
      ),
    },
    {
      call: 'POST /v1/store/delete',
      at: '/config?tab=perigo',
      control: button('Excluir loja'),
      send: withPassword('Excluir loja', (dialog) => dialog.getByLabel(/^Digite/).fill(subdomain)),
    },
    {
      call: 'POST /v1/subscription/create',
      at: '/subscription',
      control: button('Renovar Premium'),
      send: confirm(/^Pagar/),
    },
  ];
}
