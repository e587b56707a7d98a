import type { Identity } from './identity.ts';
import type { ShownOption } from './option-words.ts';

/** What a signed-in shopper sees of their purchases in one store. Types only, for pages that load no schema. */

/** The signed-in person, by e-mail or Discord id. */
export interface SignedIn {
  by: 'discord' | 'email';
  name: string;
}

/**
 * The state of a purchase: `unpaid` can still be paid · `delivering` is on its way or waits for the buyer ·
 * `attention` waits for the store · `delivered` · `received` by servers, some of which tell nothing of the effect ·
 * `completed` delivers nothing by itself · `refunded` · `expired` was never paid · `cancelled`.
 */
const purchaseStates = [
  'unpaid',
  'delivering',
  'attention',
  'delivered',
  'received',
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
  /** Reais that went back. */
  refunded: number;
  /** `returned`: units that refunds returned; `options`: the buyer's answers. */
  lines: { name: string; quantity: number; returned: number; options: ShownOption[] }[];
  /** Why it is cancelled or held, pt-BR; otherwise null. */
  note: string | null;
  /** Whether there is a receipt, because it was paid or given. */
  receipt: boolean;
}

/**
 * `live` is held now · `waiting` is paid and not delivered yet · `expired` has reached its end · `refunded` ended
 * because the money went back · `removed` ended because the store took the purchase back.
 */
export type BenefitState = 'live' | 'waiting' | 'expired' | 'refunded' | 'removed';

/** The benefit of one product for one city id, until one moment. */
export interface Benefit {
  id: string;
  product: string;
  /** In plain words: `Cargo VIP no Discord`, `Grupo vip na cidade`. */
  gives: string[];
  /** The city id that holds it; null if no city id does. */
  city: number | null;
  /** The player of another kind that holds it; null if none does. */
  identity: Identity | null;
  state: BenefitState;
  /** Its end, past or future; null without an end. */
  endsAt: string | null;
  /** Its purchase; if there are several, the one that ends last. */
  reference: string;
}

export interface Purchases {
  who: SignedIn;
  /** Live ones first, the next to end on top; then ended ones, the newest first. Only on the first page. */
  benefits: Benefit[];
  orders: Purchase[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

/** Why an order must still keep its buyer's ids. */
export type KeepReason = 'payment' | 'right' | 'delivery' | 'withdrawal' | 'money';

/** What an erasure would do, shown before it. */
export interface OwnData {
  who: SignedIn;
  /** Number of orders that would be cleared at once. */
  now: number;
  /** Orders that would be cleared later, with the reason. */
  later: { number: number; reason: KeepReason; until: string | null }[];
  /** Whether the person has already asked for it. */
  asked: boolean;
}
