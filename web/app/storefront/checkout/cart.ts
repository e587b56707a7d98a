import type { PublicProduct } from '@vitrine/contract/catalog';
import { toCentavos, toReais } from '@vitrine/contract/money';
import { checkoutTexts, orderPaymentMethods } from '@vitrine/contract/order-words';
import type { OrderQuoteAnswer } from '@vitrine/contract/orders';
import { shopLimits } from '@vitrine/contract/shop-limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import type { Draft } from './draft.ts';

/** The pure parts of the checkout: lines, checks, and the sent body. The server prices and checks everything again. */

/** Exactly the server's `variable_required` (cart.test.ts compares). Its whole table is too big for a phone. */
export const questionsText = 'Responda às perguntas obrigatórias.';
/** Exactly the server's `server_required`. */
export const serverText = 'Escolha o servidor em que você joga.';

/** A game server of which the buyer may choose; the store's first one comes first. */
export type Server = OrderQuoteAnswer['servers'][number];

export interface CartLine {
  product: PublicProduct;
  quantity: number;
  /** Most units of this product in this cart, by stock, limit per customer and the one-unit rule. At least 1. */
  max: number;
  soldOut: boolean;
}

/** Sums in reais, as the server quotes them. */
export interface Totals {
  subtotal: number;
  discount: number;
  total: number;
}

export function cartLine(product: PublicProduct, quantity: number): CartLine {
  const { stock, buylimit, single } = product;
  const max = Math.max(
    1,
    Math.min(
      shopLimits.quantityMax,
      stock ?? shopLimits.quantityMax,
      buylimit ?? shopLimits.quantityMax,
      single ? 1 : Infinity,
    ),
  );
  return { product, quantity: Math.min(Math.max(1, quantity), max), max, soldOut: stock !== null && stock <= 0 };
}

/** Reais of a line, without the rounding errors of binary numbers. */
export function lineValue({ product, quantity }: CartLine): number {
  return toReais(toCentavos(product.price) * quantity);
}

/** The summary's figures until the server's arrive. */
export function localTotals(lines: readonly CartLine[]): Totals {
  const centavos = lines.reduce((sum, line) => sum + toCentavos(lineValue(line)), 0);
  return { subtotal: toReais(centavos), discount: 0, total: toReais(centavos) };
}

/** The store's questions that the products of this cart ask. */
export function questionsOf(questions: readonly CheckoutQuestion[], lines: readonly CartLine[]): CheckoutQuestion[] {
  const ids = new Set(lines.map(({ product }) => product.idProduct));
  return questions.filter(({ products }) => products.length === 0 || products.some((id) => ids.has(id)));
}

export type FieldName =
  | 'serverId'
  | 'clientId'
  | 'discordId'
  | 'email'
  | 'name'
  | 'coupon'
  | 'paymentMethod'
  | 'variables';

/** Why a form is not sent: the alert's text, and its field. */
export interface Problem {
  text: string;
  field?: FieldName;
  /** Which question, if `field` is `variables`. */
  question?: string;
}

const digits = (text: string) => text.replace(/\D/g, '');

/** A typed city id, `# 1.042` included. Undefined for anything but 1 to 2 147 483 647. */
export function cityIdOf(text: string): number | undefined {
  if (!/^#?[\d.\s]+$/.test(text.trim())) return undefined;
  const value = Number(digits(text));
  return value >= 1 && value <= shopLimits.cityIdMax ? value : undefined;
}

/** The checks of SPEC.md section 5, Checkout, in its order. Undefined when the form may be sent. */
export function problemOf(
  draft: Draft,
  lines: readonly CartLine[],
  questions: readonly CheckoutQuestion[],
  servers: readonly Server[] = [],
): Problem | undefined {
  if (draft.clientId.trim() === '') return { text: checkoutTexts.ids, field: 'clientId' };
  if (draft.discordId.trim() === '') return { text: checkoutTexts.ids, field: 'discordId' };
  if (draft.paymentMethod === '') return { text: checkoutTexts.method, field: 'paymentMethod' };
  if (!orderPaymentMethods.includes(draft.paymentMethod)) {
    return { text: checkoutTexts.invalidMethod, field: 'paymentMethod' };
  }
  if (lines.length === 0) return { text: checkoutTexts.empty };
  if (cityIdOf(draft.clientId) === undefined) return { text: checkoutTexts.cityId, field: 'clientId' };
  if (!/^\d{17,20}$/.test(draft.discordId.trim())) return { text: checkoutTexts.discordId, field: 'discordId' };
  const email = draft.email.trim();
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) {
    return { text: checkoutTexts.email, field: 'email' };
  }
  if (servers.length > 0 && serverIn(draft, servers) === undefined) return { text: serverText, field: 'serverId' };
  const unanswered = questionsOf(questions, lines).find(
    ({ name, required }) => required && !draft.answers[name]?.trim(),
  );
  return unanswered && { text: questionsText, field: 'variables', question: unanswered.name };
}

