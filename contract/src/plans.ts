import { z } from 'zod';
import { subdomain } from './common.ts';
import { orderPaymentMethods } from './orders.ts';

/** Plans and subscriptions: a subscription belongs to a store (DECISIONS.md, Plans). */

export interface Plan {
  _id: string;
  name: string;
  /** Reais per month. */
  price: number;
  /** Absent means no limit. */
  productLimit?: number;
  categoryLimit?: number;
  subUserLimit?: number;
  discordIntegration: boolean;
}

/** GET /v1/store/plan: `response`. */
export interface CurrentPlan extends Plan {
  /** ISO date, or null for a plan without end. */
  expiresAt: string | null;
  status: 'active' | 'grace' | 'inactive';
  limits: {
    products: { used: number; limit: number | null };
    categories: { used: number; limit: number | null };
    subUsers: { used: number; limit: number | null };
  };
}

/** POST /v1/subscription/create: answers `data.payment.init_point` like an order. */
export const SubscriptionCreate = z.object({
  subdomain: subdomain.optional(),
  planId: z.string().min(1).max(40),
  paymentMethod: z.enum(orderPaymentMethods, { error: 'Método de pagamento inválido.' }),
});
export type SubscriptionCreate = z.infer<typeof SubscriptionCreate>;

export interface SubscriptionPayment {
  id: string;
  plan: string;
  value: number;
  /** `refunded` and `charged_back`: it was paid, and the money was taken back. */
  status: 'paid' | 'pending' | 'cancelled' | 'refunded' | 'charged_back';
  createdAt: string;
  paidAt: string | null;
}

/** POST /v1/subscription */
export interface SubscriptionAnswer {
  success: true;
  current: CurrentPlan;
  history: SubscriptionPayment[];
}
