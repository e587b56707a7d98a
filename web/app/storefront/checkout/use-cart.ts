import type { PublicProduct } from '@vitrine/contract/catalog';
import { toCentavos, toReais } from '@vitrine/contract/money';
import type { OrderQuoteAnswer, QuoteLine } from '@vitrine/contract/orders';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { buyerKey, ownOrder } from '../pending/own-order.ts';
import {
  type AskedOf,
  type CartLine,
  type CartProduct,
  cartLine,
  localTotals,
  quoteBody,
  type Totals,
} from './cart.ts';
import { type Draft, lineKey, lineOf } from './draft.ts';

/** Waits this long after a press on plus or a key before it asks, in ms. */
const QUOTE_DELAY_MS = 300;

/** The keys of the lines. `ready` is true after the stored basket was read. Before that, nobody knows whether the cart is empty. */
export function useStoredBasket(): { ready: boolean; keys: string[] } {
  const keys = useAppStore((state) => state.basket.itens);
  const ready = useSyncExternalStore(
    useAppStore.persist.onFinishHydration,
    () => useAppStore.persist.hasHydrated(),
    () => false,
  );
  return { ready, keys };
}

type Product = PublicProduct & Pick<CartProduct, 'was'>;
type Known = Record<string, Product | 'missing'>;

/** The product with the price that it had at first, if that was another one. */
function priced(next: PublicProduct | 'missing', before: Known[string] | undefined): Known[string] {
  if (next === 'missing' || typeof before !== 'object') return next;
  const was = before.was ?? before.price;
  return was === next.price ? next : { ...next, was };
}

/**
 * Reads `GET /v1/products/{id}` for the product of each line (SPEC.md section 7). A deleted product is logged and leaves the cart;
 * `gone` names it, with an empty name if it was never visible here. `failed` is true when no call answered, so a lost network does not look like an
 * empty cart. `retry` asks for missing products, `refresh` for all; what is visible stays until the answers arrive.
 */
export function useProducts(keys: readonly string[]) {
  const [known, setKnown] = useState<Known>({});
  const [gone, setGone] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState({ count: 0, all: false });
  const ids = new Set(keys.map((key) => lineOf(key).id));
  const wanted = [...ids].filter((id) => attempt.all || !(id in known)).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to ask again
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    setFailed(false);
    const read = async (id: string) => {
      try {
        const { info } = await plainCall('GET', `/products/${encodeURIComponent(id)}`, {
          signal: controller.signal,
        });
        return [id, info?.[0]?.idProduct ? info[0] : 'gone'] as const;
      } catch (error) {
        if (controller.signal.aborted) return null;
        console.error('cart product', id, error);
        if (error instanceof ApiError && error.code === 'product_not_found') return [id, 'gone'] as const;
        return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
          ? ([id, 'missing'] as const)
          : null;
      }
    };
    void Promise.all(wanted.split('\n').map(read)).then((answers) => {
      if (controller.signal.aborted) return;
      setFailed(answers.includes(null));
      const found = answers.filter((answer) => answer !== null);
      const lost = found.filter(([, product]) => product === 'gone').map(([id]) => id);
      const nameOf = (id: string) => {
        const before = known[id];
        return typeof before === 'object' ? before.name : '';
      };
      setGone((before) => ({ ...before, ...Object.fromEntries(lost.map((id) => [id, nameOf(id)])) }));
      for (const key of keys) if (lost.includes(lineOf(key).id)) useAppStore.getState().removeItem(key);
      setKnown((before) => ({
        ...before,
        ...Object.fromEntries(found.flatMap(([id, next]) => (next === 'gone' ? [] : [[id, priced(next, before[id])]]))),
      }));
      // The same object stays the same attempt: a new one would ask again, endlessly while nothing answers.
      setAttempt((before) => (before.all ? { ...before, all: false } : before));
    });
    return () => controller.abort();
  }, [wanted, attempt]);

  const products = keys.flatMap((key): CartProduct[] => {
    const product = known[lineOf(key).id];
    return typeof product === 'object' ? [{ ...product, key }] : [];
  });
  return {
    products,
    /** Names of products that are no longer on sale and left the cart. */
    gone: Object.values(gone),
    /** True while the first answer is missing. */
    loading: wanted !== '' && !failed,
    failed: failed && products.length === 0,
    retry: useCallback(() => setAttempt(({ count }) => ({ count: count + 1, all: false })), []),
    refresh: useCallback(() => setAttempt(({ count }) => ({ count: count + 1, all: true })), []),
  };
}

