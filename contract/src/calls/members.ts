import { Done } from '../common.ts';
import {
  AcceptedAnswer,
  AuditAnswer,
  AuditExport,
  AuditList,
  InvitationAccept,
  MemberEdit,
  MemberInvite,
  MembersAnswer,
  MemberTarget,
  StoreTransfer,
} from '../members.ts';
import { SecurityAnswer, StoreSecurityExport, StoreSecurityList } from '../security-events.ts';
import { StoreTarget } from '../stores.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const target = { subdomain, id: '06h0dkjdq8vs' };

/** The people of a store: members, invitations, transfer, and the logs of what they did. */
export const members = {
  'POST /members': call({
    id: 'listMembers',
    access: 'members.read',
    says: 'Lists the members of a store, its open invitations, and what each role may do.',
    body: StoreTarget,
    answer: MembersAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        ...done,
        members: [
          {
            id: '06h0dkjdq8vs',
            name: 'Ana Souza',
            email: 'ana@exemplo.com.br',
            avatar: null,
            role: 'owner',
            since: '2026-11-23T12:00:00.000Z',
          },
        ],
        invitations: [
          {
            id: '06h0dkk4a1cn',
            email: 'bruno@exemplo.com.br',
            role: 'attendant',
            expiresAt: '2026-11-30T12:00:00.000Z',
            invitedBy: 'Ana Souza',
          },
        ],
        permissions: [{ name: 'orders.refund', text: 'Reembolsar pedidos', roles: ['owner', 'admin'] }],
      },
    },
  }),
  'POST /members/invite': call({
    id: 'inviteMember',
    access: 'members.edit',
    proven: true,
    says: 'Mails an invitation, a link for one e-mail that works once within 7 days.',
    body: MemberInvite,
    answer: Done,
    refusals: ['role_above_own', 'member_exists', 'plan_member_limit', 'step_up_required', 'rate_limited'],
    example: { body: { subdomain, email: 'bruno@exemplo.com.br', role: 'attendant' }, answer: done },
  }),
  'POST /members/invitations/resend': call({
    id: 'resendInvitation',
    access: 'members.edit',
    proven: true,
    says: 'Mails an invitation anew, with a new link and 7 new days.',
    body: MemberTarget,
    answer: Done,
    refusals: [
      'invitation_not_found',
      'role_above_own',
      'member_exists',
      'plan_member_limit',
      'step_up_required',
      'rate_limited',
    ],
    example: { body: target, answer: done },
  }),
  'POST /members/invitations/revoke': call({
    id: 'revokeInvitation',
    access: 'members.edit',
    says: 'Ends an invitation, whose link then stops working.',
    body: MemberTarget,
    answer: Done,
    refusals: ['invitation_not_found'],
    example: { body: target, answer: done },
  }),
  'POST /invitations/accept': call({
    id: 'acceptInvitation',
    access: 'account',
    proven: true,
    says: 'Makes the caller a member by an invitation to the e-mail that their account has proven.',
    body: InvitationAccept,
    answer: AcceptedAnswer,
    refusals: ['token_invalid', 'forbidden', 'email_unproven', 'member_exists', 'rate_limited'],
    example: {
      body: { token: 'Q0tYb2xhLW1lbWJyby1kby1jb252aXRl' },
      answer: { ...done, response: { name: 'Cidade Alta', subdomain, role: 'attendant' } },
    },
  }),
  'POST /members/edit': call({
    id: 'editMember',
    access: 'members.edit',
    says: 'Gives a member another role, up to the role of the caller.',
    body: MemberEdit,
    answer: Done,
    refusals: ['member_not_found', 'owner_only', 'role_above_own', 'step_up_required', 'rate_limited'],
    example: { body: { ...target, role: 'manager' }, answer: done },
  }),
  'POST /members/remove': call({
    id: 'removeMember',
    access: 'members.edit',
    says: 'Takes a member out of the store at once.',
    body: MemberTarget,
    answer: Done,
    refusals: ['member_not_found', 'owner_only', 'role_above_own', 'step_up_required'],
    example: { body: target, answer: done },
  }),
  'POST /members/leave': call({
    id: 'leaveStore',
    access: 'members.read',
    says: 'Takes the caller out of the store, which its owner must transfer before.',
    body: StoreTarget,
    answer: Done,
    refusals: ['owner_only', 'member_not_found'],
    example: { body: { subdomain }, answer: done },
  }),
  'POST /store/transfer': call({
    id: 'transferStore',
    access: 'store.own',
    stepUp: true,
    says: 'Makes a member the owner of the store; the former owner stays as an administrator.',
    body: StoreTransfer,
    answer: Done,
    refusals: ['member_not_found', 'owner_only', 'email_unproven', 'heir_too_new'],
    example: { body: { subdomain, memberId: '06h0dkjdq8vs' }, answer: done },
  }),
  'POST /audit': call({
    id: 'listAudit',
    access: 'audit.read',
    says: 'Lists what the people of a store changed, newest first, all of it or by person, kind and time.',
    body: AuditList,
    answer: AuditAnswer,
    refusals: [],
    example: {
      body: { subdomain, limit: 50 },
      answer: {
        ...done,
        entries: [
          {
            id: '06h0dkjdq8vs',
            at: '2026-11-23T12:00:00.000Z',
            actor: 'Ana Souza',
            text: 'Mudou o papel de Bruno para Gerente',
            before: 'Papel: Atendente',
            after: 'Papel: Gerente',
            object: '06h0dkjdq8vs',
            page: null,
          },
        ],
        people: [{ id: '06h0dkjdq8vs', name: 'Ana Souza' }],
        nextCursor: null,
      },
    },
  }),
  'POST /audit/export': call({
    id: 'exportAudit',
    access: 'audit.read',
    says: 'Downloads the log of changes of a store as CSV, with the filter of the list.',
    body: AuditExport,
    file: ['text/csv'],
    refusals: ['rate_limited'],
    example: { body: { subdomain: 'cidadealta', kind: 'products' } },
  }),
  'POST /security': call({
    id: 'listStoreSecurity',
    access: 'audit.read',
    says: 'Lists what happened to the ways into the accounts of a store and to what moves its money, newest first.',
    body: StoreSecurityList,
    answer: SecurityAnswer,
    refusals: [],
    example: {
      body: { subdomain, limit: 20 },
      answer: {
        ...done,
        entries: [
          {
            id: '06h0dkjdq8vs',
            at: '2026-11-23T12:00:00.000Z',
            kind: 'login_new_device',
            text: 'Entrada por um aparelho novo',
            detail: '',
            person: 'Ana Souza',
            store: null,
            device: 'Chrome no Windows',
            place: 'rede 203.0.113.x',
          },
        ],
        nextCursor: null,
      },
    },
  }),
  'POST /security/export': call({
    id: 'exportStoreSecurity',
    access: 'audit.read',
    says: 'Downloads the security log of a store.',
    body: StoreSecurityExport,
    file: ['application/json', 'text/csv'],
    refusals: ['rate_limited'],
    example: { body: { subdomain: 'cidadealta', format: 'csv' } },
  }),
};
