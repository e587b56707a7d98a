/** A value between Lua and JavaScript (see lua/codec.lua for the text form). */
export type Wire = undefined | boolean | number | string | Wire[] | { [key: string]: Wire };

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Text or bytes that the bridge carries unchanged: no NUL, no separators; bytes that are no UTF-8 become %HH. */
export function escapeText(value: string | Buffer): string {
  if (typeof value !== 'string') {
    const text = value.toString('utf8');
    if (Buffer.compare(Buffer.from(text, 'utf8'), value) === 0) return escapeText(text);
    return [...value]
      .map((b) => (b >= 0x80 || b === 0 || b === 0x25 || b === 0x3b ? hex(b) : String.fromCharCode(b)))
      .join('');
  }
  return value.replace(/[%;\0]/g, (c) => hex(c.charCodeAt(0)));
}

/** The bytes of an escaped text. */
export function unescapeBytes(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text, 'utf8');
  const parts = text.split(/(%[0-9A-F]{2})/);
  return Buffer.concat(
    parts.map((p, i) => (i % 2 === 1 ? Buffer.from([Number.parseInt(p.slice(1), 16)]) : Buffer.from(p, 'utf8'))),
  );
}

/** The text of an escaped text; bytes that are no UTF-8 become U+FFFD. */
export const unescapeText = (text: string): string =>
  text.includes('%') ? unescapeBytes(text).toString('utf8') : text;

/** Writes a value for Lua. Arrays get keys from 1, whole numbers become integers, null and undefined become nil. */
export function encodeWire(value: unknown): string {
  if (value === undefined || value === null) return 'n';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'bigint') return `i${value};`;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `i${value};` : `d${value};`;
  if (typeof value === 'string') return `s${escapeText(value)};`;
  if (Array.isArray(value)) return `{${value.map((v, i) => `i${i + 1};${encodeWire(v)}`).join('')}}`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined && v !== null);
    return `{${entries.map(([k, v]) => `s${escapeText(k)};${encodeWire(v)}`).join('')}}`;
  }
  return 'n';
}

/** Packs arguments as events and exports carry them, with their count, so that nils at the end stay. */
export const packArgs = (args: readonly unknown[]): string =>
  `{${args.map((v, i) => `i${i + 1};${encodeWire(v)}`).join('')}sn;i${args.length};}`;

/** Reads a value from Lua. A table with the keys 1..n becomes an array, an empty one an empty object. */
export function decodeWire(text: string): Wire {
  let at = 0;
  const body = (): string => {
    const stop = text.indexOf(';', at);
    const part = text.slice(at, stop);
    at = stop + 1;
    return part;
  };
  const read = (): Wire => {
    const tag = text[at++];
    if (tag === 't') return true;
    if (tag === 'f') return false;
    if (tag === 'i' || tag === 'd') return Number(body());
    if (tag === 's') return unescapeText(body());
    if (tag === 'r') return `function:${body()}`;
    if (tag !== '{') return undefined;
    const found = new Map<string, Wire>();
    while (text[at] !== '}') found.set(String(read()), read());
    at += 1;
    const list = Array.from({ length: found.size }, (_, i) => String(i + 1));
    if (found.size > 0 && list.every((k) => found.has(k))) return list.map((k) => found.get(k));
    return Object.fromEntries(found);
  };
  return read();
}
