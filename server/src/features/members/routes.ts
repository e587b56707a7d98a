import { toReais } from '@vitrine/contract/money';
import { mayDo, movesMoney, permissions } from '@vitrine/contract/permissions';
import { type Role, roleName } from '@vitrine/contract/roles';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { avatarUrl } from '../accounts/account.ts';
import { clientOf } from '../accounts/client.ts';
import { approvalRule } from '../approvals/rule.ts';
import { emailKey } from '../mail/email-key.ts';
import { mailName } from '../mail/mail-names.ts';
import { type OwnerNews, tellOwner } from '../stores/tell-owner.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { askForFactor } from './ask-for-factor.ts';
import { auditRoutes } from './audit-routes.ts';
import { editMember, removeMember, transferStore } from './edit-member.ts';
import { inviteMember, resendInvitation, revokeInvitation } from './invite-member.ts';
import { factorDays, listInvitations, listMembers, listRoles } from './queries.ts';
import { rolesRoutes } from './roles/routes.ts';
import { storeSecurityRoutes } from './security-routes.ts';

const done = { success: true as const };

const invited = (email: string, role: Role): OwnerNews => ({
  kind: 'member_invited',
  did: `convidou ${email} para a equipe como ${mailName(roleName(role), 'um papel da loja')}`,
  detail: { role: roleName(role) },
  path: '/members',
});

/** The people of a store: list, invitations, roles, transfer, and the log of what they did. */
export async function membersRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await auditRoutes(app, deps);
  await storeSecurityRoutes(app, deps);
  rolesRoutes(app, deps);

  serve(app, 'POST /members', async ({ store, role }) => {
    const maySee = mayDo(role, 'members.edit');
    const [members, invitations, ownRoles, days, rule] = await Promise.all([
      listMembers(db, store.id),
      listInvitations(db, store.id),
      listRoles(db, store.id),
      factorDays(db, store.id),
      approvalRule(db, store.id),
    ]);
    return {
      ...done,
      members: members.map((row) => ({
        id: row.id,
        name: row.name,
        email: row.email,
        avatar: avatarUrl(row, config.discord.cdnUrl),
        role: row.role,
        since: row.created_at.toISOString(),
        lastSeen: (maySee && row.last_seen_at?.toISOString()) || null,
        factor: maySee ? row.factor : null,
        factorDue: (maySee && row.factor_due?.toISOString()) || null,
      })),
      invitations: invitations.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        expiresAt: row.expires_at.toISOString(),
        invitedBy: row.invited_by,
      })),
      roles: ownRoles,
      factorDays: days,
      approvalFrom: rule === null ? null : toReais(rule),
      permissions: Object.entries(permissions).map(([name, { text, roles }]) => ({ name, text, roles: [...roles] })),
    };
  });

  serve(app, 'POST /members/invite', async ({ store, caller, body: { email, role }, request }) => {
    await slowDown(db, [
      { key: `invite:${store.id}`, limit: 30, seconds: 3600 },
      { key: `invite-mail:${emailKey(email)}`, limit: 5, seconds: 3600 },
    ]);
    await transaction(db, async (tx) => {
      const offered = await inviteMember(tx, store.id, caller, { email, role }, config);
      if (movesMoney(offered)) await tellOwner(tx, config, store.id, request, invited(email, offered));
    });
    return done;
  });

  serve(app, 'POST /members/invitations/resend', async ({ store, caller, body: { id }, request }) => {
    await slowDown(db, [{ key: `invite:${store.id}`, limit: 30, seconds: 3600 }]);
    await transaction(db, async (tx) => {
      const { email, role } = await resendInvitation(tx, store.id, caller, id, config);
      if (movesMoney(role)) await tellOwner(tx, config, store.id, request, invited(email, role));
    });
    return done;
  });

  serve(app, 'POST /members/invitations/revoke', async ({ store, caller, body: { id } }) => {
    await transaction(db, (tx) => revokeInvitation(tx, store.id, caller, id));
    return done;
  });

  serve(app, 'POST /invitations/details', async ({ caller, body: { token } }) => {
    await slowDown(db, [{ key: `accept:${caller.accountId}`, limit: 20, seconds: 300 }]);
    return { ...done, response: await readInvitation(db, caller.accountId, token) };
  });

  serve(app, 'POST /invitations/accept', async ({ caller, body: { token }, request }) => {
    await slowDown(db, [{ key: `accept:${caller.accountId}`, limit: 20, seconds: 300 }]);
    const response = await transaction(db, (tx) => acceptInvitation(tx, caller, token, clientOf(request), config));
    return { ...done, response };
  });

  serve(app, 'POST /members/edit', async ({ store, caller, body, request }) => {
    // The owner gets a mail for each change, so changing a role back and forth must not fill the mailbox.
    await slowDown(db, [{ key: `member-edit:${store.id}`, limit: 60, seconds: 3600 }]);
    await transaction(db, async (tx) => {
      const edited = await editMember(tx, store.id, caller, body);
      if (!edited) return;
      const role = roleName(edited.role);
      const did = `mudou o papel de ${mailName(edited.name, 'uma pessoa')} na equipe para ${mailName(role, 'um papel da loja')}`;
      await tellOwner(tx, config, store.id, request, {
        kind: 'member_changed',
        did,
        detail: { role },
        path: '/members',
      });
    });
    return done;
  });

  serve(app, 'POST /members/remove', async ({ store, caller, body: { id }, request }) => {
    await transaction(db, async (tx) => {
      const name = await removeMember(tx, store.id, caller, id);
      if (!name) return;
      const did = `tirou ${mailName(name, 'uma pessoa')} da equipe`;
      await tellOwner(tx, config, store.id, request, { kind: 'member_removed', did, path: '/members', also: [id] });
    });
    return done;
  });

  /** Every member but the owner may leave; `remove` is for people who manage others. */
  serve(app, 'POST /members/leave', async ({ store, caller }) => {
    await transaction(db, (tx) => removeMember(tx, store.id, caller, caller.accountId));
    return done;
  });

  serve(app, 'POST /members/factor', async ({ store, caller, body: { days }, request }) => {
    // Each one mails the team.
    await slowDown(db, [{ key: `team-factor:${store.id}`, limit: 10, seconds: 3600 }]);
    await transaction(db, async (tx) => {
      await askForFactor(tx, store.id, caller, days, config);
      if (days !== null) return;
      const did = 'deixou de exigir verificação em duas etapas da equipe';
      await tellOwner(tx, config, store.id, request, { kind: 'team_factor_ended', did, path: '/members' });
    });
    return done;
  });

  serve(app, 'POST /store/transfer', async ({ store, caller, body: { memberId }, request }) => {
    await transaction(db, async (tx) => {
      await transferStore(tx, store.id, caller, memberId);
      await tellOwner(tx, config, store.id, request, {
        kind: 'store_transferred',
        did: 'transferiu a loja para outra pessoa da equipe, que agora é a proprietária',
        path: '/members',
        to: caller.accountId,
        step: 'Se não foi você, crie uma nova senha agora e fale com o suporte.',
      });
    });
    return done;
  });
}
