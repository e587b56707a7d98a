import { type Role, roleTexts } from '@vitrine/contract/stores';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { mayGrant, mayManage } from './member.ts';
import { nameOf, roleOf } from './queries.ts';

type Editor = Actor & { accountId: string };

/** The two roles, read behind the lock: who was removed a moment ago does nothing any more. */
async function rolesOf(tx: Tx, store: StoreId, editor: Editor, memberId: string): Promise<{ own: Role; role: Role }> {
  await lockStore(tx, store);
  const own = await roleOf(tx, store, editor.accountId);
  const role = await roleOf(tx, store, memberId);
  if (!own) throw new Refusal('store_not_found');
  if (!role) throw new Refusal('member_not_found');
  return { own, role };
}

const member = (tx: Tx, store: StoreId, id: string) =>
  tx.updateTable('member').where('store_id', '=', store).where('account_id', '=', id);

/** Gives a member another role. Refuses roles above one's own, and the owner's, which only a transfer changes. */
export async function editMember(
  tx: Tx,
  store: StoreId,
  editor: Editor,
  { id, role: next }: { id: string; role: Exclude<Role, 'owner'> },
): Promise<void> {
  const { own, role } = await rolesOf(tx, store, editor, id);
  if (role === 'owner') throw new Refusal('owner_only');
  if (!mayManage(own, role) || !mayGrant(own, next)) throw new Refusal('role_above_own');
  if (role === next) return;
  await member(tx, store, id).set({ role: next }).execute();
  const text = `Mudou o papel de ${await nameOf(tx, id)} para ${roleTexts[next]}`;
  await recordAudit(tx, store, editor, 'member.edit', text, { role: roleTexts[role] }, { role: roleTexts[next] });
}

/** Takes a member out, at once; also oneself. The owner stays until the store is transferred. */
export async function removeMember(tx: Tx, store: StoreId, editor: Editor, id: string): Promise<void> {
  const { own, role } = await rolesOf(tx, store, editor, id);
  if (role === 'owner') throw new Refusal('owner_only');
  if (id !== editor.accountId && !mayManage(own, role)) throw new Refusal('role_above_own');
  const text = id === editor.accountId ? 'Saiu da equipe' : `Removeu ${await nameOf(tx, id)} da equipe`;
  await tx.deleteFrom('member').where('store_id', '=', store).where('account_id', '=', id).execute();
  await recordAudit(tx, store, editor, 'member.remove', text);
}

/** Hands the store to a member, who becomes its owner; the former owner stays as administrator. */
export async function transferStore(tx: Tx, store: StoreId, owner: Editor, memberId: string): Promise<void> {
  const { own, role } = await rolesOf(tx, store, owner, memberId);
  if (own !== 'owner') throw new Refusal('owner_only');
  if (role === 'owner') throw new Refusal('member_not_found');
  const heir = await tx
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select('name')
    // Until the end: an account that is being deleted must not become the owner, and an owner's cannot be deleted.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!heir) throw new Refusal('member_not_found');
  await member(tx, store, owner.accountId).set({ role: 'admin' }).execute();
  await member(tx, store, memberId).set({ role: 'owner' }).execute();
  await recordAudit(tx, store, owner, 'store.transfer', `Transferiu a loja para ${heir.name}`);
}
