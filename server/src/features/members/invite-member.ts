import { limits } from '@vitrine/contract/limits';
import { hasRightsOf, movesMoney } from '@vitrine/contract/permissions';
import { type InvitableRole, roleKey, roleName } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import { roleColumns } from '../../http/held-role.ts';
import { type Caller, hashToken, newToken, requireConfirmed } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from '../mail/email-key.ts';
import { type MailConfig, sendMail } from '../mail/send-mail.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { findInvitation, isMemberEmail, openRolesOf, roleOf } from './queries.ts';
import { findRole } from './roles/find-role.ts';

export type Inviter = Caller;

/**
 * Mails an invitation: a link for one e-mail that works for 7 days, once. It replaces an open invitation to the same e-mail.
 * Refuses roles above the inviter's own, people who are members already, and invitations beyond the plan's limit. A role
 * with rights over money wants a confirmed session. Answers the role that was offered.
 */
export async function inviteMember(
  tx: Tx,
  store: StoreId,
  inviter: Inviter,
  { email, role: named }: { email: string; role: string },
  config: MailConfig,
): Promise<InvitableRole> {
  await lockStore(tx, store);
  const role = await findRole(tx, store, named);
  const own = await roleOf(tx, store, inviter.accountId);
  if (!own || !hasRightsOf(own, role)) throw new Refusal('role_above_own');
  if (movesMoney(role)) await requireConfirmed(tx, inviter);
  const key = emailKey(email);
  if (await isMemberEmail(tx, store, key)) throw new Refusal('member_exists');
  // The new invitation replaces an open one. That revokes the open one, so the inviter must have the rights of its role.
  const replaced = await openRolesOf(tx, store, key);
  if (!replaced.every((one) => hasRightsOf(own, one))) throw new Refusal('role_above_own');
  await tx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('email_key', '=', key)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await claimPlanRoom(tx, store, 'subUsers');
  const token = newToken();
  await tx
    .insertInto('invitation')
    .values({
      store_id: store,
      id: newId(),
      email,
      email_key: key,
      ...roleColumns(role),
      token_hash: hashToken(token),
      invited_by: inviter.accountId,
      expires_at: sql<Date>`now() + make_interval(days => ${limits.invitationDays})`,
    })
    .execute();
  const data = {
    inviter: inviter.name,
    role: roleName(role),
    url: `${config.publicUrl}/invitations/accept?token=${token}`,
  };
  await sendMail(tx, config, { kind: 'invitation', to: email, storeId: store, data });
  const text = `Convidou ${email} como ${roleName(role)}`;
  await recordAudit(tx, store, inviter, { action: 'member.invite', text, after: { email, role: roleName(role) } });
  return role;
}

/** Sends an invitation again, with a new link and seven new days. Answers its e-mail and role. */
export async function resendInvitation(
  tx: Tx,
  store: StoreId,
  inviter: Inviter,
  id: string,
  config: MailConfig,
): Promise<{ email: string; role: InvitableRole }> {
  const invitation = await findInvitation(tx, store, id);
  if (!invitation) throw new Refusal('invitation_not_found');
  const { email, role } = invitation;
  return { email, role: await inviteMember(tx, store, inviter, { email, role: roleKey(role) }, config) };
}

/** Makes an invitation's link stop working. Refuses somebody who has not all rights of its role (`role_above_own`). */
export async function revokeInvitation(
  tx: Tx,
  store: StoreId,
  actor: Actor & { accountId: string },
  id: string,
): Promise<void> {
  await lockStore(tx, store);
  const invitation = await findInvitation(tx, store, id);
  if (!invitation) throw new Refusal('invitation_not_found');
  const own = await roleOf(tx, store, actor.accountId);
  if (!own || !hasRightsOf(own, invitation.role)) throw new Refusal('role_above_own');
  const revoked = await tx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!revoked) throw new Refusal('invitation_not_found');
  await recordAudit(tx, store, actor, {
    action: 'member.revoke',
    text: `Cancelou o convite de ${revoked.email}`,
    before: { email: revoked.email },
  });
}
