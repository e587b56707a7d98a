import { Done, StoreScope } from '../common.ts';
import { JunkWaveAnswer, JunkWaveEnded, OrderDetails, OrderListAnswer } from '../order-answers.ts';
import { OrderList, OrderRefund, OrderTarget } from '../orders.ts';
import { call } from './call.ts';
import { deliveryExample, orderExample, reversalExample } from './order-example.ts';

const done = { success: true };
const target = { subdomain: 'cidadealta', id: orderExample._id };
const { date } = orderExample;

/** The panel's orders (SPEC.md, Orders page). */
export const orders = {
  'POST /order': call({
    id: 'listOrders',
    access: 'orders.read',
    limit: 'search',
    says: 'Lists the orders of a store, newest first, with the counters over all of them.',
    body: OrderList,
    answer: OrderListAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta', status: 'completed', search: 'joão', limit: 50 },
      answer: {
        ...done,
        response: [orderExample],
        counters: { total: 128, completed: 97, pending: 4 },
        nextCursor: null,
      },
    },
  }),
  'POST /order/details': call({
    id: 'readOrder',
    access: 'orders.read',
    limit: 'search',
    says: 'Tells of one order with its payments, deliveries and history.',
    body: OrderTarget,
    answer: OrderDetails,
    refusals: ['order_not_found'],
    example: {
      body: target,
      answer: {
        ...done,
        order: orderExample,
        payments: [
          {
            id: '06h0dkn9d7zt',
            provider: 'mercado_pago',
            method: 'pix',
            status: 'approved',
            value: 29.9,
            refunded: 0,
            reference: '98765432101',
            history: [{ at: date, status: 'approved', detail: 'accredited' }],
          },
        ],
        deliveries: [deliveryExample, reversalExample],
        history: [{ at: date, status: 'completed', reason: null, actor: null }],
      },
    },
  }),
  'POST /order/wave': call({
    id: 'readJunkWave',
    access: 'orders.read',
    says: 'Tells whether many unpaid orders of few networks hold stock of the store.',
    body: StoreScope,
    answer: JunkWaveAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: {
        ...done,
        wave: {
          orders: 37,
          networks: 2,
          minutes: 10,
          units: 37,
          coupons: 0,
          text: '37 pedidos sem pagamento de 2 redes em 10 min seguram 37 unidades',
        },
      },
    },
  }),
  'POST /order/wave/end': call({
    id: 'endJunkWave',
    access: 'orders.refund',
    says: 'Ends those unpaid orders as if their deadline had passed.',
    body: StoreScope,
    answer: JunkWaveEnded,
    refusals: [],
    example: { body: { subdomain: 'cidadealta' }, answer: { ...done, ended: 37 } },
  }),
  'POST /order/refund': call({
    id: 'refundOrder',
    access: 'orders.refund',
    says: 'Gives the whole money of an order back and ends its rights.',
    body: OrderRefund,
    answer: Done,
    refusals: ['order_not_found', 'order_not_refundable', 'refund_balance'],
    example: { body: { ...target, reason: 'Comprou por engano' }, answer: done },
  }),
  'POST /order/cancel': call({
    id: 'cancelUnpaidOrder',
    access: 'orders.refund',
    says: 'Ends one unpaid order as if its deadline had passed.',
    body: OrderTarget,
    answer: Done,
    refusals: ['order_not_found', 'order_not_pending'],
    example: { body: target, answer: done },
  }),
};
