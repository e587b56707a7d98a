import type { Order } from './orders.ts';

/** POST /v1/dashboard {subdomain}: orders, analytics, trends, visits (DECISIONS.md, The API). Values in reais. */
export interface Trend {
  /** Change against the period before in per cent, or null where there is no earlier data ('—'). */
  percent: number | null;
}
export interface DashboardAnswer {
  success: true;
  /** Newest 8. */
  orders: Order[];
  analytics: {
    salesToday: number;
    salesMonth: number;
    salesYear: number;
    totalSales: number;
    ordersToday: number;
    visitsToday: number;
    visitsMonth: number;
    /** 12 sums, January first, of the current year in the store's time zone. */
    monthlyRevenue: number[];
    popularPackages: { id: string; name: string; image: string | null; price: number; quantity: number }[];
  };
  trends: { today: Trend; month: Trend; total: Trend; visits: Trend };
  coupons: { id: string; code: string; text: string; usage: string; expiresAt: string | null }[];
  /** What needs a person, most urgent first; empty when nothing is stuck. */
  attention: { kind: string; text: string; href: string; count: number }[];
  /** First steps of a new store until the first sale; empty afterwards. */
  checklist: { key: string; text: string; done: boolean; href: string }[];
}
