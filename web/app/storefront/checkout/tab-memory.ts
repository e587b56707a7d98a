/** What this tab remembers of its orders, in session storage. */

const LAST_ORDER = 'checkout-order';

/** Writes a key, or removes it for null. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Without storage a reload forgets the key, so the same press makes another order.
  }
}

export function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers which order came from this tab's cart, and the lines of the cart that it bought (draft.ts). */
export function rememberOrder(reference: string, lines: readonly string[]): void {
  keep(LAST_ORDER, [reference, ...lines].join('\n'));
}

/** Whether this order came from this tab's cart, and its lines are not taken out yet. */
export const isFromThisTab = (reference: string): boolean => kept(LAST_ORDER)?.split('\n')[0] === reference;

/**
 * The lines that leave the cart because this order is paid: once, for the order that came from this tab's cart. The next
 * visit to the same order gets none, so the next cart stays.
 */
export function claimPaidLines(reference: string): string[] {
  const [order, ...lines] = kept(LAST_ORDER)?.split('\n') ?? [];
  if (order !== reference) return [];
  keep(LAST_ORDER, null);
  return lines;
}
