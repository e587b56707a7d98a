import type { z } from 'zod';
import type { Call } from './call.ts';
import { categories } from './categories.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { discounts } from './discounts.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';
import { plans } from './plans.ts';
import { products } from './products.ts';
import { security } from './security.ts';
import { stores } from './stores.ts';
import { variables } from './variables.ts';

/** Every call of the API by its name: the method and the path behind `/v1`. */
export const calls = {
  ...categories,
  ...discounts,
  ...members,
  ...plans,
  ...dashboard,
  ...deliveries,
  ...orders,
  ...products,
  ...security,
  ...stores,
  ...variables,
} satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

type Schema<Name extends CallName, Part extends 'body' | 'params' | 'query' | 'answer'> =
  Calls[Name] extends Record<Part, infer Of extends z.ZodType> ? Of : never;

/** What a client sends, before it is read. */
export type Sent<Name extends CallName, Part extends 'body' | 'params' | 'query'> = z.input<Schema<Name, Part>>;
/** What the server works with. */
export type Read<Name extends CallName, Part extends 'body' | 'params' | 'query'> = z.output<Schema<Name, Part>>;
/** The body of a success, as a client reads it. */
export type Answer<Name extends CallName> = z.output<Schema<Name, 'answer'>>;
