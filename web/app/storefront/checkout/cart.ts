import type { PublicProduct } from '@vitrine/contract/catalog';
import type { TypedKind } from '@vitrine/contract/identity';
import { toCentavos, toReais } from '@vitrine/contract/money';
import { checkoutTexts, orderPaymentMethods } from '@vitrine/contract/order-words';
import type { OrderQuoteAnswer } from '@vitrine/contract/orders';
import { shopLimits } from '@vitrine/contract/shop-limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { cityIdOf } from './city-id.ts';
import { type Draft, lineOf } from './draft.ts';

/** The pure parts of the checkout: lines, checks, and the sent body. The server prices and checks everything again. */

/** Exactly the server's `variable_required` (cart.test.ts compares). Its whole table is too big for a phone. */
export const questionsText = 'Responda às perguntas obrigatórias.';
export const questionText = 'Responda a esta pergunta.';
/** Exactly the server's `server_required`. */
export const serverText = 'Escolha o servidor em que você joga.';

/** A game server that the buyer may choose; the store's first one comes first. */
export type Server = OrderQuoteAnswer['servers'][number];
/** An id of the player that the cart asks for. */
export type Asked = OrderQuoteAnswer['identities'][number];
type AskedText = Asked & { kind: TypedKind };
const isText = (one: Asked): one is AskedText => one.kind !== 'city_id' && one.kind !== 'discord_id';

/** What decides which ids are asked for, as the last quote said. Before the first quote a city id is asked for, as in most stores. */
export interface AskedOf {
  servers: readonly Server[];
  /** Undefined before the first quote. */
  identities: readonly Asked[] | undefined;
}

/** The ids to ask for: whether the city id, its own words (`city`, undefined for the usual ones), and the others. */
export function askedIn(draft: Draft, { servers, identities }: AskedOf) {
  const asked = serverIn(draft, servers)?.identities ?? identities;
  const city = asked?.find(({ kind }) => kind === 'city_id');
  return { asksCity: !asked || city !== undefined, city, others: asked?.filter(isText) ?? [] };
}

/**
 * A product in the cart. `key`: its line (draft.ts). `was`: its first price on this page, in reais, if the price changed
 * meanwhile.
 */
export type CartProduct = PublicProduct & { key: string; was?: number };

export interface CartLine {
  product: CartProduct;
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

export function cartLine(product: CartProduct, quantity: number): CartLine {
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
  | 'identities'
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
  /** Which question if `field` is `variables`, which kind if it is `identities`. */
  question?: string;
  /** All questions without an answer, if that is the problem. */
  open?: string[];
  /** The buyer's unpaid order with another cart, whose place this cart may take. */
  own?: string | undefined;
}

/** The city id's field in the usual words (`identityRules`, which a phone need not load). */
export const CITY_LABEL = 'ID da Cidade';
export const CITY_HELP = 'O número do seu passaporte na cidade.';
const anybody: AskedOf = { servers: [], identities: undefined };
const typed = (draft: Draft, kind: string) => draft.identities[kind]?.trim() ?? '';

/** The checks of SPEC.md section 5, Checkout, in its order. Undefined when the form may be sent. */
export function problemOf(
  draft: Draft,
  lines: readonly CartLine[],
  questions: readonly CheckoutQuestion[],
  { servers, identities }: AskedOf = anybody,
): Problem | undefined {
  const { asksCity, others } = askedIn(draft, { servers, identities });
  if (asksCity && draft.clientId.trim() === '') return { text: checkoutTexts.ids, field: 'clientId' };
  const missing = others.find(({ kind }) => typed(draft, kind) === '');
  if (missing) return { text: `Preencha: ${missing.label}.`, field: 'identities', question: missing.kind };
  if (draft.discordId.trim() === '') return { text: checkoutTexts.ids, field: 'discordId' };
  if (draft.paymentMethod === '') return { text: checkoutTexts.method, field: 'paymentMethod' };
  if (!orderPaymentMethods.includes(draft.paymentMethod)) {
    return { text: checkoutTexts.invalidMethod, field: 'paymentMethod' };
  }
  if (lines.length === 0) return { text: checkoutTexts.empty };
  if (asksCity && cityIdOf(draft.clientId) === undefined) return { text: checkoutTexts.cityId, field: 'clientId' };
  const wrong = others.find(({ kind, pattern }) => !new RegExp(pattern).test(typed(draft, kind)));
  if (wrong) return { text: wrong.problem, field: 'identities', question: wrong.kind };
  if (!/^\d{17,20}$/.test(draft.discordId.trim())) return { text: checkoutTexts.discordId, field: 'discordId' };
  const email = draft.email.trim();
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) {
    return { text: checkoutTexts.email, field: 'email' };
  }
  if (servers.length > 0 && serverIn(draft, servers) === undefined) return { text: serverText, field: 'serverId' };
  const needed = questionsOf(questions, lines).filter(({ required }) => required);
  return unanswered(
    needed.map(({ name }) => name),
    Object.fromEntries(needed.map((question) => [question.name, answerTo(question, draft)])),
  );
}

