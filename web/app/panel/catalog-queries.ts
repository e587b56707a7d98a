import { queryOptions } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import type { DiscordRole } from '@vitrine/contract/stores';
import { api } from '../lib/api.ts';
import { call } from '../lib/call.ts';

/** What the catalogue's screens ask the server; the store is the second part of every key, so stores never mix. */

type StoreKey = string | null;

/** Categories in the owner's order; an answer that is no list counts as none (SPEC.md section 8, Products). */
export const categoriesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: ['categories', store],
    queryFn: async ({ signal }) => {
      const { categories } = await call('POST /categories', { body: {}, store, signal });
      return Array.isArray(categories) ? categories : [];
    },
  });

/** Every product on sale, as the store's people see it: with actions, stock and what was sold. */
export const productsQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: ['products', store],
    queryFn: async ({ signal }) => {
      const { products } = await call('POST /products', { body: {}, store, signal });
      // Shoppers read less: that is the answer to whoever is no member any more.
      return products.filter((product): product is Product => 'sold' in product);
    },
  });

/** The store's plan with what is used of it; limits are shown before they are hit. */
export const planQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: ['plan', store],
    queryFn: async ({ signal }) => (await call('GET /store/plan', { store, signal })).response,
  });

/** Constants and checkout questions, with the products that use them. */
export const variablesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: ['variables', store],
    queryFn: async ({ signal }) => (await call('POST /variables', { body: {}, store, signal })).variables,
  });

/**
 * Roles of the connected Discord server. Asked when an action needs one; without a connected server there is no
 * answer, and the id is typed instead, so a failure is not tried again.
 */
export const rolesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: ['discord-roles', store],
    retry: false,
    queryFn: async ({ signal }) => (await api<{ roles: DiscordRole[] }>('GET', '/discord/roles', { signal })).roles,
  });
