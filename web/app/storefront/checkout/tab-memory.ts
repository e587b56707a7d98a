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

/** Remembers which order came from this tab's cart. */
export function rememberOrder(reference: string): void {
  keep(LAST_ORDER, reference);
}

/** Whether this order came from this tab's cart, and the cart was not emptied for it yet. */
export const isFromThisTab = (reference: string): boolean => kept(LAST_ORDER) === reference;

/**
 * Whether the page of this paid order should empty the cart: true once, for the order that came from this tab's cart. The
 * next visit to the same order returns false, so the next cart stays.
 */
export function claimPaidCart(reference: string): boolean {
  if (!isFromThisTab(reference)) return false;
  keep(LAST_ORDER, null);
  return true;
}
