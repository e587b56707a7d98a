import type { CallName, Calls, JsonCallName, Sent } from './table.ts';

/** The place of the table's calls on every host. */
export const API = '/v1';

type Params<Of extends CallName> = Calls[Of] extends { params: unknown } ? [params: Sent<Of, 'params'>] : [];

/** The path of a call behind `API`, with its parameters in their places, encoded. */
export function pathOf(name: CallName, params: Readonly<Record<string, string>> = {}): `/${string}` {
  const pattern = name.slice(name.indexOf('/'));
  return pattern.replace(/:(\w+)/g, (_whole, part: string) => encodeURIComponent(params[part] ?? '')) as `/${string}`;
}

/** The address of a call, for links, forms, event streams and redirects. Only types come from the table. */
export const addressOf = <Of extends CallName>(name: Of, ...[params]: Params<Of>): `${typeof API}/${string}` =>
  `${API}${pathOf(name, params as Readonly<Record<string, string>> | undefined)}`;

/** A pattern of the table as the type of its addresses: `GET /products/:id` is `GET /products/${string}`. */
type Addresses<Pattern extends string> = Pattern extends `${infer Before}:${infer Rest}`
  ? Rest extends `${string}/${infer After}`
    ? `${Before}${string}/${Addresses<After>}`
    : `${Before}${string}`
  : Pattern;
/** The call of the table that an address means: `GET /products/7` is `GET /products/:id`. */
export type Meant<Asked extends string> = {
  [Of in JsonCallName]: [Asked] extends [Addresses<Of>] ? Of : never;
}[JsonCallName];
