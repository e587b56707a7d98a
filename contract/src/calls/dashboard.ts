import { StoreScope } from '../common.ts';
import { DashboardAnswer } from '../dashboard.ts';
import { call } from './call.ts';
import { orderExample } from './order-example.ts';

/** The dashboard (DECISIONS.md, The API). */
export const dashboard = {
  'POST /dashboard': call({
    id: 'readDashboard',
    access: 'dashboard.read',
    says: "Tells a store's figures, its newest orders and what needs a person.",
    body: StoreScope,
    answer: DashboardAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: {
        success: true,
        orders: [orderExample],
        analytics: {
          salesToday: 59.8,
          salesMonth: 1840.5,
          salesYear: 20310.7,
          totalSales: 31200.4,
          ordersToday: 2,
          visitsToday: 81,
          visitsMonth: 2400,
          monthlyRevenue: [1510, 1630.4, 1720, 1802.9, 1899, 1940.3, 2010, 1980.2, 1990.1, 1987.3, 1840.5, 0],
          popularPackages: [
            {
              id: '06h0dkk4a1cn',
              name: 'VIP Ouro',
              image: '/images/06h0dkm1/640.webp',
              price: 29.9,
              quantity: 12,
            },
          ],
        },
        trends: {
          today: { percent: 100 },
          month: { percent: -7 },
          total: { percent: 3 },
          visits: { percent: null },
        },
        coupons: [
          {
            id: '06h0dkq3e9zw',
            code: 'NATAL10',
            text: '10% de desconto',
            usage: '3/10',
            expiresAt: '2026-12-26T03:00:00.000Z',
          },
        ],
        attention: [{ kind: 'failed', text: '2 entregas falharam', href: '/orders?deliveries=failed', count: 2 }],
        checklist: [],
      },
    },
  }),
};
