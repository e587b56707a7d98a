import type { Role } from './roles.ts';

/**
 * Which role may do what: one table for the server's door, for the panel's screens and buttons, and for the members
 * page
 * (DECISIONS.md, Members). A permission names what a person wants to do.
 */
export const permissions = {
  'store.read': { text: 'Ver a loja e o painel', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'dashboard.read': { text: 'Ver os números da loja', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'store.edit': { text: 'Mudar configurações e aparência da loja, fechar e reabrir', roles: ['owner', 'admin'] },
  'store.connect': { text: 'Conectar pagamentos, servidores de jogo e Discord', roles: ['owner', 'admin'] },
  'store.own': { text: 'Transferir, exportar ou excluir a loja', roles: ['owner'] },
  'plan.manage': { text: 'Mudar o plano e ver os pagamentos dele', roles: ['owner', 'admin'] },
  'catalog.edit': { text: 'Criar e editar categorias, produtos e imagens', roles: ['owner', 'admin', 'manager'] },
  'window.edit': { text: 'Montar e publicar a vitrine da loja', roles: ['owner', 'admin', 'manager'] },
  'discounts.edit': { text: 'Criar e editar cupons', roles: ['owner', 'admin', 'manager'] },
  'variables.edit': { text: 'Criar e editar variáveis', roles: ['owner', 'admin', 'manager'] },
  'orders.read': { text: 'Ver pedidos e entregas', roles: ['owner', 'admin', 'attendant'] },
  'orders.refund': { text: 'Reembolsar pedidos', roles: ['owner', 'admin'] },
  'buyers.block': { text: 'Bloquear e desbloquear clientes', roles: ['owner', 'admin'] },
  'orders.give': { text: 'Criar pedidos manuais', roles: ['owner', 'admin'] },
  'deliveries.repair': { text: 'Reenviar, corrigir e cancelar entregas', roles: ['owner', 'admin', 'attendant'] },
  'members.read': { text: 'Ver os membros', roles: ['owner', 'admin', 'manager', 'attendant'] },
  'members.edit': { text: 'Convidar, mudar e remover membros', roles: ['owner', 'admin'] },
  'audit.read': { text: 'Ver o registro de alterações', roles: ['owner', 'admin'] },
} as const satisfies Record<string, { text: string; roles: readonly Role[] }>;

export type Permission = keyof typeof permissions;

/** Permissions that move a store's money, or that make a person who may. */
const moneyPermissions = ['store.connect', 'orders.refund', 'orders.give', 'plan.manage', 'members.edit'] as const;

/** Whether the role has a right over money: giving or taking it needs a confirmed session, and the owner is told. */
export function movesMoney(role: Role): boolean {
  return moneyPermissions.some((permission) => mayDo(role, permission));
}

/** Whether the role may do it. */
export function mayDo(role: Role, permission: Permission): boolean {
  return (permissions[permission].roles as readonly Role[]).includes(role);
}
