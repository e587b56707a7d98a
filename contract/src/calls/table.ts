import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { buyers } from './buyers.ts';
import type { Call } from './call.ts';
import { categories } from './categories.ts';
import { checkout } from './checkout.ts';
import { customers } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { discord } from './discord.ts';
import { discounts } from './discounts.ts';
import { files } from './files.ts';
import { game } from './game.ts';
import { house } from './house.ts';
import { live } from './live.ts';
import { members } from './members.ts';
import { notices } from './notices.ts';
import { orders } from './orders.ts';
import { ownPages } from './own-pages.ts';
import { plans } from './plans.ts';
import { productSheets } from './product-sheets.ts';
import { products } from './products.ts';
import { publicOrders } from './public-orders.ts';
import { push } from './push.ts';
import { rehearsals } from './rehearsals.ts';
import { resends } from './resends.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';
import { security } from './security.ts';
import { servers } from './servers.ts';
import { signIn } from './sign-in.ts';
import { stores } from './stores.ts';
import { undo } from './undo.ts';
import { variables } from './variables.ts';
import { shopWindow } from './window.ts';

/** Every call of the API by its name: the method and the path behind `/v1`. */
export const calls = {
  ...accounts,
  ...alerts,
  ...approvals,
  ...buyers,
  ...categories,
  ...discounts,
  ...members,
  ...plans,
  ...dashboard,
  ...deliveries,
  ...orders,
  ...ownPages,
  ...checkout,
  ...publicOrders,
  ...customers,
  ...discord,
  ...files,
  ...game,
  ...house,
  ...live,
  ...notices,
  ...products,
  ...productSheets,
  ...push,
  ...rehearsals,
  ...resends,
  ...roles,
  ...search,
  ...security,
  ...servers,
  ...signIn,
  ...stores,
  ...undo,
  ...variables,
  ...shopWindow,
} satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

type Part = 'body' | 'params' | 'query' | 'headers';
type Schema<Name extends CallName, Which extends Part | 'answer'> =
  Calls[Name] extends Record<Which, infer Of extends z.ZodType> ? Of : never;

/** What a client sends, before it is read. */
export type Sent<Name extends CallName, Which extends Part> = z.input<Schema<Name, Which>>;
/** What the server works with. */
export type Read<Name extends CallName, Which extends Part> = z.output<Schema<Name, Which>>;
/** The JSON of a success, as a client reads it; `never` for calls that answer a file, a stream or a redirect. */
export type Answer<Name extends CallName> = z.output<Schema<Name, 'answer'>>;
/** Calls that answer JSON; the others answer a file, a stream or a redirect. */
export type JsonCallName = { [Name in CallName]: Calls[Name] extends { answer: z.ZodType } ? Name : never }[CallName];
/** Calls whose success is a file. */
export type FileCallName = { [Name in CallName]: Calls[Name] extends { file: unknown } ? Name : never }[CallName];
