import { limits } from '@vitrine/contract/limits';
import {
  type AuditAnswer,
  AuditList,
  InvitationAccept,
  MemberEdit,
  MemberInvite,
  type MembersAnswer,
  MemberTarget,
  StoreTransfer,
} from '@vitrine/contract/members';
import { movesMoney, permissions } from '@vitrine/contract/permissions';
import { type Role, roleTexts } from '@vitrine/contract/roles';
import { StoreTarget } from '@vitrine/contract/stores';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { avatarUrl } from '../accounts/account.ts';
import { clientOf } from '../accounts/client.ts';
import { emailKey } from '../accounts/email-key.ts';
import { mailName } from '../accounts/mail-names.ts';
import { slowDown } from '../accounts/throttle.ts';
import { type OwnerNews, tellOwner } from '../stores/tell-owner.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { auditText } from './audit.ts';
import { editMember, removeMember, transferStore } from './edit-member.ts';
import { inviteMember, resendInvitation, revokeInvitation } from './invite-member.ts';
import { listAudit, listInvitations, listMembers } from './queries.ts';
import { storeSecurityRoutes } from './security-routes.ts';

const invited = (email: string, role: Role): OwnerNews => ({
  kind: 'member_invited',
  did: `convidou ${email} para a equipe como ${roleTexts[role]}`,
  detail: { role: roleTexts[role] },
  path: '/members',
});

/** The people of a store: list, invitations, roles, transfer, and the log of what they did. */
export async function membersRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await storeSecurityRoutes(app, deps);
  const done = { success: true as const };

  app.post(
    '/v1/members',
    { schema: { body: StoreTarget }, config: { access: 'members.read' } },
    async (request): Promise<MembersAnswer> => {
      const store = storeOf(request).id;
      const [members, invitations] = await Promise.all([listMembers(db, store), listInvitations(db, store)]);
      return {
        ...done,
        members: members.map((row) => ({
          id: row.id,
          name: row.name,
          email: row.email,
          avatar: avatarUrl(row, config.discord.cdnUrl),
          role: row.role,
          since: row.created_at.toISOString(),
        })),
        invitations: invitations.map((row) => ({
          id: row.id,
          email: row.email,
          role: row.role,
          expiresAt: row.expires_at.toISOString(),
          invitedBy: row.invited_by,
        })),
        permissions: Object.entries(permissions).map(([name, { text, roles }]) => ({ name, text, roles: [...roles] })),
      };
    },
  );

  app.post(
    '/v1/members/invite',
    { schema: { body: MemberInvite }, config: { access: 'members.edit', proven: true } },
    async (request) => {
      const store = storeOf(request);
      const { email, role } = request.body;
      await slowDown(db, [
        { key: `invite:${store.id}`, limit: 30, seconds: 3600 },
        { key: `invite-mail:${emailKey(email)}`, limit: 5, seconds: 3600 },
      ]);
      await transaction(db, async (tx) => {
        await inviteMember(tx, store, callerOf(request), { email, role }, config.publicUrl);
        if (movesMoney(role)) await tellOwner(tx, config, store.id, request, invited(email, role));
      });
      return done;
    },
  );

  app.post(
    '/v1/members/invitations/resend',
    { schema: { body: MemberTarget }, config: { access: 'members.edit', proven: true } },
    async (request) => {
      const store = storeOf(request);
      await slowDown(db, [{ key: `invite:${store.id}`, limit: 30, seconds: 3600 }]);
      const { id } = request.body;
      await transaction(db, async (tx) => {
        const { email, role } = await resendInvitation(tx, store, callerOf(request), id, config.publicUrl);
        if (movesMoney(role)) await tellOwner(tx, config, store.id, request, invited(email, role));
      });
      return done;
    },
  );

  app.post(
    '/v1/members/invitations/revoke',
    { schema: { body: MemberTarget }, config: { access: 'members.edit' } },
    async (request) => {
      const store = storeOf(request).id;
      await transaction(db, (tx) => revokeInvitation(tx, store, callerOf(request), request.body.id));
      return done;
    },
  );

  app.post(
    '/v1/invitations/accept',
    { schema: { body: InvitationAccept }, config: { access: 'account', proven: true } },
    async (request) => {
      const caller = callerOf(request);
      await slowDown(db, [{ key: `accept:${caller.accountId}`, limit: 20, seconds: 300 }]);
      const response = await transaction(db, (tx) =>
        acceptInvitation(tx, caller, request.body.token, clientOf(request)),
      );
      return { ...done, response };
    },
  );

  app.post(
    '/v1/members/edit',
    { schema: { body: MemberEdit }, config: { access: 'members.edit' } },
    async (request) => {
      const { id } = storeOf(request);
      const role = roleTexts[request.body.role];
      // Its owner is mailed of each: a change to and fro must not fill the mailbox.
      await slowDown(db, [{ key: `member-edit:${id}`, limit: 60, seconds: 3600 }]);
      await transaction(db, async (tx) => {
        const name = await editMember(tx, id, callerOf(request), request.body);
        if (!name) return;
        const did = `mudou o papel de ${mailName(name, 'uma pessoa')} na equipe para ${role}`;
        await tellOwner(tx, config, id, request, { kind: 'member_changed', did, detail: { role }, path: '/members' });
      });
      return done;
    },
  );

  app.post(
    '/v1/members/remove',
    { schema: { body: MemberTarget }, config: { access: 'members.edit' } },
    async (request) => {
      const { id } = storeOf(request);
      await transaction(db, async (tx) => {
        const name = await removeMember(tx, id, callerOf(request), request.body.id);
        if (!name) return;
        const did = `tirou ${mailName(name, 'uma pessoa')} da equipe`;
        const also = request.body.id;
        await tellOwner(tx, config, id, request, { kind: 'member_removed', did, path: '/members', also });
      });
      return done;
    },
  );

  /** Anyone may leave; `remove` is for those who manage others. */
  app.post(
    '/v1/members/leave',
    { schema: { body: StoreTarget }, config: { access: 'members.read' } },
    async (request) => {
      const caller = callerOf(request);
      await transaction(db, (tx) => removeMember(tx, storeOf(request).id, caller, caller.accountId));
      return done;
    },
  );

  app.post(
    '/v1/store/transfer',
    { schema: { body: StoreTransfer }, config: { access: 'store.own', stepUp: true } },
    async (request) => {
      const { memberId } = request.body;
      const { id } = storeOf(request);
      await transaction(db, async (tx) => {
        await transferStore(tx, id, callerOf(request), memberId);
        await tellOwner(tx, config, id, request, {
          kind: 'store_transferred',
          did: 'transferiu a loja para outra pessoa da equipe, que agora é a proprietária',
          path: '/members',
          to: callerOf(request).accountId,
          step: 'Se não foi você, crie uma nova senha agora e fale com o suporte.',
        });
      });
      return done;
    },
  );

  app.post(
    '/v1/audit',
    { schema: { body: AuditList }, config: { access: 'audit.read' } },
    async (request): Promise<AuditAnswer> => {
      const { cursor, limit = limits.pageMax } = request.body;
      const rows = await listAudit(db, storeOf(request).id, cursor?.replaceAll('\u0000', ''), limit + 1);
      const entries = rows.slice(0, limit);
      return {
        ...done,
        entries: entries.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          actor: row.actor,
          text: row.text,
          before: auditText(row.before),
          after: auditText(row.after),
        })),
        nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
      };
    },
  );
}
