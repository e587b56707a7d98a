import { Done, StoreScope } from '../common.ts';
import {
  JunkWaveAnswer,
  JunkWaveEnded,
  OrderDetails,
  OrderListAnswer,
  OrderRefundAnswer,
  OrderTagsAnswer,
  RefundPreview,
} from '../order-answers.ts';
import {
  OrderList,
  OrderNoteCreate,
  OrderNoteDelete,
  OrderRefund,
  OrderRefundPreview,
  OrderTagsEdit,
  OrderTarget,
} from '../orders.ts';
import { call } from './call.ts';
import { deliveryExample, orderExample, reversalExample } from './order-example.ts';

const done = { success: true };
const target = { subdomain: 'cidadealta', id: orderExample._id };
const { date } = orderExample;

/** What a refund is refused for. */
export const refundRefusals = [
  'order_not_found',
  'order_not_refundable',
  'refund_balance',
  'refund_under_way',
  'refund_items',
  'refund_value',
  'refund_changed',
] as const;

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
        counters: { total: 128, completed: 97, pending: 4, paid: 103 },
        marked: null,
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
        refunds: [],
        deliveries: [deliveryExample, reversalExample],
        notes: [{ id: '06h0dkt1c2dz', at: date, author: 'Maria', text: 'Pediu a placa por mensagem.' }],
        history: [{ at: date, status: 'completed', reason: null, actor: null }],
      },
    },
  }),
  'POST /order/notes/create': call({
    id: 'createOrderNote',
    access: 'orders.read',
    says: 'Writes a note on an order, for the people of the store.',
    body: OrderNoteCreate,
    answer: Done,
    refusals: ['order_not_found', 'order_notes_limit'],
    example: { body: { ...target, note: 'Pediu a placa por mensagem.' }, answer: done },
  }),
  'POST /order/notes/delete': call({
    id: 'deleteOrderNote',
    access: 'orders.read',
    says: 'Deletes a note of an order.',
    body: OrderNoteDelete,
    answer: Done,
    refusals: ['order_note_not_found'],
    example: { body: { ...target, note: '06h0dkt1c2dz' }, answer: done },
  }),
  'POST /order/tags': call({
    id: 'listOrderTags',
    access: 'orders.read',
    says: 'Lists the tags of orders of a store, the most used first.',
    body: StoreScope,
    answer: OrderTagsAnswer,
    refusals: [],
    example: { body: { subdomain: 'cidadealta' }, answer: { ...done, tags: [{ tag: 'vip', orders: 12 }] } },
  }),
  'POST /order/tags/edit': call({
    id: 'editOrderTags',
    access: 'orders.read',
    says: 'Sets the tags of an order; with those that the sender saw, keeps what others tagged since.',
    body: OrderTagsEdit,
    answer: Done,
    refusals: ['order_not_found', 'order_tags_limit'],
    example: { body: { ...target, tags: ['troca', 'vip'], seen: ['troca'] }, answer: done },
  }),
  'POST /order/receipt': call({
    id: 'sendReceiptAgain',
    access: 'orders.read',
    says: 'Mails the receipt of a paid order to its buyer once more.',
    body: OrderTarget,
    answer: Done,
    refusals: ['order_not_found', 'receipt_none', 'receipt_held', 'receipt_refused', 'rate_limited'],
    example: { body: target, answer: done },
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
    says: 'Gives money of an order back, all, for some units or an amount, or asks a second person for it where the store wants two.',
    body: OrderRefund,
    answer: OrderRefundAnswer,
    refusals: [...refundRefusals, 'approval_waiting', 'approval_limit'],
    example: { body: { ...target, reason: 'Comprou por engano' }, answer: { ...done, result: 'done' } },
  }),
  'POST /order/refund/preview': call({
    id: 'previewRefund',
    access: 'orders.refund',
    says: 'Tells what a refund would give back, what it would take, and what would stay.',
    body: OrderRefundPreview,
    answer: RefundPreview,
    refusals: ['order_not_found', 'order_not_refundable', 'refund_under_way', 'refund_items', 'refund_value'],
    example: {
      body: { ...target, items: [{ id: orderExample.name[0]._id, quantity: 1 }] },
      answer: {
        ...done,
        value: 29.9,
        left: 29.9,
        whole: true,
        needsApproval: false,
        effects: [{ product: 'VIP Ouro', text: deliveryExample.text, outcome: 'taken', days: null }],
      },
    },
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
