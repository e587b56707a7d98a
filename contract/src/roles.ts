/** The roles of members, without a schema, so that pages that only show them load no validation. */

export const roles = ['owner', 'admin', 'manager', 'attendant'] as const;
export type Role = (typeof roles)[number];
export const roleTexts: Record<Role, string> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  manager: 'Gerente',
  attendant: 'Atendente',
};

/** Roles that an invitation may give. */
export const invitableRoles = ['admin', 'manager', 'attendant'] as const;
