import { type InvitableRole, invitableRoles } from '@vitrine/contract/roles';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { ownRole } from '../queries.ts';

/**
 * The role that a call names: a built-in one by its name, one of the store's own by its id. Refuses any other (`role_not_found`).
 * The caller holds the store's lock, so the role stays as it is.
 */
export async function findRole(tx: Tx, store: StoreId, named: string): Promise<InvitableRole> {
  const builtIn = invitableRoles.find((role) => role === named);
  const role = builtIn ?? (await ownRole(tx, store, named));
  if (!role) throw new Refusal('role_not_found');
  return role;
}
