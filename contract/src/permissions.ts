import { type BuiltInRole, type Role, roles } from './roles.ts';

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
} as const satisfies Record<string, { text: string; roles: readonly BuiltInRole[] }>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[];

/** What every role has: the panel opens, and whoever is in the team sees it and may leave it. */
export const alwaysGiven: readonly Permission[] = ['store.read', 'members.read'];

/** Permissions that are of no use without another one, which comes with them. */
const needs: Partial<Record<Permission, Permission>> = {
  'orders.refund': 'orders.read',
  'orders.give': 'orders.read',
  'buyers.block': 'orders.read',
  'deliveries.repair': 'orders.read',
};

/** What a store's own role may hold: all but what only the owner may do. In the order of the table. */
export const givablePermissions = permissionNames.filter((name) => name !== 'store.own');

/** These permissions with those that they need and those that every role has, in the order of the table. */
export function wholeRights(chosen: readonly Permission[]): Permission[] {
  const all = new Set([...alwaysGiven, ...chosen, ...chosen.flatMap((name) => needs[name] ?? [])]);
  return givablePermissions.filter((name) => all.has(name));
}

/** Permissions that move a store's money, or that make a person who may. */
const moneyPermissions = ['store.connect', 'orders.refund', 'orders.give', 'plan.manage', 'members.edit'] as const;

/** Whether the role has a right over money: giving or taking it needs a confirmed session, and the owner is told. */
export function movesMoney(role: Role): boolean {
  return moneyPermissions.some((permission) => mayDo(role, permission));
}

/** Whether the role may do it. */
export function mayDo(role: Role, permission: Permission): boolean {
  if (typeof role === 'string') return (permissions[permission].roles as readonly BuiltInRole[]).includes(role);
  return permission !== 'store.own' && role.permissions.includes(permission);
}

/** All that the role may do, in the order of the table. */
const rightsOf = (role: Role): Permission[] => permissionNames.filter((name) => mayDo(role, name));

/** The rights of each built-in role. */
export const builtInRights = Object.fromEntries(roles.map((role) => [role, rightsOf(role)])) as Record<
  BuiltInRole,
  Permission[]
>;

/**
 * Whether somebody with `own` has all rights of `role`, and so may give it to others: nobody gives a right that they do not have
 * (DECISIONS.md, Members).
 */
export const hasRightsOf = (own: Role, role: Role): boolean => rightsOf(role).every((name) => mayDo(own, name));
