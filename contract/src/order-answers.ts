import { z } from 'zod';
import { actionTargets } from './action-types.ts';
import { Aftermath } from './aftermath.ts';
import { PendingApproval } from './approvals.ts';
import { Done, id, instant } from './common.ts';
import { identityKinds } from './identity.ts';
import { deliveryStates, orderMarks, orderPaymentMethods, orderStatuses, paymentStatuses } from './order-words.ts';
import { Option } from './product-answers.ts';
import { refundScopes, refundStates, returnOutcomes, takenBackStates } from './refund-words.ts';
import { storedOne } from './targets/schemas.ts';

/** Orders as the panel reads them: schemas for the server only, so they are apart from orders.ts, which forms load. */

export const OrderItem = z.object({
  _id: id,
  /** The product that was sold; null once it was deleted. */
  productId: id.nullable(),
  name: z.string(),
  quantity: z.number().int(),
  /** Units of it that refunds returned. */
  returned: z.number().int(),
  /** Reais of the line. */
  value: z.number(),
  /** What the buyer chose or typed for it, as people read it. */
  options: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type OrderItem = z.infer<typeof OrderItem>;

/** Bought, given by the store, or placed to try a product's whole chain. Only a sale is in figures. */
const orderKinds = ['sale', 'manual', 'rehearsal'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** An order in the panel's list: SPEC.md's shape (section 3), with our additions. */
export const Order = z.object({
  _id: id,
  /** The short number for people, `1042`. */
  number: z.number().int(),
  /** The order's public name: 160 random bits that only its buyer, its store and the provider know. */
  external_reference: z.string(),
  /** City id; the order's number where none was asked. */
  client: z.number().int(),
  /** The players that it is for, the city id among them. */
  identities: z.array(z.object({ kind: z.enum(identityKinds), value: z.string() })),
  discordId: z.string(),
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  date: instant,
  status: z.enum(orderStatuses),
  /** Beside the status: what went back, a dispute, a gift. */
  marks: z.array(z.enum(orderMarks)),
  kind: z.enum(orderKinds),
  /** Reais before the discount. */
  value: z.number(),
  /** Reais. */
  discount: z.number(),
  /** Reais to pay. */
  finalvalue: z.number(),
  /** Reais that went back; all of them once the order was refunded whole. */
  refunded: z.number(),
  coupon: z.string().nullable(),
  paymentMethod: z.enum([...orderPaymentMethods, 'manual']),
  /** The lines with their ids. */
  name: z.array(OrderItem),
  /** The same lines without ids. */
  products: z.array(OrderItem.omit({ _id: true, productId: true })),
  /** Short words of the store's people, for filters. */
  tags: z.array(z.string()),
  /** The sum of its deliveries, which the list shows beside the status. */
  deliveries: z.object({ total: z.number().int(), succeeded: z.number().int(), problem: z.number().int() }),
  /** Why it is cancelled or held, pt-BR; otherwise null. */
  note: z.string().nullable(),
});
export type Order = z.infer<typeof Order>;

export const Delivery = z.object({
  id,
  orderId: id,
  /** The order's number for people. */
  orderNumber: z.number().int(),
  /** Its buyer's name, where the order has one. */
  customer: z.string().nullable(),
  /** It belongs to a rehearsal, which is no sale. */
  rehearsal: z.boolean(),
  /** In English; `deliveryStateTexts` has the pt-BR words. */
  state: z.enum(deliveryStates),
  target: z.enum(actionTargets),
  phase: z.enum(['confirmation', 'expiration', 'reversal']),
  product: z.string(),
  /** Null once the product was deleted. */
  productId: id.nullable(),
  /** Whether the product has another action in its place by now: it can go out as the product says today. */
  productChanged: z.boolean(),
  /** The action as a sentence, pt-BR. */
  text: z.string(),
  /** The receiver's id. */
  player: z.string(),
  /** Which id `player` is; null for a Discord login. */
  playerKind: z.enum(identityKinds).nullable(),
  /** 0 for the order's own delivery, n for its n-th resend. */
  resend: z.number().int(),
  attempts: z.number().int(),
  code: z.string().nullable(),
  /** What happened, or what it waits for, pt-BR. */
  message: z.string().nullable(),
  /** What the buyer should do while it waits, pt-BR. */
  hint: z.string().nullable(),
  /** What its end took back, what stays and what is owed; null while nothing ended. */
  aftermath: Aftermath.nullable(),
  /** What became of it once its purchase was returned; null while the purchase stands, and where it never arrived. */
  takenBack: z.enum(takenBackStates).nullable(),
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
  finishedAt: instant.nullable(),
  createdAt: instant,
  /** Oldest first. */
  history: z.array(
    z.object({
      at: instant,
      state: z.enum(deliveryStates),
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
});
export type Delivery = z.infer<typeof Delivery>;

/** POST /v1/deliveries */
export const DeliveryListAnswer = Done.extend({
  deliveries: z.array(Delivery),
  /** `cursor` of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type DeliveryListAnswer = z.infer<typeof DeliveryListAnswer>;

/** POST /v1/deliveries/cancel/many */
export const DeliveryCancelManyAnswer = Done.extend({
  /** Cancelled now. */
  cancelled: z.number().int(),
  /** A server has them: they end as cancelled if it had not begun. */
  asked: z.number().int(),
  /** What was left out, by the state that it has. */
  left: z.array(z.object({ state: z.enum(deliveryStates), count: z.number().int() })),
});

/** POST /v1/deliveries/edit/form: the action of one delivery, as it can be corrected. Those of the other targets are null. */
export const DeliveryEditFormAnswer = Done.extend({
  ...storedOne,
  /** The product, for the questions that it asks. */
  productId: id,
  /** Its options with the one answer that the order has for each. */
  options: z.array(Option),
});

const named = z.array(z.object({ id, name: z.string() }));
/** POST /v1/deliveries/choices */
export const DeliveryChoicesAnswer = Done.extend({ products: named, servers: named });

/** One attempt to pay an order, with its result. */
export const PaymentHistory = z.object({
  id,
  provider: z.literal('mercado_pago'),
  method: z.enum(orderPaymentMethods),
  status: z.enum(paymentStatuses),
  /** Reais. */
  value: z.number(),
  /** Reais given back so far. */
  refunded: z.number(),
  /** The provider's id of the payment; null before it has one. */
  reference: z.string().nullable(),
  /** Oldest first. */
  history: z.array(z.object({ at: instant, status: z.enum(paymentStatuses), detail: z.string().nullable() })),
});
export type PaymentHistory = z.infer<typeof PaymentHistory>;

/** Money that went back, or that is on its way. */
export const RefundTold = z.object({
  id,
  at: instant,
  scope: z.enum(refundScopes),
  state: z.enum(refundStates),
  /** Reais. */
  value: z.number(),
  /** Units that it returned. */
  items: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  /** Why, in the person's words. */
  note: z.string().nullable(),
  /** Name of the person who asked for it; null if the product or the provider did it. */
  actor: z.string().nullable(),
});
export type RefundTold = z.infer<typeof RefundTold>;

/** POST /v1/order/refund/preview: what a refund would give back, what it takes and what stays. */
export const RefundPreview = Done.extend({
  /** Reais that would go back. */
  value: z.number(),
  /** Reais that can still go back. */
  left: z.number(),
  /** All of the rest goes back, so the order is cancelled. */
  whole: z.boolean(),
  /** Another person has to approve it. */
  needsApproval: z.boolean(),
  /** Deliveries of what is returned, or of the whole order where an amount goes back. */
  effects: z.array(
    z.object({
      product: z.string(),
      text: z.string(),
      outcome: z.enum(returnOutcomes),
      /** With `shorter`: the days that go. */
      days: z.number().int().nullable(),
    }),
  ),
});
export type RefundPreview = z.infer<typeof RefundPreview>;

/** POST /v1/order/refund: the refund was stored and asked for at the provider, or it waits for another person. */
export const OrderRefundAnswer = z.discriminatedUnion('result', [
  Done.extend({ result: z.literal('done') }),
  PendingApproval,
]);
export type OrderRefundAnswer = z.infer<typeof OrderRefundAnswer>;

/** POST /v1/order/details: one whole order, for the drawer. */
export const OrderDetails = Done.extend({
  order: Order,
  /** Newest first. */
  payments: z.array(PaymentHistory),
  /** Oldest first. */
  refunds: z.array(RefundTold),
  deliveries: z.array(Delivery),
  /** What the store's people wrote on it, oldest first. */
  notes: z.array(z.object({ id, at: instant, author: z.string(), text: z.string() })),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: instant,
      status: z.enum(orderStatuses),
      /** pt-BR. */
      reason: z.string().nullable(),
      /** Name of the person who did it; null if the product did it by itself. */
      actor: z.string().nullable(),
    }),
  ),
});
export type OrderDetails = z.infer<typeof OrderDetails>;

/** POST /v1/order/tags: the store's tags, the most used first. */
export const OrderTagsAnswer = Done.extend({
  tags: z.array(z.object({ tag: z.string(), orders: z.number().int() })),
});

/** POST /v1/order */
export const OrderListAnswer = Done.extend({
  /** Newest first. */
  response: z.array(Order),
  /** Counts all orders of the store, not only this page's. */
  counters: z.object({
    total: z.number().int(),
    completed: z.number().int(),
    pending: z.number().int(),
    /** Orders whose money arrived, as the figures count them: given back or not, and no gifts. */
    paid: z.number().int(),
  }),
  /** Where the list is narrowed to a mark: how many orders have it, and the reais that went back of them, else their totals. */
  marked: z.object({ count: z.number().int(), value: z.number() }).nullable(),
  /** `cursor` of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type OrderListAnswer = z.infer<typeof OrderListAnswer>;

/** Many unpaid orders of few networks. */
export const JunkWave = z.object({
  orders: z.number().int(),
  networks: z.number().int(),
  /** Minutes between its first and its last order. */
  minutes: z.number().int(),
  /** Units of stock that the orders hold. */
  units: z.number().int(),
  /** Uses of coupons that the orders hold. */
  coupons: z.number().int(),
  /** The same in words, pt-BR. */
  text: z.string(),
});
export type JunkWave = z.infer<typeof JunkWave>;
/** POST /v1/order/wave */
export const JunkWaveAnswer = Done.extend({ wave: JunkWave.nullable() });
/** POST /v1/order/wave/end */
export const JunkWaveEnded = Done.extend({
  /** Number of orders that are being cancelled. */
  ended: z.number().int(),
});
