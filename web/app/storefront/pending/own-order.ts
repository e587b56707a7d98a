/**
 * What this browser remembers of its one unpaid order: a secret that proves whose order it is, the order's reference and
 * its products. It lies in the storage of this shop's host, so no other shop can read it. Where the storage is refused, it lasts for this page.
 */
interface Memory {
  key: string;
  order: string | null;
  /** The ids of the order's products, which it may hold the last units of. */
  items: readonly string[];
}

const KEY = 'vitrine-pedido';
let memory: Memory | null = null;

function read(): Memory | null {
  try {
    const { key, order, items } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Memory>;
    if (typeof key === 'string' && /^[0-9a-f]{32}$/.test(key)) {
      return { key, order: typeof order === 'string' ? order : null, items: Array.isArray(items) ? items : [] };
    }
  } catch {}
  return memory;
}

function write(next: Memory): void {
  memory = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {}
}

/** 32 random hexadecimal digits. `randomUUID` is missing on plain http. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The browser's secret, made when it is first needed. */
export function buyerKey(): string {
  const { key = randomKey(), order = null, items = [] } = read() ?? {};
  write({ key, order, items });
  return key;
}

/** The reference of the order that was placed here and was unpaid when it was last seen; null without one. */
export const ownOrder = (): string | null => read()?.order ?? null;

export const ownItems = (): readonly string[] => read()?.items ?? [];

export function rememberOwnOrder(order: string, items: readonly string[]): void {
  write({ key: buyerKey(), order, items });
}

/** The order waits no more. Whatever another tab has placed since then stays. */
export function forgetOwnOrder(order: string): void {
  if (ownOrder() === order) write({ key: buyerKey(), order: null, items: [] });
}
