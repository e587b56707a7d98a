import { z } from 'zod';
import { Done, id, StoreScope, subdomain } from './common.ts';
import { orderPaymentMethods } from './orders.ts';

/** Plans and subscriptions: a subscription belongs to a store (DECISIONS.md, Plans). */

export const Plan = z.object({
  _id: id,
  name: z.string(),
  /** Reais per month. */
  price: z.number(),
  /** Reais for twelve months at once. Absent: the plan is paid by the month only. */
  yearPrice: z.number().optional(),
  /** Absent means no limit. */
  productLimit: z.number().int().optional(),
  categoryLimit: z.number().int().optional(),
  subUserLimit: z.number().int().optional(),
  discordIntegration: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;
/** GET /v1/plan */
export const PlansAnswer = Done.extend({ plans: z.array(Plan) });

/** How much of a limit is used; `limit` null means no limit. */
const Room = z.object({ used: z.number().int(), limit: z.number().int().nullable() });
export const CurrentPlan = Plan.extend({
  /** ISO date-time; null for a plan without end. */
  expiresAt: z.string().nullable(),
  /** `grace`: the paid time has ended, its limits hold a little longer. `inactive`: the free plan's limits hold. */
  status: z.enum(['active', 'grace', 'inactive']),
  limits: z.object({ products: Room, categories: Room, subUsers: Room }),
});
export type CurrentPlan = z.infer<typeof CurrentPlan>;
/** GET /v1/store/plan */
export const CurrentPlanAnswer = Done.extend({ response: CurrentPlan });

/** How many months one payment may give. */
const Months = z.literal([1, 12], { error: 'Escolha um mês ou um ano.' });

/** POST /v1/subscription/create: answers `data.payment.init_point` like an order. */
export const SubscriptionCreate = z.object({
  subdomain: subdomain.optional(),
  planId: z.string().min(1).max(40),
  paymentMethod: z.enum(orderPaymentMethods, { error: 'Método de pagamento inválido.' }),
  months: Months.default(1),
});
export type SubscriptionCreate = z.infer<typeof SubscriptionCreate>;

export const SubscriptionCreated = Done.extend({
  data: z.object({
    /** Empty for a free plan, because there is nothing to pay. */
    external_reference: z.string(),
    /** The payment page; for a free plan, a page of the panel. */
    payment: z.object({ init_point: z.string() }),
  }),
});

export const SubscriptionPayment = z.object({
  id,
  /** The plan's name. */
  plan: z.string(),
  months: Months,
  /** Reais. */
  value: z.number(),
  /** `refunded` and `charged_back`: it was paid, and the money went back. */
  status: z.enum(['paid', 'pending', 'cancelled', 'refunded', 'charged_back']),
  /** ISO date-time. */
  createdAt: z.string(),
  /** ISO date-time; null if it is not paid. */
  paidAt: z.string().nullable(),
  /** Where and until when (ISO date-time) it can be paid; null once it is not pending, or while the provider prepares it. */
  open: z.object({ init_point: z.string(), until: z.string() }).nullable(),
});
export type SubscriptionPayment = z.infer<typeof SubscriptionPayment>;

/** What one payment would give if it were confirmed now. */
export const PlanOffer = z.object({
  planId: z.string(),
  months: Months,
  /** Reais. */
  price: z.number(),
  /** ISO date-time: until when the plan would run. */
  until: z.string(),
  /** What is left of another paid plan. It is added by its worth; null if nothing is left. */
  rest: z
    .object({
      /** The other plan's name. */
      plan: z.string(),
      days: z.number().int(),
      /** Reais, at the other plan's price for a month. */
      value: z.number(),
      /** The days of the new plan that it becomes. */
      becomes: z.number().int(),
    })
    .nullable(),
});
export type PlanOffer = z.infer<typeof PlanOffer>;

/** POST /v1/subscription */
export const SubscriptionRead = StoreScope.extend({
  /** A payment that the person comes back from: the provider is asked about it at once. */
  payment: id.optional(),
});
export const SubscriptionAnswer = Done.extend({
  current: CurrentPlan,
  history: z.array(SubscriptionPayment),
  /** Each plan that has a price, by month and by year. */
  offers: z.array(PlanOffer),
});
export type SubscriptionAnswer = z.infer<typeof SubscriptionAnswer>;

/** POST /v1/subscription/cancel */
export const SubscriptionCancel = StoreScope.extend({ id });
