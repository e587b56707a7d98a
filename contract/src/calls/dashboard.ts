import { StoreScope } from '../common.ts';
import { DashboardAnswer } from '../dashboard.ts';
import { FiguresAnswer, FiguresExport, FiguresQuery } from '../figures.ts';
import { call } from './call.ts';
import { orderExample } from './order-example.ts';

const sums = {
  revenue: 0,
  sold: 0,
  refunded: 0,
  orders: 0,
  average: 29.9,
  visits: 81,
  conversion: 7.4,
  firstOrders: 0,
  returningOrders: 0,
};

/** The dashboard (DECISIONS.md, The API), and the figures of any range of days. */
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
              value: 358.8,
              quantity: 12,
            },
          ],
        },
        trends: {
          today: { percent: 100, against: 'que ontem até 14:32' },
          month: { percent: -7, against: 'que até 26 de outubro' },
          total: { percent: 3, against: 'que nos 30 dias antes destes' },
          visits: { percent: null, against: 'que ontem até 14:32' },
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
  'POST /figures': call({
    id: 'readFigures',
    access: 'dashboard.read',
    says: "Tells a store's figures of a range of days, beside those of the range before.",
    body: FiguresQuery,
    answer: FiguresAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta', range: 'custom', from: '2026-11-01', to: '2026-11-02', by: 'day' },
      answer: {
        success: true,
        from: '2026-11-01',
        to: '2026-11-02',
        before: { from: '2026-10-30', to: '2026-10-31' },
        running: false,
        now: { ...sums, revenue: 149.5, sold: 179.4, refunded: 29.9, orders: 6, firstOrders: 4, returningOrders: 2 },
        former: { ...sums, revenue: 59.8, sold: 59.8, orders: 2, firstOrders: 2 },
        step: 'day',
        steps: [
          { start: '2026-11-01', revenue: 119.6, sold: 119.6, refunded: 0, orders: 4, former: 59.8 },
          { start: '2026-11-02', revenue: 29.9, sold: 59.8, refunded: 29.9, orders: 2, former: 0 },
        ],
        methods: [{ method: 'pix', orders: 6, value: 179.4 }],
        products: [{ id: '06h0dkk4a1cn', name: 'VIP Ouro', units: 6, value: 179.4, returned: 1 }],
        coupons: [],
        marks: { gifts: 1, refunded: 1, refundedInPart: 0, chargebacks: 0, disputes: 0 },
        deliveries: {
          arrived: 11,
          half: 4,
          most: 87,
          failed: 1,
          open: 0,
          products: [{ name: 'VIP Ouro', count: 1 }],
          causes: [{ name: 'O inventário do jogador está cheio', count: 1 }],
          servers: [{ name: 'Servidor principal', count: 1 }],
        },
      },
    },
  }),
  'POST /figures/export': call({
    id: 'exportFigures',
    access: 'dashboard.read',
    says: 'Downloads figures of a range of days as CSV: its parts, its products, or its coupons.',
    body: FiguresExport,
    file: ['text/csv'],
    refusals: ['forbidden', 'rate_limited'],
    example: { body: { subdomain: 'cidadealta', range: '30d', part: 'products' } },
  }),
};
