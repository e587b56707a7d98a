import { button, confirm, filled, link, type Press, press, rowOf, type Things } from './press.ts';

/** The controls on the screens of members, settings and the plan. */
export function pressesInStore(things: Things): Press[] {
  const { member, invited, subdomain } = things;
  return [
    {
      call: 'POST /v1/members/invite',
      screen: '/members',
      control: (page) => link('Convidar membro')(page).first(),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('dialog').getByLabel('E-mail').fill('novo@exemplo.com.br');
        await page.getByRole('dialog').getByRole('button', { name: 'Enviar convite' }).click();
      },
    },
    {
      call: 'POST /v1/members/edit',
      screen: '/members',
      control: (page) => page.getByLabel(`Papel de ${member.name}`),
      send: async (page, control) => {
        await control.selectOption({ label: 'Administrador' });
        await page.getByRole('dialog').getByRole('button', { name: 'Mudar papel' }).click();
      },
    },
    {
      call: 'POST /v1/members/remove',
      screen: '/members',
      control: button(`Remover ${member.name}`),
      send: confirm(`Remover ${member.name}?`, 'Remover'),
    },
    {
      call: 'POST /v1/members/invitations/resend',
      screen: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Reenviar' }),
      send: press,
    },
    {
      call: 'POST /v1/members/invitations/revoke',
      screen: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Revogar' }),
      send: confirm('Revogar este convite?', 'Revogar convite'),
    },
    {
      call: 'POST /v1/audit',
      screen: '/members',
      control: (page) => page.getByRole('tab', { name: 'Registro' }),
      send: press,
    },
    {
      call: 'POST /v1/security',
      screen: '/members',
      control: (page) => page.getByRole('tab', { name: 'Segurança' }),
      send: press,
    },
    {
      call: 'POST /v1/security/export',
      screen: '/members?tab=seguranca',
      control: button(/CSV/),
      send: press,
    },
    {
      call: 'POST /v1/store/edit',
      screen: '/config',
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
      screen: '/config',
      control: (page) => page.getByRole('tab', { name: /^Servidores/ }),
      send: press,
    },
    {
      call: 'POST /v1/store/token/rotate',
      screen: '/config?tab=servidores',
      control: button('Trocar token'),
      send: confirm('Trocar o token de identificação?', 'Trocar token'),
    },
    {
      call: 'POST /v1/discord/disconnect',
      screen: '/config?tab=discord',
      control: button('Desconectar Discord'),
      send: confirm(/^Desconectar/, 'Desconectar'),
    },
    {
      call: 'POST /v1/store/status',
      screen: '/config?tab=perigo',
      control: button('Fechar loja'),
      send: confirm(/^Fechar/, 'Fechar loja'),
    },
    {
      call: 'POST /v1/store/export',
      screen: '/config?tab=perigo',
      control: button('Exportar'),
      send: confirm('Exportar os dados', 'Exportar'),
    },
    {
      call: 'POST /v1/store/transfer',
      screen: '/config?tab=perigo',
      control: button('Transferir'),
      send: filled('Transferir a loja', 'Transferir loja', (dialog) =>
        dialog.getByLabel('Novo proprietário').selectOption({ index: 1 }),
      ),
    },
    {
      call: 'POST /v1/store/delete',
      screen: '/config?tab=perigo',
      control: button('Excluir loja'),
      send: filled(/^Excluir/, 'Excluir loja', (dialog) => dialog.getByLabel(/^Digite/).fill(subdomain)),
    },
    {
      call: 'POST /v1/subscription/create',
      screen: '/subscription',
      control: button('Renovar Premium'),
      send: confirm('Renovar Premium', /^Pagar/),
    },
  ];
}
