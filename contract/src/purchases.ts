/** What a signed-in shopper sees of their own purchases in one store; types only, for pages that load no schema. */

/** Who is signed in, as they know themselves: the e-mail, or the Discord id. */
export interface SignedIn {
  by: 'discord' | 'email';
  name: string;
}

/**
 * How a purchase stands: `unpaid` may still be paid · `delivering` is on its way or waits for the buyer · `attention`
 * waits for the store · `delivered` · `completed` has nothing to deliver by itself · `refunded` · `expired` was never
 * paid · `cancelled`.
 */
export const purchaseStates = [
  'unpaid',
  'delivering',
  'attention',
  'delivered',
  'completed',
  'refunded',
  'expired',
  'cancelled',
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

export interface Purchase {
  reference: string;
  number: number;
  date: string;
  state: PurchaseState;
  /** Reais. */
  total: number;
  lines: { name: string; quantity: number }[];
  /** Why it is cancelled or held, pt-BR; null otherwise. */
  note: string | null;
  /** Whether there is a receipt: it was paid, or given. */
  receipt: boolean;
}

/**
 * `live` is held now · `waiting` is paid for and not delivered yet · `expired` reached its end · `refunded` ended because
 * the money went back · `removed` ended because the store took the purchase back.
 */
export type BenefitState = 'live' | 'waiting' | 'expired' | 'refunded' | 'removed';

/** What a shopper holds, or held, of one product in one city id, until one moment. */
export interface Benefit {
  id: string;
  product: string;
  /** In plain words: `Cargo VIP no Discord`, `Grupo vip na cidade`. */
  gives: string[];
  /** City id that holds it; null where all of it is on Discord. */
  city: number | null;
  state: BenefitState;
  /** When it ends or ended; null: without end. */
  endsAt: string | null;
  /** The purchase that it comes from; of several the one that ends last. */
  reference: string;
}

export interface Purchases {
  who: SignedIn;
  /** Live ones first, the next to end on top; then what ended, newest first. Only on the first page. */
  benefits: Benefit[];
  orders: Purchase[];
  /** For the page after this one; null on the last. */
  nextCursor: string | null;
}

/** Why an order must keep its buyer's ids for now. */
export type KeepReason = 'payment' | 'right' | 'delivery' | 'withdrawal' | 'money';

/** What an erasure would do, told before it is done. */
export interface OwnData {
  who: SignedIn;
  /** Orders that it would clear at once. */
  now: number;
  /** Orders that it would clear later, and why. */
  later: { number: number; reason: KeepReason; until: string | null }[];
  /** Whether it was asked for already. */
  asked: boolean;
}
