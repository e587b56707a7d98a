import { ApprovalList, ApprovalRule, ApprovalsAnswer, ApprovalTarget } from '../approvals.ts';
import { Done } from '../common.ts';
import { call } from './call.ts';
import { orderRefusals } from './checkout.ts';
import { orderExample } from './order-example.ts';
import { refundRefusals } from './orders.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const id = '06h0dkp2v8qc';
const target = { subdomain, id };

/** What two people of a store decide together (docs/decisions/0118). */
export const approvals = {
  'POST /approvals': call({
    id: 'listApprovals',
    access: 'orders.read',
    says: "Lists what waits for a second person's approval, and what was decided in the last days.",
    body: ApprovalList,
    answer: ApprovalsAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        ...done,
        approvals: [
          {
            id,
            kind: 'refund',
            state: 'waiting',
            order: { _id: orderExample._id, number: orderExample.number },
            value: 650,
            what: 'Todo o valor que resta',
            reason: 'Comprou por engano',
            askedBy: 'Bruno Lima',
            own: false,
            at: '2026-11-26T12:00:00.000Z',
            endsAt: '2026-11-29T12:00:00.000Z',
            decidedBy: null,
            approvers: ['Ana Souza'],
            mayDecide: true,
          },
        ],
      },
    },
  }),
  'POST /approvals/approve': call({
    id: 'approve',
    access: 'orders.read',
    proven: true,
    says: 'Does what another member asked for, with the right that they need, by the rules of the present moment.',
    body: ApprovalTarget,
    answer: Done,
    refusals: [
      'approval_not_found',
      'approval_over',
      'approval_own',
      'approval_asker',
      'approval_changed',
      'forbidden',
      ...refundRefusals,
      ...orderRefusals,
    ],
    example: { body: target, answer: done },
  }),
  'POST /approvals/decline': call({
    id: 'decline',
    access: 'orders.read',
    says: 'Declines what another member asked for.',
    body: ApprovalTarget,
    answer: Done,
    refusals: ['approval_not_found', 'approval_over', 'approval_own', 'forbidden'],
    example: { body: target, answer: done },
  }),
  'POST /approvals/withdraw': call({
    id: 'withdrawApproval',
    access: 'orders.read',
    says: "Takes back the caller's own request.",
    body: ApprovalTarget,
    answer: Done,
    refusals: ['approval_not_found', 'approval_over', 'approval_not_own'],
    example: { body: target, answer: done },
  }),
  'POST /approvals/rule': call({
    id: 'setApprovalRule',
    access: 'store.own',
    stepUp: true,
    says: 'Sets from which value on refunds and manual orders need two people, or ends that.',
    body: ApprovalRule,
    answer: Done,
    refusals: ['approvers_few', 'rate_limited'],
    example: { body: { subdomain, value: 500 }, answer: done },
  }),
};
