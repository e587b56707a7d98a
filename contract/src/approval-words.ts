import type { Permission } from './permissions.ts';

/** Words of requests for a second person's word, without a schema, so that pages that only show them load no validation. */

export const approvalKinds = ['refund', 'manual'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'ended'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approvalStateTexts: Record<ApprovalState, string> = {
  waiting: 'Espera aprovação',
  approved: 'Aprovado',
  declined: 'Recusado',
  withdrawn: 'Retirado por quem pediu',
  ended: 'Terminou sem resposta',
};

/** The right that asks for it and that approves it. */
export const approvalRights = {
  refund: 'orders.refund',
  manual: 'orders.give',
} as const satisfies Record<ApprovalKind, Permission>;
