import { z } from 'zod';
import {
  OrderCreateAnswer,
  OrderOwnAnswer,
  OrderWithdrawAnswer,
  PublicOrder,
  PublicOrderAnswer,
  type SharedPix,
  SharedPixAnswer,
} from '../checkout-answers.ts';
import { Done } from '../common.ts';
import { OrderCorrect, OrderDiscard, OrderName, OrderPay, OrderWithdraw } from '../orders.ts';
import { call } from './call.ts';
import { deliveryExample, orderExample } from './order-example.ts';

/** References have 32 characters. Any other text gets the same answer as the reference of no order. */
const Order = z.object({ external_reference: z.string().max(100) });
const Reference = z.object({ reference: z.string().max(64) });

const done = { success: true };
const { _id, number, external_reference, status, date, value, discount, finalvalue } = orderExample;
const { coupon, paymentMethod, products, note } = orderExample;
const name = orderExample.name.map(({ productId: _, ...line }) => line);
const { id, product, text, state, phase, message, hint, aftermath, dueAt, finishedAt } = deliveryExample;

/** What a person with an order's reference sees and does. On a store's host the order must be of that store. */
export const publicOrders = {
  'GET /order/:external_reference': call({
    id: 'readPublicOrder',
    access: 'public',
    limit: 'orderLook',
    says: 'Tells a buyer how an order stands: its payment, its deliveries and how to withdraw from it.',
    params: Order,
    answer: PublicOrderAnswer,
    refusals: ['order_not_found'],
    example: { answer: { ...done, response: publicOrderExample() } },
  }),
  'GET /order/:external_reference/go': call({
    id: 'openPaymentPage',
    access: 'public',
    limit: 'lookUp',
    says: "Leads to the payment page of an order at the provider, and counts as the buyer's opening it.",
    params: Order,
    redirect: 303,
    refusals: ['order_not_found'],
    example: {},
  }),
  'GET /order/:external_reference/events': call({
    id: 'followPublicOrder',
    access: 'public',
    says: 'Sends the order again whenever anything of it moves, for at most 15 minutes.',
    params: Order,
    events: { order: PublicOrder },
    refusals: ['order_not_found', 'rate_limited'],
    example: { answer: publicOrderExample() },
  }),
  'GET /pix/:share': call({
    id: 'readSharedPix',
    access: 'public',
    limit: 'orderLook',
    says: "Tells a person who pays another one's Pix its code and how it stands, on the store's host, and nothing of the order.",
    params: z.object({ share: z.string().max(100) }),
    answer: SharedPixAnswer,
    refusals: ['order_not_found'],
    example: { answer: { ...done, response: sharedPixExample() } },
  }),
  'POST /order/pay': call({
    id: 'payOrderAgain',
    access: 'public',
    limit: 'order',
    says: 'Makes a pending order payable again, with another method where one is named.',
    body: OrderPay,
    answer: OrderCreateAnswer,
    refusals: [
      'order_not_found',
      'store_closed',
      'order_not_payable',
      'payments_not_configured',
      'payment_start_failed',
      'payer_email_refused',
    ],
    example: {
      body: { external_reference, paymentMethod: 'pix' },
      answer: {
        ...done,
        data: {
          external_reference,
          payment: { init_point: `https://cidadealta.vitrine.exemplo/checkout/pix/${external_reference}` },
        },
      },
    },
  }),
  'POST /order/discard': call({
    id: 'discardOrder',
    access: 'public',
    limit: 'order',
    alsoReads: ['customer'],
    says: "Ends the buyer's own unpaid order, proven by the secret of the browser that placed it, or by its Discord login.",
    body: OrderDiscard,
    answer: Done,
    refusals: ['order_not_found', 'order_of_another', 'order_not_pending', 'order_just_paid', 'order_end_later'],
    example: { body: { external_reference, buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' }, answer: done },
  }),
  'POST /order/own': call({
    id: 'isOwnOrder',
    access: 'public',
    limit: 'order',
    alsoReads: ['customer'],
    says: "Tells whether the order is the caller's own: placed in the browser with this secret, or with its Discord login.",
    body: OrderDiscard,
    answer: OrderOwnAnswer,
    refusals: ['order_not_found'],
    example: {
      body: { external_reference, buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
      answer: { ...done, own: true },
    },
  }),
  'POST /order/name': call({
    id: 'showOrderName',
    access: 'public',
    limit: 'order',
    alsoReads: ['customer'],
    says: "Lets the shop show the buyer's masked name, proven as for `order/own`, or takes it away, by the reference alone.",
    body: OrderName,
    answer: Done,
    refusals: ['order_not_found', 'order_of_another', 'order_unnamed', 'rate_limited'],
    example: { body: { external_reference, buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0', shown: true }, answer: done },
  }),
  'POST /order/correct': call({
    id: 'correctOrder',
    access: 'public',
    limit: 'order',
    alsoReads: ['customer'],
    says: "Corrects the ids of the buyer's own paid order while nothing was delivered to them, proven as for `order/discard`.",
    body: OrderCorrect,
    answer: Done,
    refusals: [
      'order_not_found',
      'order_of_another',
      'order_not_correctable',
      'correction_too_late',
      'correction_limit',
      'ids_unchanged',
      'city_id_unknown',
      'city_id_unconfirmed',
      'discord_id_unknown',
      'buy_limit',
      'coupon_used',
      'rate_limited',
    ],
    example: { body: { external_reference, buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0', clientId: 58 }, answer: done },
  }),
  'POST /order/withdraw': call({
    id: 'withdrawFromOrder',
    access: 'public',
    limit: 'order',
    says: "Withdraws from a purchase within seven days, proven by the order's own Discord id.",
    body: OrderWithdraw,
    answer: OrderWithdrawAnswer,
    refusals: ['order_not_yours', 'withdrawal_over', 'rate_limited'],
    example: {
      body: { external_reference, discordId: orderExample.discordId },
      answer: { ...done, result: 'refunding', message: 'O valor está sendo devolvido.' },
    },
  }),
  'GET /order/:reference/receipt': call({
    id: 'downloadReceipt',
    access: 'public',
    limit: 'receipt',
    says: "Downloads the buyer's receipt.",
    params: Reference,
    file: ['application/pdf'],
    refusals: ['order_not_found'],
    example: {},
  }),
  'GET /order/:reference/calendar': call({
    id: 'downloadCalendar',
    access: 'public',
    limit: 'quote',
    says: 'Downloads when the benefits of an order end, for a calendar.',
    params: Reference,
    file: ['text/calendar'],
    refusals: ['order_not_found', 'not_found'],
    example: {},
  }),
};

function publicOrderExample(): PublicOrder {
  return {
    ...{ _id, number, external_reference, status, date, value, discount, finalvalue, coupon, paymentMethod, note },
    name: name.map((item) => ({ ...item, options: [...item.options] })),
    products: products.map((item) => ({ ...item, options: [...item.options] })),
    store: { name: 'Cidade Alta', subdomain: 'cidadealta', url: 'https://cidadealta.vitrine.exemplo' },
    payment: { status: 'approved', pixCode: null, pixQrSvg: null, expiresAt: null, payUrl: null, shareUrl: null },
    deliveries: [
      {
        id,
        product,
        text,
        state,
        phase,
        resent: false,
        unconfirmed: false,
        message,
        hint,
        aftermath,
        dueAt,
        finishedAt,
      },
    ],
    handover: 'automatic',
    paid: { number: '1312345678', at: date, value: 29.9, returned: 0, returnedAt: null, contested: false },
    buyer: {
      name: 'Jo** Si***',
      ids: [
        { kind: 'city_id', label: 'ID da Cidade', value: '57' },
        { kind: 'discord_id', label: 'ID do Discord', value: '…5678' },
      ],
    },
    nameShown: false,
    correctable: [],
    withdrawUntil: '2026-11-30T12:00:00.000Z',
    withdrawal: null,
  };
}

function sharedPixExample(): SharedPix {
  return { state: 'paid', value: finalvalue, pixCode: null, pixQrSvg: null, expiresAt: null, date };
}
