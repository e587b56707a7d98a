import { setTimeout as delay } from 'node:timers/promises';
import { serversReached } from '@vitrine/contract/action-servers';
import { type ErrorCode, errors } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import { formatCentavos } from '@vitrine/contract/money';
import type { OrderCreate, OrderPaymentMethod, ProofOfWork } from '@vitrine/contract/orders';
import { chosenOptions, type KeptOption } from '@vitrine/contract/product-options';
import { StoreSettings } from '@vitrine/contract/stores';
import pg from 'pg';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { newId, newReference } from '../../db/ids.ts';
import { isConflict, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { cityRefusal } from '../city/city-check.ts';
import { personHash } from '../discord/check/discord-check.ts';
import { couponIdentity } from '../discounts/discount.ts';
import { findCoupon } from '../discounts/find-coupon.ts';
import { priceCart } from '../discounts/price-cart.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { nextOrderNumber, skipTakenNumbers } from '../orders/number.ts';
import { adaptersFor } from '../payments/payment.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { checkAnswers } from '../variables/check-answers.ts';
import { isOverShare, type KnownLine, knownLines, lineProblem, mergeLines } from './cart.ts';
import { takeFreeOrder } from './free-orders.ts';
import type { Holder } from './holder.ts';
import { askedIds, playersTyped } from './ids/asked-ids.ts';
import { insertOrder, type OrderToPlace } from './insert-order.ts';
import { proofHash, proofRequired } from './proof-of-work.ts';
import { readCart } from './queries.ts';

/** The settings that placing needs. Only these are parsed, because most of a store's settings are the look of its shop. */
const CheckoutSettings = StoreSettings.pick({ pixMinutes: true, otherPaymentHours: true, cityCheck: true });

export type OrderInput = Omit<OrderCreate, 'paymentMethod' | 'subdomain' | 'proof' | 'buyer' | 'replaces'> & {
  paymentMethod: OrderPaymentMethod | 'manual';
};

/** An order that a member gives, and why. */
interface Given {
  kind: 'manual' | 'rehearsal';
  actor: Actor;
  reason: string;
  /** Name of the other member who asked for the order, if two people were needed. */
  asker?: string;
  /** Looks at what the order is worth, and throws if it may not be given. */
  judge?: (order: OrderToPlace) => void;
  /** `first` and `last` run in the transaction that writes the order, before it is written and after. */
  first?: (tx: Tx) => Promise<void>;
  last?: (tx: Tx, order: string) => Promise<void>;
}

export interface PlaceOptions {
  claim?: { key: string; hash: Buffer };
  /** Which member gives the order, and why. It costs nothing and has no limit per customer. A rehearsal holds no stock either. */
  given?: Given;
  /** The holder whose unpaid orders this one joins; absent for a gift. */
  holder?: Holder;
  /** The address whose unknown coupons are counted; absent for a gift. */
  address?: string;
  /** The solved proof of work, which a network that misbehaves needs. */
  proof?: ProofOfWork | undefined;
  /** The hashes of the buyer's browser and of what is ordered. With them, this becomes the buyer's one unpaid order. */
  buyer?: { key: Buffer; cart: Buffer } | undefined;
  /** The order's number, reserved by a caller that is in a transaction. */
  number?: number;
}

export interface PlacedOrder {
  id: string;
  reference: string;
  number: number;
  total: number;
}

/**
 * Prices, stock or coupon may change between pricing and placing. The cart is priced this many times before we give up.
 */
const PRICINGS = 3;
const CONFLICTS = 5;
/** The provider takes no Pix under 30 minutes, so its offer ends a minute after the order's own deadline. */
const PIX_MARGIN_SECONDS = 60;

/**
 * Prices a cart from our own rows and places the order: `pending` with its reservations, or completed at once if
 * there is nothing to pay. Refuses with a code and changes nothing. Answers undefined when another call claimed the
 * Idempotency-Key in this moment. Call it outside transactions.
 */
export async function placeOrder(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  input: OrderInput,
  options: PlaceOptions = {},
): Promise<PlacedOrder | undefined> {
  for (let pricing = 1; ; pricing++) {
    const order = await priceOrder({ db, config }, store, input, options);
    options.given?.judge?.(order);
    try {
      return await write({ db, config }, store, order, options.given);
    } catch (error) {
      const code = codeOf(error);
      if (!code) throw error;
      const stale = code === 'price_changed' || code === 'coupon_exhausted' || code === 'unavailable';
      if (!stale || pricing === PRICINGS) throw refusalOf(error, config, store, options);
      if (code === 'unavailable') await skipTakenNumbers(db, store);
    }
  }
}

/** The refusal for an error of the statement that places an order. Any other error is answered unchanged. */
export function refusalOf(error: unknown, { secret }: Config, store: StoreId, { holder }: PlaceOptions): unknown {
  const code = codeOf(error);
  if (code === 'proof_required' && holder) return proofRequired(secret, { store, holder: holder.key });
  return code ? new Refusal(code) : error;
}

/** The refusal's code; undefined for any other error. */
function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === 'VT001' && Object.hasOwn(errors, error.message)) return error.message as ErrorCode;
  if (error.code !== '23505') return undefined;
  // A process of another version gave the same number, so this order takes the next one.
  if (error.constraint === 'order_number_once') return 'unavailable';
  if (error.constraint === 'order_of_buyer_once' || error.constraint === 'order_of_login_once') return 'order_pending';
  if (error.constraint === 'order_rehearsal_once') return 'rehearsal_live';
  return error.constraint === 'discount_use_once' ? 'coupon_used' : undefined;
}

