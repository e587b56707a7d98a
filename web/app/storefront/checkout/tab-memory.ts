/** What this tab remembers of its orders, in the browser's session storage. */

const LAST_ORDER = 'checkout-order';

/** Writes a key, or removes it for null. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Without storage a key lives as long as the page does not: a repeat after a reload is then a new order.
  }
}

export function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Notes which order this tab's cart became. */
export function rememberOrder(reference: string): void {
  keep(LAST_ORDER, reference);
}

/**
 * True once, for the order that this tab's cart became: its page empties the cart when it is paid. A later look at the
 * same order must not empty the next cart.
 */
export function claimPaidCart(reference: string): boolean {
  if (kept(LAST_ORDER) !== reference) return false;
  keep(LAST_ORDER, null);
  return true;
}
