import { BUYERS_SERVER, serversToChoose } from '@vitrine/contract/action-servers';
import { errors } from '@vitrine/contract/errors';
import { buyerKey, identityRules, playerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import type { AskedIdentity, OrderQuote, OrderQuoteAnswer, QuoteLine } from '@vitrine/contract/orders';
import { chosenOptions } from '@vitrine/contract/product-options';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { Coupon } from '../discounts/discount.ts';
import { findCoupon, type Typist } from '../discounts/find-coupon.ts';
import { priceCart } from '../discounts/price-cart.ts';
import { browserHash } from '../stores/network-holder.ts';
import { isOverShare, knownLines, lineProblem, mergeLines } from './cart.ts';
import type { Holder } from './holder.ts';
import { askedIds } from './ids/asked-ids.ts';
import { findOwnOrder } from './pending/own-order.ts';
import { withoutOrder } from './pending/replace-order.ts';
import { readCart, serversOf, unitsOfBuyer } from './queries.ts';

/**
 * POST /v1/order/quote: what a cart costs now, and which lines cannot be bought as they are. Leaves out products that
 * are gone. The buyer's own unpaid order is no reason to refuse: a quote with a refusal is made again as if that order were
 * not there.
 */
export async function quoteCart(
  db: Db,
  store: StoreId,
  input: z.output<typeof OrderQuote>,
  from: Typist & { holder: Holder },
): Promise<OrderQuoteAnswer> {
  const quote = await quoteNow(db, store, input, from);
  const refused = quote.coupon?.error || quote.lines.some(({ problem }) => problem);
  if (!refused || !input.buyer) return quote;
  const own = await findOwnOrder(db, store, browserHash(from.secret, store, input.buyer), from.holder);
  if (!own || own.paying) return quote;
  return await withoutOrder(db, store, own.id, input.idProducts, (tx) => quoteNow(tx, store, input, from, true));
}

async function quoteNow(
  db: Db,
  store: StoreId,
  input: z.output<typeof OrderQuote>,
  { holder, ...from }: Typist & { holder: Holder },
  /** Whether `db` is a transaction. Then the reads run one after the other. */
  inTurn = false,
): Promise<OrderQuoteAnswer> {
  const wanted = mergeLines(input.idProducts);
  const player = buyerKey(input);
  const players = [
    ...(input.clientId === undefined ? [] : [String(input.clientId)]),
    ...(input.identities ?? []).map(playerKey),
  ];
  const ids = wanted.map((line) => line.id);
  const reading = () => readCart(db, store, ids, { holder });
  const units = () => unitsOfBuyer(db, store, ids, players);
  const [cart, bought] = inTurn ? [await reading(), await units()] : await Promise.all([reading(), units()]);
  const lines = knownLines(wanted, cart.products);
  const code = input.coupon?.trim();
  let coupon: Coupon | undefined;
  let refused: string | null = null;
  if (code) {
    try {
      coupon = await findCoupon(
        db,
        store,
        code,
        { lines, subtotal: priceCart(lines).subtotal },
        { ...input, player },
        from,
      );
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'rate_limited') throw error;
      refused = errors[error.code].text;
    }
  }
  const said = lines.flatMap(({ product }) => product.servers);
  const choosy = said.some(({ server }) => server === BUYERS_SERVER);
  const servers = choosy ? serversToChoose(await serversOf(db, store), said) : [];
  const asked = (chosen: string | undefined) => onWire(askedIds(cart.game_servers, lines, chosen));
  const priced = priceCart(lines, coupon);
  return {
    success: true,
    lines: priced.lines.map(({ line, lineCentavos, discountCentavos }): QuoteLine => {
      const over = isOverShare(line, priced.total) ? 'unpaid_share' : undefined;
      const chosen = chosenOptions(line.product.options, line.options);
      const unfit = 'problem' in chosen ? { code: chosen.problem, error: chosen.error } : null;
      const problem = lineProblem(line, bought.get(line.productId) ?? 0) ?? over;
      return {
        id: line.productId,
        name: line.product.name,
        quantity: line.quantity,
        price: toReais(line.unitCentavos),
        value: toReais(lineCentavos),
        discount: toReais(discountCentavos),
        problem: problem ? { code: problem, error: errors[problem].text } : unfit,
        options: line.options,
      };
    }),
    subtotal: toReais(priced.subtotal),
    discount: toReais(priced.discount),
    total: toReais(priced.total),
    coupon: code ? { code: coupon?.code ?? code.toUpperCase(), error: refused } : null,
    servers: servers.map(({ id, name, online }) => ({ id, name, online, identities: asked(id) })),
    identities: asked(undefined),
  };
}

/** The ids as a form needs them. The Discord id has its own field in every checkout. */
function onWire(asked: ReturnType<typeof askedIds>): AskedIdentity[] {
  return asked.flatMap(({ kind, label, help }) => {
    const { example, pattern, problem } = identityRules[kind];
    return kind === 'discord_id' ? [] : [{ kind, label, help, example, pattern: pattern.source, problem }];
  });
}
