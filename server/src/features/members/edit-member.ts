import { limits } from '@vitrine/contract/limits';
import { hasRightsOf, movesMoney } from '@vitrine/contract/permissions';
import { type Role, roleKey, roleName } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { roleColumns } from '../../http/held-role.ts';
import { type Caller, requireConfirmed } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { lockStore } from '../stores/lock-store.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { mayManage } from './member.ts';
import { nameOf, roleOf } from './queries.ts';
import { findRole } from './roles/find-role.ts';

type Editor = Caller;

/** The two roles, read after the lock is taken, so that an editor who was removed a moment ago changes nothing. */
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

/**
 * Gives a member another role. Refuses roles above the editor's own, and the owner's role, which only a transfer changes. A
 * role with rights over money, given or taken, wants a confirmed session. Answers name and new role if such rights moved.
 */
export async function editMember(
  tx: Tx,
  store: StoreId,
  editor: Editor,
  { id, role: named }: { id: string; role: string },
): Promise<{ name: string; role: Role } | undefined> {
  const { own, role } = await rolesOf(tx, store, editor, id);
  const next = await findRole(tx, store, named);
  if (role === 'owner') throw new Refusal('owner_only');
  if (!mayManage(own, role) || !hasRightsOf(own, next)) throw new Refusal('role_above_own');
  if (roleKey(role) === roleKey(next)) return undefined;
  const money = movesMoney(next) || movesMoney(role);
  if (money) await requireConfirmed(tx, editor);
  await member(tx, store, id).set(roleColumns(next)).execute();
  const name = await nameOf(tx, id);
  const text = `Mudou o papel de ${name} para ${roleName(next)}`;
  await recordAudit(tx, store, editor, {
    action: 'member.edit',
    text,
    object: id,
    before: { role: roleName(role) },
    after: { role: roleName(next) },
  });
  return money ? { name, role: next } : undefined;
}

/**
 * Removes a member at once; members may remove themselves. The owner stays until the store is transferred. Removing another
 * member with rights over money wants a confirmed session. Answers the member's name if such rights ended.
 */
export async function removeMember(tx: Tx, store: StoreId, editor: Editor, id: string): Promise<string | undefined> {
  const { own, role } = await rolesOf(tx, store, editor, id);
  if (role === 'owner') throw new Refusal('owner_only');
  if (id !== editor.accountId && !mayManage(own, role)) throw new Refusal('role_above_own');
  if (id !== editor.accountId && movesMoney(role)) await requireConfirmed(tx, editor);
  const name = await nameOf(tx, id);
  const text = id === editor.accountId ? 'Saiu da equipe' : `Removeu ${name} da equipe`;
  await tx.deleteFrom('member').where('store_id', '=', store).where('account_id', '=', id).execute();
  await recordAudit(tx, store, editor, {
    action: 'member.remove',
    text,
    object: id,
    before: { role: roleName(role) },
  });
  return movesMoney(role) ? name : undefined;
}

/**
 * Hands the store to a member, who becomes its owner; the former owner stays as administrator. Refuses `heir_too_new` for
 * somebody who joined lately.
 */
export async function transferStore(tx: Tx, store: StoreId, owner: Editor, memberId: string): Promise<void> {
  const { own, role } = await rolesOf(tx, store, owner, memberId);
  if (own !== 'owner') throw new Refusal('owner_only');
  await requireConfirmed(tx, owner);
  if (role === 'owner') throw new Refusal('member_not_found');
  const heir = await tx
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(['name', 'email_verified_at'])
    // Locked until the commit: an account that is being deleted must not become the owner, and an owner's cannot be deleted.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!heir) throw new Refusal('member_not_found');
  if (!heir.email_verified_at) {
    throw new Refusal('email_unproven', { error: `${heir.name} precisa confirmar o e-mail da conta antes.` });
  }
  const { settled } = await tx
    .selectFrom('member')
    .where('store_id', '=', store)
    .where('account_id', '=', memberId)
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${limits.heirHours})`.as('settled'))
    .executeTakeFirstOrThrow();
  // Otherwise a thief with the owner's session would invite an accomplice and give the store away at once.
  if (!settled) throw new Refusal('heir_too_new');
  await member(tx, store, owner.accountId).set(roleColumns('admin')).execute();
  await member(tx, store, memberId).set(roleColumns('owner')).execute();
  await recordAudit(tx, store, owner, {
    action: 'store.transfer',
    text: `Transferiu a loja para ${heir.name}`,
    before: { role: roleName(role) },
    after: { role: roleName('owner') },
  });
}