export function linesOf(products: readonly CartProduct[], quantities: Draft['quantities']): CartLine[] {
  return products.map((product) => cartLine(product, quantities[product.key] ?? 1));
}

export interface Quote {
  totals: Totals;
  /** Why a line cannot be bought in this state, by its key. */
  problems: Record<string, NonNullable<QuoteLine['problem']>>;
  /** Why the applied coupon takes nothing off. */
  couponProblem: string | undefined;
  /** Why nothing can be bought now: the store has closed since the page was loaded. */
  refused: string | undefined;
  /** Which ids are asked for, and the game servers from which the buyer must choose one. */
  askedOf: AskedOf;
  /** The server's prices differ from the lines. */
  repriced: boolean;
  /**
   * The total that a press on the button accepts, in reais. It is the total on the screen, or the server's lower one
   * when a change is under way. It is never more than the buyer saw.
   */
  agreed(): Promise<number>;
}

/**
 * `POST /v1/order/quote` after every change: what the server would charge. Until the answer, local sums. Another
 * `round` asks again.
 */
export function useQuote(subdomain: string, draft: Draft, lines: readonly CartLine[], round: number): Quote {
  // A product that was loaded with another price or stock also asks again.
  const seen = [round, ...lines.map(({ product: { price, stock } }) => `${price} ${stock}`)].join();
  const [answer, setAnswer] = useState<{ asked: string; seen: string; quote: OrderQuoteAnswer } | null>(null);
  const askedOf: AskedOf = { servers: answer?.quote.servers ?? [], identities: answer?.quote.identities };
  const asked = JSON.stringify({
    ...quoteBody(subdomain, draft, lines, askedOf),
    ...(draft.coupon ? { coupon: draft.coupon } : {}),
    ...(ownOrder() ? { buyer: buyerKey() } : {}),
  });
  const [refused, setRefused] = useState<string>();
  const empty = lines.length === 0;

  useEffect(() => {
    if (empty) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const body = JSON.parse(asked);
      plainCall('POST', '/order/quote', { body, signal: controller.signal }).then(
        (quote) => {
          setAnswer({ asked, seen, quote });
          setRefused(undefined);
        },
        (error) => {
          if (controller.signal.aborted) return;
          if (error instanceof ApiError && error.code === 'store_closed') setRefused(error.message);
          else console.error('quote', error);
        },
      );
    }, QUOTE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, seen, empty]);

  const quote = answer?.quote;
  const local = localTotals(lines);
  // A change is under way: the subtotal is known, and the former discount is the best guess.
  const discount = draft.coupon ? Math.min(quote?.discount ?? 0, local.subtotal) : 0;
  const guess = { ...local, discount, total: toReais(toCentavos(local.subtotal) - toCentavos(discount)) };
  const fresh = quote !== undefined && answer?.asked === asked && answer.seen === seen;
  return {
    totals: fresh ? { subtotal: quote.subtotal, discount: quote.discount, total: quote.total } : guess,
    problems: Object.fromEntries(
      (fresh ? quote.lines : []).flatMap((line) => (line.problem ? [[lineKey(line), line.problem]] : [])),
    ),
    refused,
    askedOf,
    couponProblem: (draft.coupon && quote?.coupon?.error) || undefined,
    repriced: fresh && quote.subtotal !== local.subtotal,
    async agreed() {
      if (fresh) return quote.total;
      const now = await plainCall('POST', '/order/quote', { body: JSON.parse(asked) }).catch(() => null);
      return Math.min(guess.total, now?.total ?? guess.total);
    },
  };
}

/** `POST /v1/discounts/check`, the coupon box. Returns the code as the store writes it, or why it is not valid. */
export async function checkCoupon(
  code: string,
  body: ReturnType<typeof quoteBody>,
): Promise<{ code: string } | { problem: string }> {
  try {
    const answer = await plainCall('POST', '/discounts/check', { body: { ...body, code } });
    return { code: answer.code };
  } catch (error) {
    // A refusal is a normal answer; only an unexpected failure is logged.
    if (!(error instanceof ApiError) || error.messages.length === 0) console.error('coupon', error);
    return { problem: errorText(error, 'Não foi possível verificar o cupom. Tente novamente.') };
  }
}
