/**
 * What this browser remembers of its one unpaid order: a secret that proves whose order it is, the order's reference and
 * the lines of the cart that it holds. It lies in the storage of this shop's host, so no other shop can read it, and a
 * closed tab loses nothing. Where the storage is refused, it lasts for this page.
 */
interface Memory {
  key: string;
  order: string | null;
  /** The keys of the order's lines (checkout/draft.ts), each with the id of its product before a `?`. */
  lines: readonly string[];
}

const KEY = 'vitrine-pedido';
let memory: Memory | null = null;

function read(): Memory | null {
  try {
    const { key, order, lines } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Memory>;
    if (typeof key === 'string' && /^[0-9a-f]{32}$/.test(key)) {
      return { key, order: typeof order === 'string' ? order : null, lines: Array.isArray(lines) ? lines : [] };
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
  const { key = randomKey(), order = null, lines = [] } = read() ?? {};
  write({ key, order, lines });
  return key;
}

/** The reference of the order that was placed here and was unpaid when it was last seen; null without one. */
export const ownOrder = (): string | null => read()?.order ?? null;

/** The ids of the own order's products. The order may hold their last units. */
export const ownProducts = (): readonly string[] =>
  (read()?.lines ?? []).map((line) => String(line).split('?', 1)[0] ?? '');

export function rememberOwnOrder(order: string, lines: readonly string[]): void {
  write({ key: buyerKey(), order, lines });
}

/** The lines of this order, if it is the browser's own. The order is then forgotten, so a second call gets no lines. */
export function takeOwnLines(order: string): readonly string[] {
  const lines = ownOrder() === order ? (read()?.lines ?? []) : [];
  forgetOwnOrder(order);
  return lines;
}

/** Forgets an order that no longer waits. An order that another tab has placed since then stays. */
export function forgetOwnOrder(order: string): void {
  if (ownOrder() === order) write({ key: buyerKey(), order: null, lines: [] });
}
