import type { Page } from '@playwright/test';
import { button, confirm, filled, link, type Press, press, rowOf, type Things } from './press.ts';

/** The controls on the screens of members, settings and the plan. */
export function pressesInStore(things: Things): Press[] {
  const { member, invited, role, server, subdomain } = things;
  const ofServer = (name: string) => (page: Page) => rowOf(page, server).getByRole('button', { name, exact: true });
  return [
    {
      call: 'POST /members/invite',
      screen: '/members',
      control: (page) => link('Convidar membro')(page).first(),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('dialog').getByLabel('E-mail').fill('novo@exemplo.com.br');
        await page.getByRole('dialog').getByRole('button', { name: 'Enviar convite' }).click();
      },
    },
    {
      call: 'POST /members/edit',
      screen: '/members',
      control: (page) => page.getByLabel(`Papel de ${member.name}`),
      send: async (page, control) => {
        await control.selectOption({ label: 'Administrador' });
        await page.getByRole('dialog').getByRole('button', { name: 'Mudar papel' }).click();
      },
    },
    {
      call: 'POST /members/remove',
      screen: '/members',
      control: button(`Remover ${member.name}`),
      send: confirm(`Remover ${member.name}?`, 'Remover'),
    },
    {
      call: 'POST /members/invitations/resend',
      screen: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Reenviar' }),
      send: press,
    },
    {
      call: 'POST /members/invitations/revoke',
      screen: '/members',
      control: (page) => rowOf(page, invited).getByRole('button', { name: 'Revogar' }),
      send: confirm('Revogar este convite?', 'Revogar convite'),
    },
    {
      call: 'POST /members/factor',
      screen: '/members',
      control: button('Exigir da equipe'),
      send: confirm('Exigir verificação em duas etapas?', 'Exigir'),
    },
    {
      call: 'POST /approvals/rule',
      screen: '/members',
      control: button('Exigir duas pessoas'),
      send: confirm('Exigir duas pessoas?', 'Salvar'),
    },
    {
      call: 'POST /roles/create',
      screen: '/members?tab=permissoes',
      control: button('Criar papel'),
      send: filled('Novo papel', 'Criar papel', (dialog) => dialog.getByLabel('Nome').fill('Outro papel')),
    },
    {
      call: 'POST /roles/edit',
      screen: '/members?tab=permissoes',
      control: button(`Editar ${role}`),
      send: confirm('Editar papel', 'Salvar papel'),
    },
    {
      call: 'POST /roles/delete',
      screen: '/members?tab=permissoes',
      control: button(`Excluir ${role}`),
      send: confirm(`Excluir o papel ${role}?`, 'Excluir papel'),
    },
    {
      call: 'POST /audit',
      screen: '/members',
      control: (page) => page.getByRole('tab', { name: 'Registro' }),
      send: press,
    },
    {
      call: 'POST /audit/export',
      screen: '/members?tab=registro',
      control: button(/CSV/),
      send: press,
    },
    {
      call: 'POST /security',
      screen: '/members',
      control: (page) => page.getByRole('tab', { name: 'Segurança' }),
      send: press,
    },
    {
      call: 'POST /security/export',
      screen: '/members?tab=seguranca',
      control: button(/CSV/),
      send: press,
    },
    {
      call: 'POST /alerts/settings',
      screen: '/alerts',
      control: (page) => page.getByRole('tab', { name: 'Como avisar' }),
      send: press,
    },
    {
      call: 'POST /alerts/settings/edit',
      screen: '/alerts?tab=avisos',
      control: (page) => page.getByRole('switch', { name: /Horas de silêncio/ }),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('button', { name: 'Salvar alertas' }).click();
      },
    },
    {
      call: 'POST /notices',
      screen: '/alerts',
      control: (page) => page.getByRole('tab', { name: 'Meus avisos' }),
      send: press,
    },
    {
      call: 'POST /notices/edit',
      screen: '/alerts?tab=meus',
      control: (page) => page.getByRole('checkbox', { name: 'E-mail' }).last(),
      send: async (page, control) => {
        await control.click();
        await page.getByRole('button', { name: 'Salvar avisos' }).click();
      },
    },
    {
      call: 'POST /store/edit',
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
      call: 'GET /store/connection',
      screen: '/config',
      control: (page) => page.getByRole('tab', { name: /^Servidores/ }),
      send: press,
    },
    {
      call: 'POST /store/token/rotate',
      screen: '/config?tab=servidores',
      // Each further server in the list has such a button too. The store's own stands below the list, so it is the last.
      control: (page) => button('Trocar token')(page).last(),
      send: confirm('Trocar o token de identificação?', 'Trocar token'),
    },
    {
      call: 'POST /servers/create',
      screen: '/config?tab=servidores',
      control: button('Adicionar servidor'),
      send: filled('Adicionar servidor', 'Adicionar', (dialog) =>
        dialog.getByLabel('Nome', { exact: true }).fill('Cidade Baixa'),
      ),
    },
    {
      call: 'POST /servers/edit',
      screen: '/config?tab=servidores',
      control: ofServer('Editar'),
      send: filled(`Editar ${server}`, 'Salvar', (dialog) =>
        dialog.getByLabel('Nome', { exact: true }).fill('Cidade Baixa'),
      ),
    },
    {
      call: 'POST /servers/token',
      screen: '/config?tab=servidores',
      control: ofServer('Ver token'),
      send: confirm(`Mostrar o token de ${server}?`, 'Mostrar token'),
    },
    {
      call: 'POST /servers/token/rotate',
      screen: '/config?tab=servidores',
      control: ofServer('Trocar token'),
      send: confirm(`Trocar o token de ${server}?`, 'Trocar token'),
    },
    {
      call: 'POST /servers/end',
      screen: '/config?tab=servidores',
      control: ofServer('Remover'),
      send: confirm(`Remover o servidor ${server}?`, 'Remover servidor'),
    },
    {
      call: 'POST /discord/disconnect',
      screen: '/config?tab=discord',
      control: (page) => button(/^Desconectar/)(page).first(),
      send: confirm(/^Desconectar/, 'Desconectar'),
    },
    {
      call: 'POST /discord/main',
      screen: '/config?tab=discord',
      control: (page) => button('Tornar principal')(page).first(),
      send: confirm(/^Tornar/, 'Tornar principal'),
    },
    {
      call: 'POST /store/status',
      screen: '/config?tab=perigo',
      control: button('Fechar loja'),
      send: confirm(/^Fechar/, 'Fechar loja'),
    },
    {
      call: 'POST /store/export',
      screen: '/config?tab=perigo',
      control: button('Exportar'),
      send: confirm('Exportar os dados', 'Exportar'),
    },
    {
      call: 'POST /store/transfer',
      screen: '/config?tab=perigo',
      control: button('Transferir'),
      send: filled('Transferir a loja', 'Transferir loja', (dialog) =>
        dialog.getByLabel('Novo proprietário').selectOption({ index: 1 }),
      ),
    },
    {
      call: 'POST /store/delete',
      screen: '/config?tab=perigo',
      control: button('Excluir loja'),
      send: filled(/^Excluir/, 'Excluir loja', (dialog) => dialog.getByLabel(/^Digite/).fill(subdomain)),
    },
    {
      call: 'POST /subscription/create',
      screen: '/subscription',
      control: button('Renovar Premium'),
      send: confirm('Renovar Premium', /^Pagar/),
    },
  ];
}