/** The chosen server if it is still one of those to choose from. */
export const serverIn = ({ serverId }: Draft, servers: readonly Server[]): Server | undefined =>
  servers.find(({ id }) => id === serverId);

/** The fields that the order's button still waits for, in words. Empty when it can be pressed. */
export function missingParts(draft: Draft): string[] {
  const missing: string[] = [];
  if (draft.clientId.trim() === '') missing.push('ID da Cidade');
  if (draft.discordId.trim() === '') missing.push('ID do Discord');
  if (draft.paymentMethod === '') missing.push('forma de pagamento');
  return missing;
}

const idProducts = (lines: readonly CartLine[]) =>
  lines.map(({ product, quantity }) => ({ id: product.idProduct, quantity }));

/** Body of the quote and the coupon's check, with the buyer's ids: a coupon may allow one use per person. */
export function quoteBody(subdomain: string, draft: Draft, lines: readonly CartLine[]) {
  const clientId = cityIdOf(draft.clientId);
  const email = draft.email.trim();
  const discordId = draft.discordId.trim();
  return {
    subdomain,
    idProducts: idProducts(lines),
    ...(clientId === undefined ? {} : { clientId }),
    ...(email === '' ? {} : { email }),
    ...(discordId === '' ? {} : { discordId }),
  };
}

/** Body of `POST /order/create` (SPEC.md section 7): the city id as an integer, optional fields only if filled. */
export function orderBody(
  subdomain: string,
  draft: Draft,
  lines: readonly CartLine[],
  questions: readonly CheckoutQuestion[],
  servers: readonly Server[] = [],
) {
  const server = serverIn(draft, servers);
  const name = draft.name.trim();
  const answers = questionsOf(questions, lines)
    .map((question) => [question.name, draft.answers[question.name]?.trim() ?? ''] as const)
    .filter(([, answer]) => answer !== '');
  return {
    ...quoteBody(subdomain, draft, lines),
    paymentMethod: draft.paymentMethod,
    ...(name === '' ? {} : { name }),
    ...(server ? { serverId: server.id } : {}),
    ...(draft.coupon === null ? {} : { coupon: draft.coupon }),
    ...(answers.length === 0 ? {} : { variables: Object.fromEntries(answers) }),
  };
}

/** The form's place for a refusal of the server: from its code, and from its field if it is a question. */
export function placeOfRefusal(code: string, field?: string): Pick<Problem, 'field' | 'question'> {
  const question = /^variables\.(.+)$/.exec(field ?? '')?.[1];
  if (question) return { field: 'variables', question };
  const found = fieldOfRefusal(code);
  return found ? { field: found } : {};
}

function fieldOfRefusal(code: string): FieldName | undefined {
  if (code.startsWith('server_')) return 'serverId';
  if (code === 'coupon_needs_city_id' || code.startsWith('city_id_')) return 'clientId';
  if (code === 'coupon_needs_discord') return 'discordId';
  if (code === 'coupon_needs_email' || code === 'payer_email_refused') return 'email';
  if (code.startsWith('coupon_')) return 'coupon';
  return code.startsWith('variable_') ? 'variables' : undefined;
}

/** Refusals that say that the page is out of date. Everything is loaded again. */
const outdated = new Set([
  'product_unavailable',
  'out_of_stock',
  'buy_limit',
  'vehicle_quantity',
  'price_changed',
  'total_changed',
  'server_not_found',
  'server_required',
]);
export const isOutdated = (code: string) => outdated.has(code);
