/** What this tab remembers of its orders, in session storage. */

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
