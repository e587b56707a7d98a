import { type OwnRole, type Role, roleName } from '@vitrine/contract/roles';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { Caller } from '../../../http/session.ts';
import type { StoreId } from '../../../http/store.ts';
import { keepDeleted } from '../../stores/deletions.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { recordAudit, recordAudits } from '../../stores/record-audit.ts';
import { deleteRoleRow, holdersOf, ownRole, replaceRole, roleRow } from '../queries.ts';
import { findRole } from './find-role.ts';
import { loggedRole, requireRights } from './save-role.ts';

/**
 * Deletes a role. Its members and open invitations get `replacement`; without it a role that somebody has is refused
 * (`role_in_use`). Whoever deletes it must have all rights of both. A role that nobody had can be brought back. Answers the role,
 * and the other one if anybody got it.
 */
export async function deleteRole(
  tx: Tx,
  store: StoreId,
  editor: Caller,
  { id, replacement }: { id: string; replacement?: string | undefined },
): Promise<{ role: OwnRole; next: Role | undefined }> {
  await lockStore(tx, store);
  const role = await ownRole(tx, store, id);
  if (!role) throw new Refusal('role_not_found');
  const { members, invitations } = await holdersOf(tx, store, id);
  const used = members.length + invitations > 0;
  if (used && (replacement === undefined || replacement === id)) throw new Refusal('role_in_use');
  const next = used && replacement !== undefined ? await findRole(tx, store, replacement) : undefined;
  await requireRights(tx, store, editor, next ? [role, next] : [role]);
  if (next) {
    await replaceRole(tx, store, id, next);
    await recordAudits(
      tx,
      store,
      editor,
      members.map(({ account, name }) => ({
        action: 'member.edit',
        text: `Mudou o papel de ${name} para ${roleName(next)}`,
        object: account,
        before: { role: role.name },
        after: { role: roleName(next) },
      })),
    );
  } else await keepDeleted(tx, store, 'role', id, await roleRow(tx, store, id));
  await deleteRoleRow(tx, store, id);
  await recordAudit(tx, store, editor, {
    action: 'role.delete',
    text: `Excluiu o papel ${role.name}`,
    object: id,
    before: loggedRole(role),
  });
  return { role, next };
}
