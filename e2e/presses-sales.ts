import { button, confirm, filled, inDrawer, link, type Press, press, rowOf, type Things, windowOf } from './press.ts';

/** The controls on the screens of coupons, orders and deliveries. */
export function pressesInSales(things: Things): Press[] {
  const { product, discount } = things;
  return [
    {
      call: 'POST /discounts/create',
      screen: '/discounts',
      control: link('Novo desconto'),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Código', { exact: true }).fill('BONUS');
        await page.getByLabel('Valor do desconto').fill('5,00');
        await button(/^Criar/)(page).click();
      },
    },
    {
      call: 'POST /discounts/edit/:subdomain/:id',
      screen: '/discounts',
      control: (page) => rowOf(page, discount.code).getByRole('link', { name: 'Editar' }),
      send: async (page, control) => {
        await control.click();
        await page.getByLabel('Valor do desconto').fill('6,00');
        await button(/^Salvar/)(page).click();
      },
    },
    {
      call: 'DELETE /discounts/delete/:subdomain/:id',
      screen: '/discounts',
      control: (page) => rowOf(page, discount.code).getByRole('button', { name: 'Deletar' }),
      send: confirm('Tem certeza que deseja deletar este desconto?', 'Deletar'),
    },
    {
      call: 'POST /order/manual',
      screen: '/orders',
      control: link('Pedido manual'),
      send: async (page, control) => {
        await control.click();
        const dialog = windowOf(page, 'Pedido manual');
        await dialog.getByLabel('ID da Cidade').fill('3');
        await dialog.getByLabel('ID do Discord').fill('518820019922331648');
        await dialog.getByLabel('Produto', { exact: true }).selectOption(product.id);
        await dialog.getByLabel('Motivo').fill('Prêmio');
        await dialog.getByRole('button', { name: 'Criar pedido' }).click();
      },
    },
    {
      call: 'POST /order/details',
      screen: '/orders',
      control: (page) => page.getByRole('button', { name: /^Ver detalhes do pedido/ }).first(),
      send: press,
    },
    {
      call: 'POST /buyers/details',
      screen: `/orders?order=${things.order}`,
      control: (page) => page.getByRole('dialog').getByRole('link', { name: 'Ver cliente' }),
      send: press,
    },
    {
      call: 'POST /buyers/block',
      screen: '/customers/city_id/77777',
      control: (page) => page.getByRole('button', { name: 'Bloquear cliente' }),
      send: filled('Bloquear este cliente?', 'Bloquear', (dialog) => dialog.getByLabel('Motivo').fill('Contestou')),
    },
    {
      call: 'POST /deliveries',
      screen: '/orders',
      control: (page) => page.getByRole('tab', { name: 'Entregas' }),
      send: press,
    },
    {
      call: 'POST /deliveries/resends/plan',
      screen: '/orders?deliveries=all',
      control: (page) => page.getByRole('button', { name: 'Reenviar entregues...' }),
      send: press,
    },
    {
      call: 'POST /deliveries/cancel/many',
      screen: '/orders?deliveries=failed',
      control: (page) => page.getByRole('checkbox', { name: 'Escolher todas desta lista' }),
      send: async (page, control) => {
        await control.check();
        await page.getByRole('button', { name: /^Cancelar/ }).click();
        await windowOf(page, /^Cancelar/)
          .getByRole('button', { name: /^Cancelar/ })
          .click();
      },
    },
    {
      call: 'POST /deliveries/export',
      screen: '/orders?deliveries=all',
      control: (page) => page.getByRole('button', { name: 'Baixar CSV' }),
      send: press,
    },
    {
      call: 'POST /files',
      screen: '/orders',
      control: button('Planilhas'),
      send: press,
    },
    {
      call: 'POST /files/create',
      screen: '/orders?files=all',
      control: inDrawer('Gerar planilha de pedidos'),
      send: press,
    },
    {
      call: 'POST /figures/export',
      screen: '/figures',
      control: (page) => page.getByRole('button', { name: 'Baixar CSV' }).first(),
      send: press,
    },
    {
      call: 'POST /deliveries/resend',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Reenviar'),
      send: confirm('Reenviar esta entrega?', 'Reenviar'),
    },
    {
      call: 'POST /deliveries/mark',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Marcar como entregue'),
      send: confirm('Marcar como entregue?', 'Marcar como entregue'),
    },
    {
      call: 'POST /deliveries/edit/form',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Corrigir e reenviar'),
      send: press,
    },
    {
      call: 'POST /deliveries/edit',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Corrigir e reenviar'),
      send: filled('Corrigir e reenviar', 'Corrigir e reenviar', async (dialog) => {
        await dialog.getByLabel('Quantia').fill('5');
        await dialog.getByLabel('Motivo').fill('Era menos');
      }),
    },
    {
      call: 'POST /deliveries/cancel',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Cancelar'),
      send: confirm('Cancelar esta entrega?', 'Cancelar entrega'),
    },
    {
      call: 'POST /deliveries/retarget',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Corrigir ID'),
      send: async (page, control) => {
        await control.click();
        const dialog = windowOf(page, 'Corrigir ID');
        await dialog.getByLabel('ID da Cidade').fill('3');
        await dialog.getByRole('button', { name: 'Corrigir ID' }).click();
      },
    },
    {
      call: 'POST /order/cancel',
      screen: `/orders?order=${things.unpaidOrder}`,
      control: inDrawer('Cancelar pedido'),
      send: confirm(/^Cancelar o pedido/, 'Cancelar pedido'),
    },
    {
      call: 'POST /order/tags/edit',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Etiquetar'),
      send: async (page, control) => {
        await page.getByRole('dialog').getByLabel('Nova etiqueta').fill('troca');
        await control.click();
      },
    },
    {
      call: 'POST /order/notes/create',
      screen: `/orders?order=${things.order}`,
      control: inDrawer('Anotar'),
      send: async (page, control) => {
        await page.getByRole('dialog').getByLabel('Nova anotação').fill('Ligou para a loja');
        await control.click();
      },
    },
    {
      call: 'POST /order/notes/delete',
      screen: `/orders?order=${things.order}`,
      control: (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Apagar a anotação/ })
          .first(),
      send: press,
    },
    {
      call: 'POST /order/refund/preview',
      screen: `/orders?order=${things.paidOrder}`,
      control: inDrawer('Reembolsar'),
      send: press,
    },
    {
      call: 'POST /order/refund',
      screen: `/orders?order=${things.paidOrder}`,
      control: inDrawer('Reembolsar'),
      send: confirm(/^Reembolsar o pedido/, /^Reembolsar R/),
    },
  ];
}
