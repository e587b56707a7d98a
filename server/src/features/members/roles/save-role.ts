import { limits } from '@vitrine/contract/limits';
import { hasRightsOf, movesMoney, type Permission, wholeRights } from '@vitrine/contract/permissions';
import { type OwnRole, type Role, roles, roleTexts } from '@vitrine/contract/roles';
import type { RoleEdit, RoleInput } from '@vitrine/contract/team-roles';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import type { StoreId } from '../../../http/store.ts';
import { takeDeleted } from '../../stores/deletions.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { difference, recordAudit, refuseOvertaken } from '../../stores/record-audit.ts';
import { countRoles, insertRole, isRoleName, ownRole, putBackRole, roleOf, updateRole } from '../queries.ts';

/** What the log of changes keeps of a role. */
export const loggedRole = ({ name, permissions }: RoleInput | OwnRole) => ({ name, permissions });

/**
 * Refuses an editor who lacks a right of any of these roles (`role_above_own`). Where one of them has a right over money, it wants a
 * confirmed session. The caller holds the store's lock, so an editor who lost a right a moment ago changes nothing.
 */
export async function requireRights(tx: Tx, store: StoreId, editor: Caller, held: readonly Role[]): Promise<void> {
  const own = await roleOf(tx, store, editor.accountId);
  if (!own) throw new Refusal('store_not_found');
  if (held.some((role) => !hasRightsOf(own, role))) throw new Refusal('role_above_own');
  if (held.some(movesMoney)) await requireConfirmed(tx, editor);
}

/** Refuses the name of a built-in role or of another role of the store. The caller holds the store's lock. */
async function refuseTaken(tx: Tx, store: StoreId, name: string, except?: string): Promise<void> {
  const plain = name.toLowerCase();
  const builtIn = roles.some((role) => role === plain || roleTexts[role].toLowerCase() === plain);
  if (builtIn || (await isRoleName(tx, store, name, except))) throw new Refusal('role_taken');
}

/** Refuses one more role than a store may have. The caller holds the store's lock. */
async function claimRoom(tx: Tx, store: StoreId): Promise<void> {
  if ((await countRoles(tx, store)) >= limits.ownRolesPerStore) throw new Refusal('role_limit');
}

/** Makes a role of the store and answers it. What its permissions need is added. */
export async function createRole(tx: Tx, store: StoreId, editor: Caller, input: RoleInput): Promise<OwnRole> {
  await lockStore(tx, store);
  const role = { id: newId(), name: input.name, permissions: wholeRights(input.permissions) };
  await requireRights(tx, store, editor, [role]);
  await refuseTaken(tx, store, role.name);
  await claimRoom(tx, store);
  await insertRole(tx, store, role);
  await recordAudit(tx, store, editor, {
    action: 'role.create',
    text: `Criou o papel ${role.name}`,
    object: role.id,
    after: loggedRole(role),
  });
  return role;
}

/**
 * Changes a role for everybody who has it. Refuses an editor who lacks a right that the role has or gets, and an edit over an older
 * version. Answers the role before and after.
 */
export async function editRole(
  tx: Tx,
  store: StoreId,
  editor: Caller,
  { id, version: read, ...input }: Pick<RoleEdit, 'id' | 'version' | 'name' | 'permissions'>,
): Promise<{ before: OwnRole; after: OwnRole }> {
  await lockStore(tx, store);
  const found = await ownRole(tx, store, id);
  if (!found) throw new Refusal('role_not_found');
  const { version: present, ...before } = found;
  const edited = { action: 'role.edit', object: id };
  await refuseOvertaken(tx, store, edited, { present, read });
  const after = { id, name: input.name, permissions: wholeRights(input.permissions) };
  await requireRights(tx, store, editor, [before, after]);
  await refuseTaken(tx, store, after.name, id);
  await updateRole(tx, store, after);
  await recordAudit(tx, store, editor, {
    ...edited,
    text: `Mudou o papel ${after.name}`,
    ...difference(loggedRole(before), loggedRole(after)),
  });
  return { before, after };
}

/** Brings back a role that nobody had when it was deleted. */
export async function restoreRole(tx: Tx, store: StoreId, editor: Caller, id: string): Promise<void> {
  await lockStore(tx, store);
  const row = await takeDeleted<OwnRole & { permissions: Permission[] }>(tx, store, 'role', id);
  await requireRights(tx, store, editor, [row]);
  await refuseTaken(tx, store, row.name);
  await claimRoom(tx, store);
  if (!(await putBackRole(tx, store, row))) throw new Refusal('role_taken');
  await recordAudit(tx, store, editor, {
    action: 'role.restore',
    text: `Trouxe de volta o papel ${row.name}`,
    object: id,
    after: loggedRole(row),
  });
}
