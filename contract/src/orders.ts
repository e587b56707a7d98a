import { z } from 'zod';
import { id, line, reais, requiredLine, requiredText, subdomain, text } from './common.ts';
import { identities, unfinishedIdentities } from './identity-input.ts';
import { limits } from './limits.ts';
import { toCentavos } from './money.ts';
import { checkoutTexts, orderMarks, orderPaymentMethods, orderStatuses } from './order-words.ts';

export type {
  AskedIdentity,
  CityCheckAnswer,
  DiscordCheckAnswer,
  OrderCreateAnswer,
  OrderQuoteAnswer,
  OrderWithdrawAnswer,
  PublicDelivery,
  PublicOrder,
  QuoteLine,
  SharedPix,
} from './checkout-answers.ts';
export type {
  Delivery,
  JunkWave,
  Order,
  OrderDetails,
  OrderItem,
  OrderKind,
  OrderListAnswer,
  PaymentHistory,
  RefundPreview,
  RefundTold,
} from './order-answers.ts';
export * from './order-words.ts';

/** Orders, their payments and what the buyer sees (SPEC.md sections 2 to 5 and 7; DECISIONS.md, Orders, payments). */

export const OrderLine = z.object({
  id,
  quantity: z.number().int().min(1).max(limits.quantityMax).default(1),
  /** Answers to the product's options, by name. Lines of one product with other answers stay lines of their own. */
  options: z.record(z.string().max(limits.variableNameMax), text(limits.variableValueMax)).optional(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** City id, an integer from 1 to 2 147 483 647. */
const cityId = z
  .number({ error: (issue) => (issue.input === undefined ? checkoutTexts.ids : checkoutTexts.cityId) })
  .int(checkoutTexts.cityId)
  .min(1, checkoutTexts.cityId)
  .max(limits.cityIdMax, checkoutTexts.cityId);

const discordId = z
  .string({ error: checkoutTexts.ids })
  .trim()
  .min(1, checkoutTexts.ids)
  .regex(/^\d{17,20}$/, checkoutTexts.discordId);

/** The proof of work that a browser must do after its network left many orders unpaid (`proof_required`). */
export interface ProofChallenge {
  challenge: string;
  puzzles: number;
  /** SHA-256 of `challenge:puzzle:answer` must start with this many zero bits, for each puzzle from 0. */
  bits: number;
}
export const ProofOfWork = z.object({
  challenge: z.string().max(200),
  answers: z.array(z.number().int().min(0).max(4_294_967_295)).max(16),
});
export type ProofOfWork = z.infer<typeof ProofOfWork>;

const emailAddress = z.email();

/** A secret that the shop's page keeps in the buyer's browser. It proves whose unpaid order it is. */
const browserKey = z.string().regex(/^[0-9a-f]{32}$/);
const reference = z.string().min(1).max(64);

/** POST /v1/order/create. Calls with the same header `Idempotency-Key` make one order. */
export const OrderCreate = z.object({
  /** Required where a server of the cart asks for it; ignored elsewhere. */
  clientId: cityId.optional(),
  /** The other ids that the cart's servers ask for: the kinds of the quote's `identities`. */
  identities: identities.optional(),
  subdomain: subdomain.optional(),
  paymentMethod: z.enum(orderPaymentMethods, {
    error: (issue) =>
      issue.input === undefined || issue.input === '' ? checkoutTexts.method : checkoutTexts.invalidMethod,
  }),
  idProducts: z.array(OrderLine, { error: checkoutTexts.empty }).min(1, checkoutTexts.empty).max(limits.orderLinesMax),
  discordId,
  name: line(limits.customerNameMax).optional(),
  email: z
    .string()
    .trim()
    .max(limits.emailMax, checkoutTexts.email)
    .refine((value) => emailAddress.safeParse(value).success, checkoutTexts.email)
    .optional(),
  coupon: text(limits.discountCodeMax).optional(),
  /** The total that the buyer saw. It sets no price: with another total the order is refused (`total_changed`). */
  seenTotal: z.number().min(0).transform(toCentavos).optional(),
  /** Answers to the store's questions, by variable name. */
  variables: z.record(z.string().max(limits.variableNameMax), text(limits.variableValueMax)).optional(),
  /** Where the buyer plays, for products whose server the buyer chooses: an id of the quote's `servers`. */
  serverId: z.string().trim().min(1).max(40).optional(),
  /** The solved proof of work after `proof_required`. A repeat with another proof is still the same order. */
  proof: ProofOfWork.optional(),
  /** With it the buyer has one unpaid order: the same cart again continues it, another one is refused (`order_pending`). */
  buyer: browserKey.optional(),
  /** The buyer's unpaid order that this one takes the place of. It ends in the transaction that places this one. */
  replaces: reference.optional(),
});
export type OrderCreate = z.infer<typeof OrderCreate>;

/** POST /v1/order/quote: the prices of a cart and what may be bought of it, by the same function that prices orders. */
export const OrderQuote = z.object({
  subdomain: subdomain.optional(),
  idProducts: z.array(OrderLine).max(limits.orderLinesMax),
  coupon: text(limits.discountCodeMax).optional(),
  clientId: z.number().int().optional(),
  identities: unfinishedIdentities.optional(),
  email: text(limits.emailMax).optional(),
  discordId: text(30).optional(),
  /** With it, the stock and the coupon that the buyer's own unpaid order holds refuse nothing. */
  buyer: browserKey.optional(),
});

/** POST /v1/city/check: asks the connected city who has a city id. */
export const CityCheck = z.object({ subdomain: subdomain.optional(), clientId: cityId });

/** POST /v1/discord/check: asks Discord whether somebody with this id is in the store's server. */
export const DiscordCheck = z.object({ subdomain: subdomain.optional(), discordId });

/** POST /v1/order/pay: makes a pending order payable again, by another method if one is named. */
export const OrderPay = z.object({
  external_reference: z.string().min(1).max(64),
  paymentMethod: z.enum(orderPaymentMethods, { error: checkoutTexts.invalidMethod }).optional(),
});

/** POST /v1/order/discard: the buyer ends their own unpaid order. Also the body of POST /v1/order/own. */
export const OrderDiscard = z.object({ external_reference: reference, buyer: browserKey.optional() });

/** POST /v1/order/name: whether the shop may show the buyer's masked name. */
export const OrderName = OrderDiscard.extend({ shown: z.boolean() });

/** POST /v1/order/correct: the buyer corrects the ids of a paid order. An id that is absent stays. */
export const OrderCorrect = OrderDiscard.extend({
  clientId: cityId.optional(),
  discordId: discordId.optional(),
  identities: identities.optional(),
});

/** POST /v1/order/withdraw (CDC, article 49): the order's own Discord id proves who the buyer is. */
export const OrderWithdraw = z.object({
  external_reference: z.string().min(1).max(64),
  discordId: z.string().trim().min(1).max(30),
});
/** POST /v1/order/details and /v1/order/cancel */
export const OrderTarget = z.object({ subdomain: subdomain.optional(), id });

/** POST /v1/order: the list. Without paging, the newest 200. */
export const OrderList = z.object({
  subdomain: subdomain.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(limits.listDefault).optional(),
  status: z.enum(['all', ...orderStatuses]).optional(),
  /** Only orders with this tag. */
  tag: line(limits.orderTagMax).optional(),
  /** Only orders with this mark. */
  mark: z.enum(orderMarks).optional(),
  /** Number, id of a player, Discord id, or beginnings of words in the buyer's name or e-mail. */
  search: text(100).optional(),
  /** Only these orders. A list on a screen names the orders that changed, and reads them again. */
  ids: z.array(id).max(100).optional(),
});

/** What goes back: units of these items, or an amount; the whole rest where both are absent. */
const refundChoice = {
  items: z
    .array(z.object({ id, quantity: z.number().int().min(1).max(limits.quantityMax) }))
    .min(1, 'Escolha o que devolver.')
    .max(limits.orderLinesMax)
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, 'Escolha cada item uma vez.')
    .optional(),
  value: reais('Informe o valor a devolver.')
    .refine((centavos) => centavos > 0, 'Informe o valor a devolver.')
    .optional(),
};
const isOneChoice = ({ items, value }: { items?: unknown; value?: unknown }) =>
  items === undefined || value === undefined;
const oneChoice = { error: 'Escolha itens ou um valor.', path: ['value'] };

/** POST /v1/order/refund/preview */
export const OrderRefundPreview = z
  .object({ subdomain: subdomain.optional(), id, ...refundChoice })
  .refine(isOneChoice, oneChoice);

/** POST /v1/order/refund. With `seen`, the amount that the person saw, another amount is refused (`refund_changed`). */
export const OrderRefund = z
  .object({
    subdomain: subdomain.optional(),
    id,
    reason: text(300).optional(),
    ...refundChoice,
    seen: reais('Valor inválido.').optional(),
  })
  .refine(isOneChoice, oneChoice);

/** POST /v1/order/notes/create */
export const OrderNoteCreate = z.object({
  subdomain: subdomain.optional(),
  id,
  note: requiredText(limits.orderNoteMax, 'Escreva a anotação.'),
});
/** POST /v1/order/notes/delete: `id` is the order's. */
export const OrderNoteDelete = z.object({ subdomain: subdomain.optional(), id, note: id });
const tag = requiredLine(limits.orderTagMax, `Escreva uma etiqueta de até ${limits.orderTagMax} letras.`);
/**
 * POST /v1/order/tags/edit: all tags of the order. Tags that differ only in capitals are one. With `seen`, the tags that the
 * sender knew, only what differs from them changes: what another person tagged meanwhile stays.
 */
export const OrderTagsEdit = z.object({
  subdomain: subdomain.optional(),
  id,
  tags: z.array(tag).max(limits.orderTagsMax, `Um pedido tem no máximo ${limits.orderTagsMax} etiquetas.`),
  seen: z.array(tag).max(limits.orderTagsMax).optional(),
});

/** POST /v1/order/manual: gives goods without payment, with a reason. */
export const OrderManual = OrderCreate.omit({
  paymentMethod: true,
  coupon: true,
  seenTotal: true,
  proof: true,
  buyer: true,
  replaces: true,
}).extend({
  reason: text(300),
});
