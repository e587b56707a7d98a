import { orderPaymentMethods } from '@vitrine/contract/order-words';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';

/** What a shopper has filled in. Kept for this tab, so that a reload or the way back from a payment page loses nothing. */
export interface Draft {
  clientId: string;
  discordId: string;
  name: string;
  email: string;
  paymentMethod: OrderPaymentMethod | '';
  /** Answers to the store's questions, by variable name. */
  answers: Record<string, string>;
  coupon: string | null;
  /** Units of a product where they are not 1. */
  quantities: Record<string, number>;
}

const KEY = 'checkout';

export const emptyDraft: Draft = {
  clientId: '',
  discordId: '',
  name: '',
  email: '',
  paymentMethod: '',
  answers: {},
  coupon: null,
  quantities: {},
};

function recordOf<T>(value: unknown, keep: (entry: unknown) => entry is T): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, T] => keep(pair[1])));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Takes of stored data only what has the right shape: storage is in the visitor's hand. */
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
    discordId: textOf('discordId'),
    name: textOf('name'),
    email: textOf('email'),
    paymentMethod: orderPaymentMethods.find((method) => method === stored.paymentMethod) ?? '',
    answers: recordOf(stored.answers, isText),
    coupon: isText(stored.coupon) && stored.coupon !== '' ? stored.coupon : null,
    quantities: recordOf(stored.quantities, isCount),
  };
}

/** The draft of this tab; an empty one where the browser keeps nothing. */
export function readDraft(): Draft {
  try {
    return parseDraft(sessionStorage.getItem(KEY));
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Refused or full: the form still works, it only will not survive a reload.
  }
}
