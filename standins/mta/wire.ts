/** A thing of the server that scripts hold: a player, an account, a timer, … */
export class Handle {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

/** A function of a script, by its number in its resource. */
export class Callback {
  readonly ref: number;
  constructor(ref: number) {
    this.ref = ref;
  }
}

/** A value between Lua and here. Texts are bytes, one character each; `textOf` reads them as UTF-8. */
export type Value = undefined | boolean | number | string | Handle | Callback | Value[] | Map<Value, Value>;

export const textOf = (bytes: Value): string => Buffer.from(String(bytes), 'latin1').toString('utf8');
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const escaped = (bytes: string): string =>
  bytes.replace(/[^ -$&-:<-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

function write(value: Value): string {
  if (value === undefined) return 'n';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return `d${value};`;
  if (typeof value === 'string') return `s${escaped(value)};`;
  if (value instanceof Handle) return `u${value.id};`;
  if (value instanceof Callback) return 'n';
  const pairs: [Value, Value][] = Array.isArray(value)
    ? value.map((one, index): [Value, Value] => [index + 1, one])
    : [...value];
  return `{${pairs.map(([key, one]) => write(key) + write(one)).join('')}}`;
}

/** Values in a row, with their count. */
export const pack = (values: Value[]): string => `d${values.length};${values.map(write).join('')}`;

/** A table of Lua by names. */
export const table = (entries: Record<string, Value>): Map<Value, Value> => new Map(Object.entries(entries));

/** The values of a text of `pack`. */
export function unpack(text: string): Value[] {
  let at = 0;
  const body = (): string => {
    const stop = text.indexOf(';', at);
    const part = text.slice(at, stop);
    at = stop + 1;
    return part;
  };
  const read = (): Value => {
    const tag = text[at++];
    if (tag === 't') return true;
    if (tag === 'f') return false;
    if (tag === 'n') return undefined;
    if (tag === 'd') return Number(body());
    if (tag === 's') return body().replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (tag === 'u') return new Handle(body());
    if (tag === 'c') return new Callback(Number(body()));
    if (tag !== '{') throw new Error(`unknown value ${tag} at ${at}`);
    const found = new Map<Value, Value>();
    while (text[at] !== '}') {
      const key = read();
      found.set(key, read());
    }
    at += 1;
    return found;
  };
  const count = Number(read());
  return Array.from({ length: count }, read);
}

/** The table's values by names; a table with other keys gives what it has. */
export const fields = (value: Value): Record<string, Value> =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, one]) => [String(key), one])) : {};