/** The answer without spaces around. A choice that the store no longer offers counts as empty: the form shows 'Escolha' there. */
function answerTo({ name, answer, choices }: CheckoutQuestion, { answers }: Draft): string {
  const text = answers[name]?.trim() ?? '';
  return answer === 'choice' && !choices.includes(text) ? '' : text;
}

/** The problem if some of these questions have no answer. The first of them gets the focus. */
export function unanswered(names: readonly string[], answers: Draft['answers']): Problem | undefined {
  const open = names.filter((name) => !answers[name]?.trim());
  const [question] = open;
  if (question === undefined) return undefined;
  const text = open.length > 1 ? `Faltam ${open.length} respostas. ${questionsText}` : questionsText;
  return { text, field: 'variables', question, open };
}

/** The chosen server if it is still one of those to choose from. */
export const serverIn = ({ serverId }: Draft, servers: readonly Server[]): Server | undefined =>
  servers.find(({ id }) => id === serverId);

/** The fields that the order's button still waits for, in words. Empty when it can be pressed. */
export function missingParts(draft: Draft, askedOf: AskedOf = anybody): string[] {
  const { asksCity, city, others } = askedIn(draft, askedOf);
  const missing: string[] = [];
  if (asksCity && draft.clientId.trim() === '') missing.push(city?.label ?? CITY_LABEL);
  for (const { kind, label } of others) if (typed(draft, kind) === '') missing.push(label);
  if (draft.discordId.trim() === '') missing.push('ID do Discord');
  if (draft.paymentMethod === '') missing.push('forma de pagamento');
  return missing;
}

const idProducts = (lines: readonly CartLine[]) =>
  lines.map(({ product, quantity }) => ({ ...lineOf(product.key), quantity }));

/** Body of the quote and the coupon's check, with the buyer's ids: a coupon may allow one use per person. */
export function quoteBody(subdomain: string, draft: Draft, lines: readonly CartLine[], askedOf: AskedOf = anybody) {
  const { asksCity, others } = askedIn(draft, askedOf);
  const clientId = asksCity ? cityIdOf(draft.clientId) : undefined;
  const identities = others.map(({ kind }) => ({ kind, value: typed(draft, kind) })).filter(({ value }) => value);
  const email = draft.email.trim();
  const discordId = draft.discordId.trim();
  return {
    subdomain,
    idProducts: idProducts(lines),
    ...(clientId === undefined ? {} : { clientId }),
    ...(identities.length === 0 ? {} : { identities }),
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
  askedOf: AskedOf = anybody,
) {
  const server = serverIn(draft, askedOf.servers);
  const name = draft.name.trim();
  const answers = questionsOf(questions, lines)
    .map((question) => [question.name, answerTo(question, draft)] as const)
    .filter(([, answer]) => answer !== '');
  return {
    ...quoteBody(subdomain, draft, lines, askedOf),
    paymentMethod: draft.paymentMethod,
    ...(name === '' ? {} : { name }),
    ...(server ? { serverId: server.id } : {}),
    ...(draft.coupon === null ? {} : { coupon: draft.coupon }),
    ...(answers.length === 0 ? {} : { variables: Object.fromEntries(answers) }),
  };
}

/** The form's place for a refusal of the server: from its code, and from its field if it is a question. */
export function placeOfRefusal(code: string, field?: string): Pick<Problem, 'field' | 'question'> {
  const [, list, question] = /^(variables|identities)\.(.+)$/.exec(field ?? '') ?? [];
  if (question) return { field: list as 'variables' | 'identities', question };
  const found = fieldOfRefusal(code);
  return found ? { field: found } : {};
}

function fieldOfRefusal(code: string): FieldName | undefined {
  if (code.startsWith('server_')) return 'serverId';
  if (code === 'coupon_needs_city_id' || code.startsWith('city_id_')) return 'clientId';
  if (code === 'coupon_needs_discord' || code === 'discord_id_unknown') return 'discordId';
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
  // The owner changed how a server knows its players.
  'identity_required',
]);
export const isOutdated = (code: string) => outdated.has(code) || code.startsWith('option_');
