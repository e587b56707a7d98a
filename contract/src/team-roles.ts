import { z } from 'zod';
import { Done, id, requiredLine, subdomain, version } from './common.ts';
import { limits } from './limits.ts';
import { givablePermissions, type Permission } from './permissions.ts';
import { roles } from './roles.ts';

/** Roles that a store makes for itself from the permissions (docs/decisions/0113). */

/** A member's role on the wire: a built-in one by its name, a store's own with what it may do. */
export const HeldRole = z.union([z.enum(roles), z.object({ id, name: z.string(), permissions: z.array(z.string()) })]);

/** A role of the store's own, with how many people hold it. */
export const TeamRole = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.string()),
  /** Rises with each save. */
  version,
  members: z.number().int(),
  /** Open invitations to it. */
  invitations: z.number().int(),
});
export type TeamRole = z.infer<typeof TeamRole>;

const fields = {
  name: requiredLine(limits.roleNameMax, 'Dê um nome ao papel.'),
  /** What it may do. The permissions that these need, and those that every role has, are added. */
  permissions: z
    .array(z.enum(givablePermissions as [Permission, ...Permission[]], { error: 'Permissão desconhecida.' }))
    .max(givablePermissions.length, 'Permissões demais.'),
};

/** POST /v1/roles/create */
export const RoleCreate = z.object({ subdomain: subdomain.optional(), ...fields });
export type RoleInput = Pick<z.infer<typeof RoleCreate>, 'name' | 'permissions'>;
export const RoleCreated = Done.extend({ id });
/** POST /v1/roles/edit: all members with this role have the new permissions from their next call on. */
export const RoleEdit = RoleCreate.extend({ id, version: version.optional() });
export type RoleEdit = z.infer<typeof RoleEdit>;
/** POST /v1/roles/delete */
export const RoleDelete = z.object({
  subdomain: subdomain.optional(),
  id,
  /** The role that its members and open invitations get: a built-in one, or the id of another. */
  replacement: z.string().max(64).optional(),
});
