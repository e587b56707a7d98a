import { z } from 'zod';
import { email, id, Paging, subdomain } from './common.ts';
import { invitableRoles, type Role } from './roles.ts';

export { invitableRoles } from './roles.ts';

/** Members of a store and invitations (DECISIONS.md, Members). The owner is not invited but made by transfer. */
const role = z.enum(invitableRoles, { error: 'Selecione o papel do membro.' });

/** POST /v1/members/invite: a link by e-mail, 7 days, single use. */
export const MemberInvite = z.object({ subdomain: subdomain.optional(), email: email('E-mail inválido.'), role });
/** POST /v1/members/edit */
export const MemberEdit = z.object({ subdomain: subdomain.optional(), id, role });
/** POST /v1/members/remove, /v1/members/invitations/revoke, /v1/members/invitations/resend */
export const MemberTarget = z.object({ subdomain: subdomain.optional(), id });
/** POST /v1/invitations/accept: by the logged-in person whose e-mail was invited. */
export const InvitationAccept = z.object({ token: z.string().min(10).max(200) });
/** `response` of it: the store that the person now works in, and as what. */
export interface Accepted {
  name: string;
  subdomain: string;
  role: Role;
}
/** POST /v1/store/transfer */
export const StoreTransfer = z.object({ subdomain: subdomain.optional(), memberId: id });

export interface Member {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
  role: Role;
  since: string;
}
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: string;
  invitedBy: string;
}
/** POST /v1/members */
export interface MembersAnswer {
  success: true;
  members: Member[];
  invitations: Invitation[];
  /** The permission table as an owner can read it. */
  permissions: { name: string; text: string; roles: Role[] }[];
}
/** POST /v1/audit: the store's log of changes, newest first. */
export const AuditList = z.object({ subdomain: subdomain.optional() }).extend(Paging.shape);
export interface AuditAnswer {
  success: true;
  entries: AuditEntry[];
  nextCursor: string | null;
}
export interface AuditEntry {
  id: string;
  at: string;
  actor: string;
  text: string;
  before: string | null;
  after: string | null;
}
