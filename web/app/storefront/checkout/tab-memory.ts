/** What this tab remembers of its orders, in session storage. */

const LAST_ORDER = 'checkout-order';

/** Writes a key, or removes it for null. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Without storage a key is lost with the page: a repeat after a reload makes a new order.
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

/**
 * True once, for the order of this tab's cart: when it is paid, its page empties the cart. A later look at the same
 * order returns false, so it does not empty the next cart.
 */
export function claimPaidCart(reference: string): boolean {
  if (kept(LAST_ORDER) !== reference) return false;
  keep(LAST_ORDER, null);
  return true;
}
