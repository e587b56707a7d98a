import type { Role } from '@vitrine/contract/stores';

/**
 * Who may do what in a store: one table, read by every route and shown as it is on the members page (DECISIONS.md,
 * Members). A permission names what a person wants to do, not a screen.
 */
export const permissions = {
  'store.read': { text: 'Ver a loja e o painel', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'dashboard.read': { text: 'Ver os números da loja', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'store.edit': { text: 'Mudar configurações e aparência da loja', roles: ['owner', 'admin'] },
  'store.connect': { text: 'Conectar pagamentos, servidores de jogo e Discord', roles: ['owner', 'admin'] },
  'store.own': { text: 'Transferir ou excluir a loja', roles: ['owner'] },
  'plan.manage': { text: 'Ver e mudar o plano', roles: ['owner', 'admin'] },
  'catalog.edit': { text: 'Criar e editar categorias, produtos e imagens', roles: ['owner', 'admin', 'manager'] },
  'discounts.edit': { text: 'Criar e editar cupons', roles: ['owner', 'admin', 'manager'] },
  'variables.edit': { text: 'Criar e editar variáveis', roles: ['owner', 'admin', 'manager'] },
  'orders.read': { text: 'Ver pedidos e entregas', roles: ['owner', 'admin', 'attendant'] },
  'orders.refund': { text: 'Reembolsar pedidos', roles: ['owner', 'admin'] },
  'orders.give': { text: 'Criar pedidos manuais', roles: ['owner', 'admin'] },
  'deliveries.repair': { text: 'Reenviar, corrigir e cancelar entregas', roles: ['owner', 'admin', 'attendant'] },
  'members.read': { text: 'Ver os membros', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'members.edit': { text: 'Convidar, mudar e remover membros', roles: ['owner', 'admin'] },
  'audit.read': { text: 'Ver o registro de alterações', roles: ['owner', 'admin'] },
} as const satisfies Record<string, { text: string; roles: readonly Role[] }>;

export type Permission = keyof typeof permissions;

/** Whether the role may do it. */
export function mayDo(role: Role, permission: Permission): boolean {
  return (permissions[permission].roles as readonly Role[]).includes(role);
}

/**
 * What a route says about its callers, in its `config.access`; a route that does not say it does not start.
 * - `public`: anyone, no store in it
 * - `account`: anyone logged in, no store in it
 * - `shopper`: anyone, in the store named by the payload or the host; a member's token is recognised
 * - `game`: a game server's signed request, which brings its store
 * - `provider`: an outside system that proves itself in the handler (notices, interactions)
 * - a permission: a member of the named store whose role has it
 */
export type Access = 'public' | 'account' | 'shopper' | 'game' | 'provider' | Permission;
