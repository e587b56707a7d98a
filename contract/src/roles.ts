/** The roles of members, without a schema, so that pages that only show them load no validation. */

/** Roles that every store has and nobody can change. */
export const roles = ['owner', 'admin', 'manager', 'attendant'] as const;
export type BuiltInRole = (typeof roles)[number];

/** A role that a store made for itself (docs/decisions/0113). `permissions` holds names of `permissions.ts`. */
export interface OwnRole {
  id: string;
  name: string;
  permissions: string[];
}

/** What a member is in a store. */
export type Role = BuiltInRole | OwnRole;

export const roleTexts: Record<BuiltInRole, string> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  manager: 'Gerente',
  attendant: 'Atendente',
};

/** The role's name for people. */
export const roleName = (role: Role): string => (typeof role === 'string' ? roleTexts[role] : role.name);

/** Built-in roles that an invitation may give. */
export const invitableRoles = ['admin', 'manager', 'attendant'] as const;
export type InvitableRole = (typeof invitableRoles)[number] | OwnRole;

/** How a call names a role: a built-in one by its name, a store's own by its id. */
export const roleKey = (role: Role): string => (typeof role === 'string' ? role : role.id);

/** What a member is while the store waits for their second factor (docs/decisions/0114): in the team, and without any right. */
export const WITHOUT_FACTOR: OwnRole = { id: 'factor', name: 'Sem verificação em duas etapas', permissions: [] };
export const isShut = (role: Role): boolean => typeof role !== 'string' && role.id === WITHOUT_FACTOR.id;
