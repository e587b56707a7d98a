import { orderPaymentMethods } from '@vitrine/contract/order-words';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';

/** A shopper's values, kept for this tab: a reload or the back button from a payment page loses nothing. */
export interface Draft {
  clientId: string;
  /** The other ids of the player, by kind, as typed. */
  identities: Record<string, string>;
  discordId: string;
  /** The chosen game server, if the buyer must choose one. */
  serverId: string;
  name: string;
  email: string;
  paymentMethod: OrderPaymentMethod | '';
  /** Answers to the store's questions, by variable name. */
  answers: Record<string, string>;
  coupon: string | null;
  /** Whether this browser keeps the buyer's ids, contact and method for the next purchase: the buyer asked for it. */
  remember: boolean;
  /** Units by line, only where they are not 1. */
  quantities: Record<string, number>;
}

/**
 * A line of the cart as one text, which the basket keeps: the product's id and, behind it, the answers to its options.
 * So lines of one product that differ in their answers stay apart.
 */
export function lineKey({ id, options }: { id: string; options?: Record<string, string> | undefined }): string {
  const chosen = new URLSearchParams(options);
  chosen.sort();
  return `${id}?${chosen}`.replace(/\?$/, '');
}

/** The product and the answers of a line. */
export function lineOf(key: string): { id: string; options: Record<string, string> } {
  const [id = '', chosen] = key.split('?');
  return { id, options: Object.fromEntries(new URLSearchParams(chosen)) };
}

const KEY = 'checkout';
/** The key of what this browser remembers of the buyer, in the local storage of this shop's host. */
const KNOWN = 'vitrine-comprador';
/** This key is there while somebody is signed in with Discord. It says that somebody is, but not who. */
export const SIGNED_IN = 'vitrine-discord';

export const emptyDraft: Draft = {
  clientId: '',
  identities: {},
  discordId: '',
  serverId: '',
  name: '',
  email: '',
  paymentMethod: '',
  answers: {},
  coupon: null,
  remember: false,
  quantities: {},
};

function recordOf<T>(value: unknown, keep: (entry: unknown) => entry is T): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, T] => keep(pair[1])));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Takes only fields of the right shape, because visitors can edit their storage. */
export function parseDraft(text: string | null): Draft {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return emptyDraft;
  }
  if (typeof value !== 'object' || value === null) return emptyDraft;
  const stored = value as Partial<Record<keyof Draft, unknown>>;
  const textOf = (key: keyof Draft) => (isText(stored[key]) ? stored[key] : '');
  return {
    clientId: textOf('clientId'),
    identities: recordOf(stored.identities, isText),
    discordId: textOf('discordId'),
    serverId: textOf('serverId'),
    name: textOf('name'),
    email: textOf('email'),
    paymentMethod: orderPaymentMethods.find((method) => method === stored.paymentMethod) ?? '',
    answers: recordOf(stored.answers, isText),
    coupon: isText(stored.coupon) && stored.coupon !== '' ? stored.coupon : null,
    remember: stored.remember === true,
    quantities: recordOf(stored.quantities, isCount),
  };
}

/**
 * The draft of this tab. A new tab gets what the browser remembers of the buyer, or an empty draft. If another tab has forgotten the
 * buyer, this one remembers nobody either. Without storage the draft is `otherwise`.
 */
export function readDraft(otherwise = emptyDraft): Draft {
  try {
    const known = localStorage.getItem(KNOWN);
    const draft = parseDraft(sessionStorage.getItem(KEY) ?? known);
    return known ? draft : { ...draft, remember: false };
  } catch {
    return otherwise;
  }
}

export function writeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
    // What another tab has forgotten stays forgotten.
    if (draft.remember && localStorage.getItem(KNOWN)) {
      localStorage.setItem(KNOWN, JSON.stringify({ ...draft, answers: {}, coupon: null, quantities: {} }));
    }
  } catch {
    // The storage is refused or full: the form still works, but a reload loses its values.
  }
}

/** The buyer lets this browser keep what `writeDraft` writes from now on. */
export function rememberBuyer(): void {
  try {
    localStorage.setItem(KNOWN, '{}');
  } catch {
    // The storage is refused: the next visit asks again.
  }
}

/** 'Esquecer': nothing of the buyer stays in this browser but this tab's draft. */
export function forgetBuyer(): void {
  try {
    localStorage.removeItem(KNOWN);
    localStorage.removeItem(SIGNED_IN);
  } catch {
    // The storage is refused, so nothing was kept.
  }
}

/** Whether a sign-in with Discord has just ended here, or one lasts in this browser. */
export function mayBeSignedIn(): boolean {
  try {
    return location.search !== '' || localStorage.getItem(SIGNED_IN) !== null;
  } catch {
    return false;
  }
}
