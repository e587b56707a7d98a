import type { PublicProduct } from '@vitrine/contract/catalog';
import type { Discount } from '@vitrine/contract/discounts';
import type { PublicOrder } from '@vitrine/contract/orders';
import type { Store } from '@vitrine/contract/store-answers';
import { expect } from 'vitest';
import { type Answer, startWorld } from './client.ts';

/** What the rows of the contract share: one process, and the things that earlier rows made. */

export const world = await startWorld();

export const text = expect.any(String);
export const number = expect.any(Number);
export const list = expect.any(Array);
export const email = 'dona@exemplo.com.br';
export const buyer = { clientId: 17, discordId: '391822001983488001', name: 'Bruno', email: 'bruno@exemplo.com.br' };

export const made = {
  token: '',
  store: {} as Store,
  category: '',
  other: '',
  image: '',
  product: '',
  discount: '',
  variable: '',
};
/** References by payment method. */
export const orders: Record<string, string> = {};
export const shop = () => ({ subdomain: made.store.subdomain });

/** A call, its answer, and a second call that shows its effect. */
export interface Row {
  call: string;
  /** For an address with parameters. */
  url?: () => string;
  body?: () => unknown;
  headers?: () => Record<string, string>;
  /** Whose token; the owner's by default. */
  as?: 'nobody';
  status?: number;
  answer?: unknown;
  effect?: (body: never, answer: Answer) => Promise<void> | void;
  /** For a call with several rows. */
  note?: string;
}

export const ask = <T>(call: string, body?: unknown) => world.call<T>(call, { body, token: made.token });
export const products = async () =>
  (await ask<{ products: PublicProduct[] }>('POST /v1/products', shop())).body.products;
export const categories = async () =>
  (await ask<{ categories: { _id: string; name: string }[] }>('POST /v1/categories', shop())).body.categories;
export const stores = async () => (await ask<{ response: Store[] }>('GET /v1/store')).body.response;
export const discounts = async () =>
  (await ask<{ discounts: Discount[] }>('POST /v1/discounts', shop())).body.discounts;
export const order = async (method: string) =>
  (await ask<{ response: PublicOrder }>(`GET /v1/order/${orders[method]}`)).body.response;
export const profileOf = async (token: string) => (await world.call('GET /v1/profile', { token })).status;
