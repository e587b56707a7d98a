import { z } from 'zod';
import { auditKindNames } from './audit-kinds.ts';
import { Done, email, id, instant, mailToken, Paging, subdomain } from './common.ts';
import { limits } from './limits.ts';
import { roles } from './roles.ts';
import { HeldRole, TeamRole } from './team-roles.ts';

/** Members of a store and invitations (DECISIONS.md, Members). Only a transfer makes an owner, never an invitation. */
const CHOOSE = 'Selecione o papel do membro.';
/** A built-in role by its name, or the id of one of the store's own. */
const role = z
  .string({ error: CHOOSE })
  .min(1, CHOOSE)
  .max(40, CHOOSE)
  .refine((name) => name !== 'owner', CHOOSE);

/** POST /v1/members/invite: a link by e-mail, 7 days, single use. */
export const MemberInvite = z.object({ subdomain: subdomain.optional(), email: email('E-mail inválido.'), role });
/** POST /v1/members/edit */
export const MemberEdit = z.object({ subdomain: subdomain.optional(), id, role });
/** POST /v1/members/remove, /v1/members/invitations/revoke, /v1/members/invitations/resend */
export const MemberTarget = z.object({ subdomain: subdomain.optional(), id });
/** POST /v1/invitations/details, /accept: by the logged-in person with the invited e-mail. */
export const InvitationAccept = z.object({ token: mailToken });
/** What an invitation offers, before it is accepted. */
export const InvitationDetails = z.object({
  store: z.string(),
  role: HeldRole,
  /** Name of the person who sent it. */
  invitedBy: z.string(),
});
export const InvitationDetailsAnswer = Done.extend({ response: InvitationDetails });
/** The store that the person has joined, and their role. */
export const Accepted = z.object({ name: z.string(), subdomain: z.string(), role: HeldRole });
export type Accepted = z.infer<typeof Accepted>;
export const AcceptedAnswer = Done.extend({ response: Accepted });
/** POST /v1/members/factor: asks the team for a second factor, or ends that. */
export const TeamFactor = z.object({
  subdomain: subdomain.optional(),
  /** Days that a member without one may still enter, from now or from joining; null: the store asks for none. */
  days: z.number({ error: 'Escolha um prazo.' }).int().min(0).max(limits.factorDaysMax).nullable(),
});
/** POST /v1/store/transfer */
export const StoreTransfer = z.object({ subdomain: subdomain.optional(), memberId: id });

export const Member = z.object({
  /** The account's id. */
  id,
  name: z.string(),
  email: z.string().nullable(),
  /** An address at Discord, or null. */
  avatar: z.string().nullable(),
  role: HeldRole,
  /** ISO date-time. */
  since: z.string(),
  /** ISO date-time of the last use of the account; null for whoever may not change members, and if it was months ago. */
  lastSeen: z.string().nullable(),
  /** Whether they have a second factor or a passkey; null for whoever may not change members. */
  factor: z.boolean().nullable(),
  /** ISO date-time until when they may enter without one; null: for good, and for whoever may not change members. */
  factorDue: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;
/** An invitation that can still be accepted. */
export const Invitation = z.object({
  id,
  email: z.string(),
  role: HeldRole,
  /** ISO date-time. */
  expiresAt: z.string(),
  /** Name of the person who sent it. */
  invitedBy: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;
/** POST /v1/members */
export const MembersAnswer = Done.extend({
  members: z.array(Member),
  invitations: z.array(Invitation),
  /** The store's own roles, by name. */
  roles: z.array(TeamRole),
  /** Days that a member without a second factor may still enter; null where the store asks for none. */
  factorDays: z.number().int().nullable(),
  /** Reais from which on refunds and manual orders need two people; null where one is enough. */
  approvalFrom: z.number().nullable(),
  /** What the built-in roles may do, in words for owners. */
  permissions: z.array(z.object({ name: z.string(), text: z.string(), roles: z.array(z.enum(roles)) })),
});
export type MembersAnswer = z.infer<typeof MembersAnswer>;

/** Which entries of the log of changes. Absent: all. */
const AuditFilter = z.object({
  /** The account of the person who made the change. */
  person: id.optional(),
  kind: z.enum(auditKindNames).optional(),
  /** Only what changed this product, order, coupon, member… */
  object: id.optional(),
  from: instant.optional(),
  until: instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;
/** POST /v1/audit: the store's log of changes, newest first. */
export const AuditList = z.object({ subdomain: subdomain.optional() }).extend(Paging.shape).extend(AuditFilter.shape);
/** POST /v1/audit/export */
export const AuditExport = z.object({ subdomain: subdomain.optional() }).extend(AuditFilter.shape);
export const AuditEntry = z.object({
  id,
  /** ISO date-time. */
  at: z.string(),
  /** Name of the person who made the change. */
  actor: z.string(),
  text: z.string(),
  /** The former values, one line per field; null if none are stored. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The changed object, for the filter; null where the store itself changed, or several at once. */
  object: id.nullable(),
  /** The panel's page of the changed object; null where there is none. */
  page: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditAnswer = Done.extend({
  entries: z.array(AuditEntry),
  /** Everybody who is in the log, for the filter; empty on later pages. */
  people: z.array(z.object({ id, name: z.string() })),
  /** For the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;