async function write(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  order: OrderToPlace,
  given: Given | undefined,
): Promise<PlacedOrder | undefined> {
  if (order.total === 0) {
    return await transaction(db, async (tx) => {
      await given?.first?.(tx);
      const placed = await writeOrder(tx, config, store, order);
      if (placed && given) await recordGiven(tx, store, order, given);
      if (placed) await given?.last?.(tx, placed.id);
      return placed;
    });
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return answerOf(order, await insertOrder(db, store, order));
    } catch (error) {
      if (attempt === CONFLICTS || !isConflict(error)) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** The entry of the log of changes for an order that a member gave. */
async function recordGiven(
  tx: Tx,
  store: StoreId,
  { id, number, subtotal }: OrderToPlace,
  { kind, actor, reason, asker }: Given,
) {
  const manual = kind === 'manual';
  const both = asker ? ` (pedido por ${asker}, aprovado por ${actor.name})` : '';
  await recordAudit(tx, store, actor, {
    action: manual ? 'order.manual' : 'rehearsal.start',
    text: manual ? `Criou o pedido manual ${number}: ${reason}${both}` : `${reason} (pedido ${number})`,
    object: id,
    after: { value: formatCentavos(subtotal) },
  });
}

const answerOf = ({ id, reference, number, total }: OrderToPlace, placed: boolean): PlacedOrder | undefined =>
  placed ? { id, reference, number, total } : undefined;

/** Writes a priced order in the caller's transaction, and completes it if it costs nothing. */
export async function writeOrder(
  tx: Tx,
  config: Config,
  store: StoreId,
  order: OrderToPlace,
): Promise<PlacedOrder | undefined> {
  const placed = await insertOrder(tx, store, order);
  const locked = placed && order.total === 0 ? await lockOrder(tx, store, order.id) : undefined;
  const by = { actor: order.actor, reason: order.reason };
  const done = locked && (await completeOrder(tx, config, store, locked, by));
  if (done === 'buy_limit' || done === 'coupon_used') throw new Refusal(done);
  return answerOf(order, placed);
}

/** A line that somebody gives: without the limit of its buyer, and in a rehearsal without a stock. */
const givenLine = (line: KnownLine, kind: 'manual' | 'rehearsal'): KnownLine => ({
  ...line,
  product: { ...line.product, buy_limit: null, ...(kind === 'rehearsal' && { stock: null }) },
});

/** The answers of a line to its product's options, as the order keeps them. Refuses `option_required` and `option_invalid`. */
function keptOptions({ product, options, at }: KnownLine): KeptOption[] {
  const chosen = chosenOptions(product.options, options);
  if ('kept' in chosen) return chosen.kept;
  const { problem, option, error } = chosen;
  throw new Refusal(problem, { field: `idProducts.${at}.options.${option}`, error });
}

/** Prices a cart from our own rows. Refuses with a code if it cannot be bought. */
export async function priceOrder(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  input: OrderInput,
  options: PlaceOptions,
): Promise<OrderToPlace> {
  const wanted = mergeLines(input.idProducts);
  const ids = [...new Set(wanted.map((line) => line.id))];
  const person = personHash(config.secret, store, input.discordId);
  const cart = await readCart(db, store, ids, {
    client: input.clientId,
    person,
    holder: options.holder,
    given: options.given !== undefined,
    asks: true,
  });
  const questions = cart.questions ?? [];
  const { given, holder } = options;
  const bound = holder && { store, holder: holder.key };
  const proof = bound && proofHash(config.secret, bound, options.proof);
  const lines = knownLines(wanted, cart.products);
  if (lines.length < wanted.length) throw new Refusal('product_unavailable');
  for (const line of lines) {
    const problem = lineProblem(given ? givenLine(line, given.kind) : line, 0);
    if (problem) throw new Refusal(problem);
  }
  const chosen = lines.map(keptOptions);
  const { subtotal } = priceCart(lines);
  if (subtotal > limits.orderTotalMaxCentavos) throw new Refusal('order_total_limit');
  const checked = checkAnswers(questions, ids, input.variables ?? {});
  if ('problem' in checked) {
    const { problem, question, error } = checked;
    throw new Refusal(problem, { field: `variables.${question}`, ...(error && { error }) });
  }
  const settings = CheckoutSettings.parse(cart.settings);
  const asked = askedIds(cart.game_servers, lines, input.serverId);
  const { client, players } = playersTyped(asked, input);
  // A gift is not checked: it costs nobody anything, and its giver knows the player. Only the store's first server answers,
  // and only about city ids.
  const firstAsks = cart.game_servers[0]?.identity ?? 'city_id';
  const toFirst = ({ product }: KnownLine) =>
    serversReached(cart.game_servers, product.servers, input.serverId).some(({ id }) => id === store);
  const unasked = given || firstAsks !== 'city_id' || !lines.some(toFirst);
  const city = unasked ? undefined : cityRefusal(settings.cityCheck, cart.city ?? undefined);
  if (city) throw new Refusal(city);
  if (cart.nobody && !given) throw new Refusal('discord_id_unknown');

  // The statement that places the order counts again. This look saves the work if the order would be refused anyway.
  const works = bound && holder?.proven === null && !proof;
  if (works && (cart.friction || cart.unpaid >= limits.proofFrom)) {
    if (cart.unpaid >= limits.unpaidPerNetwork) throw new Refusal('unpaid_limit');
    throw proofRequired(config.secret, bound);
  }

  const player = players?.[0] ?? String(client);
  const buyer = { player, email: input.email, discordId: input.discordId };
  const code = input.coupon?.trim();
  const from = options.address === undefined ? undefined : { secret: config.secret, address: options.address };
  const coupon = code ? await findCoupon(db, store, code, { lines, subtotal }, buyer, from) : undefined;
  const priced = priceCart(lines, coupon);
  if (input.seenTotal !== undefined && input.seenTotal !== priced.total) throw new Refusal('total_changed');
  // A gift is worth its price and costs nothing.
  const total = given ? 0 : priced.total;
  const charged = total > 0 && input.paymentMethod !== 'manual' ? input.paymentMethod : undefined;
  if (charged && (!cart.collector_id || cart.problem)) throw new Refusal('payments_not_configured');
  if (lines.some((line) => isOverShare(line, total))) throw new Refusal('unpaid_share');
  if (total === 0 && bound && !given) await takeFreeOrder(db, config.secret, bound, holder, proof !== undefined);
  const seconds = input.paymentMethod === 'pix' ? settings.pixMinutes * 60 : settings.otherPaymentHours * 3600;

  const number = options.number ?? (await nextOrderNumber(db, store));
  return {
    id: newId(),
    reference: newReference(),
    number,
    itemIds: lines.map(() => newId()),
    historyId: newId(),
    kind: given?.kind ?? 'sale',
    client: client ?? number,
    players,
    discordId: input.discordId,
    // An order that costs nothing is complete at once, so it is never unpaid.
    holder: holder && total > 0 ? holder : null,
    buyer: options.buyer ? { key: options.buyer.key, cart: total > 0 ? options.buyer.cart : null } : null,
    proof: proof ?? null,
    name: input.name || null,
    email: input.email || null,
    paymentMethod: input.paymentMethod,
    products: lines.map((line) => line.productId),
    quantities: lines.map((line) => line.quantity),
    units: lines.map((line) => line.unitCentavos),
    lines: priced.lines.map((line) => line.lineCentavos),
    discounts: priced.lines.map((line) => (given ? line.lineCentavos : line.discountCentavos)),
    categories: lines.map((line) => line.categoryId),
    asked: lines.map(({ product }) => JSON.stringify(product.options)),
    options: chosen.map((kept) => JSON.stringify(kept)),
    subtotal: priced.subtotal,
    discount: given ? priced.subtotal : priced.discount,
    total,
    coupon: coupon
      ? {
          id: coupon.id,
          code: coupon.code,
          type: coupon.type,
          value: coupon.value,
          min: coupon.minCentavos,
          limitBy: coupon.limitBy,
          products: JSON.stringify(coupon.productIds),
          categories: JSON.stringify(coupon.categoryIds),
          identity: couponIdentity(coupon.limitBy, buyer) ?? null,
          counts: given !== undefined || holder?.ids.some((id) => id === coupon.limitBy) === true,
        }
      : null,
    variables: JSON.stringify(checked.answers),
    chosen: JSON.stringify(
      questions.filter(({ name, answer }) => answer === 'choice' && checked.answers[name]).map(({ name }) => name),
    ),
    server: input.serverId ?? null,
    expiresSeconds: seconds,
    actor: given?.asker ?? given?.actor.name ?? null,
    reason: given?.reason ?? null,
    payment: charged
      ? {
          id: newId(),
          historyId: newId(),
          adapter: adaptersFor(charged, cart.pix_adapter)[0] ?? 'preference',
          key: newReference(),
          seconds: charged === 'pix' ? seconds + PIX_MARGIN_SECONDS : seconds,
        }
      : null,
    claim: options.claim ?? null,
  };
}
