import { z } from 'zod';
import { approvalKinds, approvalStates } from './approval-words.ts';
import { Done, id, reais, subdomain } from './common.ts';

/** Requests for a second person's word (docs/decisions/0118). */

/** POST /v1/approvals */
export const ApprovalList = z.object({ subdomain: subdomain.optional() });
/** POST /v1/approvals/approve, /decline and /withdraw */
export const ApprovalTarget = z.object({ subdomain: subdomain.optional(), id });
/** POST /v1/approvals/rule: from which value on two people are needed; null: never. */
export const ApprovalRule = z.object({
  subdomain: subdomain.optional(),
  value: reais('Informe o valor.')
    .refine((centavos) => centavos > 0, 'Informe um valor maior que zero.')
    .nullable(),
});

export const Approval = z.object({
  id,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** The order whose money goes back, or the manual order that was made; null while it is not made. */
  order: z.object({ _id: id, number: z.number().int() }).nullable(),
  /** Reais. */
  value: z.number(),
  /** What goes back or is given, pt-BR. */
  what: z.string(),
  /** Why, in the person's words; null where they gave no reason. */
  reason: z.string().nullable(),
  /** Name of the person who asked. */
  askedBy: z.string(),
  /** Whether the caller asked. */
  own: z.boolean(),
  /** ISO date-time. */
  at: z.string(),
  /** ISO date-time at which it ends by itself. */
  endsAt: z.string(),
  /** Name of the person who decided; null while it waits, or if nobody did. */
  decidedBy: z.string().nullable(),
  /** Names of those who may approve it now. Empty: nobody can, or it no longer waits. */
  approvers: z.array(z.string()),
  /** Whether the caller is one of them. */
  mayDecide: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;
export const ApprovalsAnswer = Done.extend({
  /** Those that wait, then those that were decided lately, the newest first. */
  approvals: z.array(Approval),
});

/** The answer of a call that did nothing yet, because another person has to approve it. */
export const PendingApproval = Done.extend({
  result: z.literal('pending_approval'),
  approval: z.object({
    id,
    /** Reais. */
    value: z.number(),
    /** ISO date-time at which it ends by itself. */
    endsAt: z.string(),
    /** Names of those who may approve it now; empty where nobody can. */
    approvers: z.array(z.string()),
  }),
});
export type PendingApproval = z.infer<typeof PendingApproval>;
