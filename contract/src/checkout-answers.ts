import { z } from 'zod';
import { Aftermath } from './aftermath.ts';
import { PendingApproval } from './approvals.ts';
import { Done, id, instant } from './common.ts';
import { identityKinds } from './identity.ts';
import { OrderItem } from './order-answers.ts';
import { deliveryStates, handovers, orderPaymentMethods, orderStatuses, paymentStatuses } from './order-words.ts';

/** Answers to buyers: schemas for the server only, so they are apart from orders.ts, which forms load. */

/** A line of a quote. A problem says why it cannot be bought in this state, in pt-BR. */
export const QuoteLine = z.object({
  id,
  name: z.string(),
  quantity: z.number().int(),
  /** Reais of one unit. */
  price: z.number(),
  /** Reais of the line, before the discount. */
  value: z.number(),
  /** Reais. */
  discount: z.number(),
  problem: z.object({ code: z.string(), error: z.string() }).nullable(),
  /** The answers to the product's options, as they were sent. */
  options: z.record(z.string(), z.string()),
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** An id that the buyer types. For `city_id` it goes into `clientId`, else into `identities`. */
export const AskedIdentity = z.object({
  kind: z.enum(identityKinds),
  /** pt-BR. */
  label: z.string(),
  help: z.string(),
  example: z.string(),
  /** A regular expression for what may be typed, without spaces around. */
  pattern: z.string(),
  /** What to say of anything else, pt-BR. */
  problem: z.string(),
});
export type AskedIdentity = z.infer<typeof AskedIdentity>;

/** POST /v1/order/quote; all sums in reais. */
export const OrderQuoteAnswer = Done.extend({
  lines: z.array(QuoteLine),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  /** null without a coupon; `error` says why the coupon is not valid. */
  coupon: z.object({ code: z.string(), error: z.string().nullable() }).nullable(),
  /** The servers of which the buyer must choose one, the store's first one first; empty where nothing is to be chosen. */
  servers: z.array(z.object({ id, name: z.string(), online: z.boolean(), identities: z.array(AskedIdentity) })),
  /** The ids that the cart needs of its buyer, besides the Discord id. With `servers`: those until one is chosen. */
  identities: z.array(AskedIdentity),
});
export type OrderQuoteAnswer = z.infer<typeof OrderQuoteAnswer>;

/** POST /v1/city/check */
export const CityCheckAnswer = Done.extend({
  /** `unknown`: the city could not answer now. `none`: no game server of the store answers, so nothing is checked. */
  result: z.enum(['found', 'missing', 'unknown', 'none']),
  /** The character's name with most letters hidden, `Jo** Si***`; null if there is none to show. */
  name: z.string().nullable(),
  /** The store sells only to ids that its city has confirmed. */
  required: z.boolean(),
});
export type CityCheckAnswer = z.infer<typeof CityCheckAnswer>;

/** POST /v1/discord/check */
export const DiscordCheckAnswer = Done.extend({
  /**
   * `not_member`: the account is not in the store's Discord server. `missing`: Discord has no such account. `unknown`: Discord
   * could not say now. `none`: the store has no Discord server, so nothing is checked.
   */
  result: z.enum(['member', 'not_member', 'missing', 'unknown', 'none']),
});
export type DiscordCheckAnswer = z.infer<typeof DiscordCheckAnswer>;

/** POST /v1/order/create and /v1/order/pay: `init_point` is the payment page, or the page of a paid order. */
export const OrderCreateAnswer = Done.extend({
  data: z.object({ external_reference: z.string(), payment: z.object({ init_point: z.string() }) }),
});
export type OrderCreateAnswer = z.infer<typeof OrderCreateAnswer>;

/** POST /v1/order/manual: the names of the new order, or that it waits for another person. */
export const OrderGiven = z.discriminatedUnion('result', [
  Done.extend({
    result: z.literal('done'),
    order: z.object({ _id: id, number: z.number().int(), external_reference: z.string() }),
  }),
  PendingApproval,
]);

/** POST /v1/order/own */
export const OrderOwnAnswer = Done.extend({ own: z.boolean() });

/** POST /v1/order/withdraw */
export const OrderWithdrawAnswer = Done.extend({
  /**
   * `refunded`: the money is back. `refunding`: it is on its way. `refused`: nothing is delivered, but the provider
   * does not refund now; asking again tries again. `requested`: the store was told and must act.
   */
  result: z.enum(['refunded', 'refunding', 'refused', 'requested']),
  /** The result in words, pt-BR. */
  message: z.string(),
});
export type OrderWithdrawAnswer = z.infer<typeof OrderWithdrawAnswer>;

export const PublicDelivery = z.object({
  id,
  product: z.string(),
  text: z.string(),
  state: z.enum(deliveryStates),
  phase: z.enum(['confirmation', 'expiration', 'reversal']),
  /** The store sent these goods again after they were delivered. */
  resent: z.boolean(),
  /** The server took a command and does not report what it did. So we know that it was handed over, and not whether it worked. */
  unconfirmed: z.boolean(),
  message: z.string().nullable(),
  hint: z.string().nullable(),
  /** What its end took back, what stays and what is owed; null while nothing ended. */
  aftermath: Aftermath.nullable(),
  dueAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type PublicDelivery = z.infer<typeof PublicDelivery>;

/** The part of an order that the buyer may see, without contact data. All sums are in reais. */
export const PublicOrder = z.object({
  _id: id,
  number: z.number().int(),
  external_reference: z.string(),
  status: z.enum(orderStatuses),
  date: instant,
  value: z.number(),
  discount: z.number(),
  finalvalue: z.number(),
  coupon: z.string().nullable(),
  paymentMethod: z.enum([...orderPaymentMethods, 'manual']),
  name: z.array(OrderItem.omit({ productId: true })),
  products: z.array(OrderItem.omit({ _id: true, productId: true })),
  note: z.string().nullable(),
  store: z.object({ name: z.string(), subdomain: z.string(), url: z.string() }),
  payment: z
    .object({
      status: z.enum(paymentStatuses),
      /** Pix copy-and-paste text while the order can be paid. */
      pixCode: z.string().nullable(),
      pixQrSvg: z.string().nullable(),
      expiresAt: instant.nullable(),
      /** Payment address for card and Checkout Pro. */
      payUrl: z.string().nullable(),
      /** Where another person pays the Pix code, without the order's reference; null without a code. */
      shareUrl: z.string().nullable(),
    })
    .nullable(),
  /** The payment that paid this order, and what of it went back; null while nobody paid. Sums in reais. */
  paid: z
    .object({
      /** The payment's number at the provider. */
      number: z.string().nullable(),
      at: instant,
      value: z.number(),
      returned: z.number(),
      returnedAt: instant.nullable(),
      /** The buyer's bank took the money back. */
      contested: z.boolean(),
    })
    .nullable(),
  deliveries: z.array(PublicDelivery),
  /** Who hands over what was bought, known before it is paid: our `deliveries`, the store itself, or both. */
  handover: z.enum(handovers),
  /** For whom it was bought, as anybody with the address may see it: everything is masked except a city id. */
  buyer: z.object({
    name: z.string().nullable(),
    ids: z.array(z.object({ kind: z.enum(identityKinds), label: z.string(), value: z.string() })),
  }),
  /** Whether the shop shows the buyer's masked name; null if the buyer cannot allow it. */
  nameShown: z.boolean().nullable(),
  /** The kinds of ids that the buyer may still correct, in the browser that placed the order or with its Discord login. */
  correctable: z.array(z.enum(identityKinds)),
  /** Until when the buyer may withdraw; null if that is not possible, or no longer. */
  withdrawUntil: instant.nullable(),
  /** The state of a withdrawal while its order is not cancelled yet, as in `OrderWithdrawAnswer`; otherwise null. */
  withdrawal: z.object({ result: z.enum(['refunding', 'refused', 'requested']), message: z.string() }).nullable(),
});
export type PublicOrder = z.infer<typeof PublicOrder>;

/** What another person sees of an order whose Pix they pay: nothing of its buyer, and no way to the order. */
export const SharedPix = z.object({
  /** `over`: it can no longer be paid here, because the order ended, has another method now, or its time is over. */
  state: z.enum(['waiting', 'paid', 'over']),
  /** In reais. */
  value: z.number(),
  pixCode: z.string().nullable(),
  pixQrSvg: z.string().nullable(),
  expiresAt: instant.nullable(),
  /** When the order was placed. */
  date: instant,
});
export type SharedPix = z.infer<typeof SharedPix>;

/** GET /v1/pix/{share} */
export const SharedPixAnswer = Done.extend({ response: SharedPix });

/** GET /v1/order/{external_reference} */
export const PublicOrderAnswer = Done.extend({ response: PublicOrder });
