import { z } from 'zod';
import { Done, id } from '../common.ts';
import {
  CurrentPlanAnswer,
  PlansAnswer,
  SubscriptionAnswer,
  SubscriptionCancel,
  SubscriptionCreate,
  SubscriptionCreated,
  SubscriptionRead,
} from '../plans.ts';
import { call } from './call.ts';

const done = { success: true };
const plan = {
  _id: 'gratuito',
  name: 'Gratuito',
  price: 0,
  productLimit: 10,
  categoryLimit: 3,
  subUserLimit: 0,
  discordIntegration: false,
};
const current = {
  ...plan,
  expiresAt: null,
  status: 'active',
  limits: {
    products: { used: 4, limit: 10 },
    categories: { used: 2, limit: 3 },
    subUsers: { used: 0, limit: 0 },
  },
} as const;

/** The plans on offer and the subscription of a store (SPEC.md section 7; DECISIONS.md, Plans). */
export const plans = {
  'GET /plan': call({
    id: 'listPlans',
    access: 'public',
    limit: 'lookUp',
    says: 'Lists the plans on offer in their order.',
    answer: PlansAnswer,
    refusals: [],
    example: { answer: { ...done, plans: [plan] } },
  }),
  'GET /store/plan': call({
    id: 'readStorePlan',
    access: 'store.read',
    says: 'Tells the plan of a store and how much of it is used.',
    answer: CurrentPlanAnswer,
    refusals: [],
    example: { answer: { ...done, response: current } },
  }),
  'POST /subscription': call({
    id: 'readSubscription',
    access: 'plan.manage',
    says: 'Tells the plan of a store, lists its payments, and says what a payment would give now.',
    body: SubscriptionRead,
    answer: SubscriptionAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: {
        ...done,
        current,
        history: [
          {
            id: '06h0dkjdq8vs',
            plan: 'Pro',
            months: 1,
            value: 29.9,
            status: 'cancelled',
            createdAt: '2026-11-23T12:00:00.000Z',
            paidAt: null,
            open: null,
          },
        ],
        offers: [{ planId: 'pro', months: 1, price: 29.9, until: '2026-12-23T12:00:00.000Z', rest: null }],
      },
    },
  }),
  'POST /subscription/create': call({
    id: 'payPlan',
    access: 'plan.manage',
    says: 'Begins a month or a year of a plan and tells where to pay it; the plan changes when it is paid, a pending payment of the same goes on, and another one ends.',
    body: SubscriptionCreate,
    answer: SubscriptionCreated,
    refusals: [
      'plan_not_found',
      'payments_not_configured',
      'payment_start_failed',
      'plan_payment_not_open',
      'rate_limited',
    ],
    example: {
      body: { subdomain: 'cidadealta', planId: 'pro', paymentMethod: 'pix', months: 1 },
      answer: {
        ...done,
        data: {
          external_reference: 'k3v9x2m7q4w8r1t6y5u0',
          payment: { init_point: 'https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=123' },
        },
      },
    },
  }),
  'POST /subscription/cancel': call({
    id: 'cancelPlanPayment',
    access: 'plan.manage',
    says: 'Ends a pending payment of a plan; money that arrives all the same still counts.',
    body: SubscriptionCancel,
    answer: Done,
    refusals: ['plan_payment_not_found', 'plan_payment_not_open', 'rate_limited'],
    example: { body: { subdomain: 'cidadealta', id: '06h0dkjdq8vs' }, answer: done },
  }),
  'GET /subscription/:id/receipt': call({
    id: 'downloadPlanReceipt',
    access: 'plan.manage',
    limit: 'receipt',
    says: 'Downloads the receipt of a paid plan payment.',
    params: z.object({ id }),
    file: ['application/pdf'],
    refusals: ['plan_payment_not_found', 'plan_payment_not_paid'],
    example: {},
  }),
};
