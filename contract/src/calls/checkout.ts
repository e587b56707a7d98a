import {
  CityCheckAnswer,
  DiscordCheckAnswer,
  OrderCreateAnswer,
  OrderGiven,
  OrderQuoteAnswer,
} from '../checkout-answers.ts';
import { identityRules } from '../identity.ts';
import { CityCheck, DiscordCheck, OrderCreate, OrderManual, OrderQuote } from '../orders.ts';
import { call } from './call.ts';
import { Idempotent } from './headers.ts';
import { orderExample } from './order-example.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const { _id, number, external_reference } = orderExample;
const { label, help, example, pattern, problem } = identityRules.city_id;
const cityIdAsked = { kind: 'city_id', label, help, example, pattern: pattern.source, problem } as const;
const buyer = { clientId: 57, discordId: '123456789012345678', name: 'João Silva', email: 'joao@exemplo.com.br' };
const line = { id: '06h0dkk4a1cn', quantity: 1, options: { placa: 'ABC12D34' } };

/** Refusals of any order: because of its cart, player, server or answers, or because its idempotency key belongs to another order. */
export const orderRefusals = [
  'product_unavailable',
  'out_of_stock',
  'buy_limit',
  'vehicle_quantity',
  'order_total_limit',
  'variable_required',
  'variable_unsafe',
  'identity_required',
  'server_required',
  'server_not_found',
  'option_required',
  'option_invalid',
  'price_changed',
  'idempotency_mismatch',
  'unavailable',
] as const;

/** Placing orders (SPEC.md section 7; DECISIONS.md, The API). */
export const checkout = {
  'POST /city/check': call({
    id: 'checkCityId',
    access: 'shopper',
    limit: 'cityCheck',
    says: 'Tells who is behind a city id, as far as the connected city tells within two seconds.',
    body: CityCheck,
    answer: CityCheckAnswer,
    refusals: [],
    example: {
      body: { subdomain, clientId: buyer.clientId },
      answer: { ...done, result: 'found', name: 'Jo** Si***', required: false },
    },
  }),
  'POST /discord/check': call({
    id: 'checkDiscordId',
    access: 'shopper',
    limit: 'discordCheck',
    says: "Tells whether the account with a Discord id exists and is in the store's Discord server, without a name.",
    body: DiscordCheck,
    answer: DiscordCheckAnswer,
    refusals: [],
    example: {
      body: { subdomain, discordId: buyer.discordId },
      answer: { ...done, result: 'member' },
    },
  }),
  'POST /order/quote': call({
    id: 'quoteCart',
    access: 'shopper',
    limit: 'quote',
    alsoReads: ['customer'],
    says: 'Prices a cart as an order would be priced, and tells which lines cannot be bought as they are.',
    body: OrderQuote,
    answer: OrderQuoteAnswer,
    refusals: ['rate_limited'],
    example: {
      body: { subdomain, idProducts: [line], coupon: 'NATAL10', clientId: buyer.clientId },
      answer: {
        ...done,
        lines: [{ ...line, name: 'VIP Ouro', price: 29.9, value: 29.9, discount: 2.99, problem: null }],
        subtotal: 29.9,
        discount: 2.99,
        total: 26.91,
        coupon: { code: 'NATAL10', error: null },
        servers: [{ id: '06h0dkm2c5bz', name: 'Cidade Alta', online: true, identities: [cityIdAsked] }],
        identities: [cityIdAsked],
      },
    },
  }),
  'POST /order/create': call({
    id: 'placeOrder',
    access: 'shopper',
    whileClosed: 'handler',
    limit: 'order',
    alsoReads: ['customer'],
    says: 'Places an order and tells where to pay it.',
    headers: Idempotent,
    body: OrderCreate,
    answer: OrderCreateAnswer,
    refusals: [
      ...orderRefusals,
      'store_closed',
      'city_id_unknown',
      'city_id_unconfirmed',
      'discord_id_unknown',
      'buyer_blocked',
      'coupon_unknown',
      'coupon_inactive',
      'coupon_expired',
      'coupon_held',
      'coupon_exhausted',
      'coupon_minimum',
      'coupon_not_for_products',
      'coupon_used',
      'coupon_needs_city_id',
      'coupon_needs_email',
      'coupon_needs_discord',
      'total_changed',
      'order_pending',
      'order_just_paid',
      'order_end_later',
      'order_not_payable',
      'proof_required',
      'unpaid_limit',
      'unpaid_share',
      'payments_not_configured',
      'payment_start_failed',
      'payer_email_refused',
      'idempotency_in_flight',
      'rate_limited',
    ],
    example: {
      body: { subdomain, ...buyer, paymentMethod: 'pix', idProducts: [line], seenTotal: 29.9 },
      answer: {
        ...done,
        data: {
          external_reference,
          payment: { init_point: `https://cidadealta.vitrine.exemplo/checkout/pix/${external_reference}` },
        },
      },
    },
  }),
  'POST /order/manual': call({
    id: 'giveOrder',
    access: 'orders.give',
    proven: true,
    says: 'Gives goods without a payment, for a reason, or asks a second person for it where the store wants two.',
    headers: Idempotent,
    body: OrderManual,
    answer: OrderGiven,
    refusals: ['reason_required', 'approval_over', 'approval_limit', ...orderRefusals],
    example: {
      body: { subdomain, ...buyer, idProducts: [line], reason: 'Prêmio do sorteio' },
      answer: { ...done, result: 'done', order: { _id, number, external_reference } },
    },
  }),
};
