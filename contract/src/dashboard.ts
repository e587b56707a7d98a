import { z } from 'zod';
import { Done, id } from './common.ts';
import { Order } from './order-answers.ts';

/** The dashboard (DECISIONS.md, The API). Values in reais, less what was given back. */

export const Trend = z.object({
  /** Change against the same point of the period before, in per cent. null if there is no earlier data ('—'). */
  percent: z.number().int().nullable(),
  /** That point, pt-BR, as the end of a sentence: `que até 22 de outubro`. */
  against: z.string(),
});
export type Trend = z.infer<typeof Trend>;

/** Best sellers, most sold first. */
const PopularPackage = z.object({
  id,
  name: z.string(),
  /** Address of the picture. */
  image: z.string().nullable(),
  /** Reais that these units were sold for. */
  value: z.number(),
  /** Units sold so far. */
  quantity: z.number().int(),
});

/** POST /v1/dashboard: orders, analytics, trends, visits. */
export const DashboardAnswer = Done.extend({
  /** The newest 8. Empty for a role that may not read orders. */
  orders: z.array(Order),
  analytics: z.object({
    /** Reais, as are the next three. */
    salesToday: z.number(),
    salesMonth: z.number(),
    salesYear: z.number(),
    totalSales: z.number(),
    /** Orders that were paid today. */
    ordersToday: z.number().int(),
    visitsToday: z.number().int(),
    visitsMonth: z.number().int(),
    /** 12 sums in reais, January first, of the current year in the store's time zone. */
    monthlyRevenue: z.array(z.number()).length(12),
    popularPackages: z.array(PopularPackage),
  }),
  trends: z.object({ today: Trend, month: Trend, total: Trend, visits: Trend }),
  /** The newest active ones. Empty for a role that may not edit discounts. */
  coupons: z.array(
    z.object({
      id,
      code: z.string(),
      /** pt-BR, `10% de desconto`. */
      text: z.string(),
      /** `3`, or `3/10` with a limit of uses. */
      usage: z.string(),
      /** ISO date; null for never. */
      expiresAt: z.string().nullable(),
    }),
  ),
  /** Problems that need a person, the most urgent first. Empty when nothing is stuck. */
  attention: z.array(
    z.object({
      kind: z.string(),
      /** pt-BR. */
      text: z.string(),
      /** Path in the panel. */
      href: z.string(),
      count: z.number().int(),
    }),
  ),
  /** First steps of a new store until the first sale; empty afterwards. */
  checklist: z.array(
    z.object({
      key: z.string(),
      /** pt-BR. */
      text: z.string(),
      done: z.boolean(),
      /** Path in the panel. */
      href: z.string(),
    }),
  ),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswer>;
