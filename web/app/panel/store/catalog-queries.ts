import { queryOptions } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import { call } from '../../lib/call.ts';
import { keyOf } from './query-keys.ts';

/** The catalogue's queries. The store is the second part of every key, so stores never mix. */

type StoreKey = string | null;

/** Categories in the owner's order. An answer that is no list counts as an empty one (SPEC.md section 8, Products). */
export const categoriesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: keyOf('POST /categories', store),
    queryFn: async ({ signal }) => {
      const { categories } = await call('POST /categories', { body: {}, store, signal });
      return Array.isArray(categories) ? categories : [];
    },
  });

/** Every product on sale, as members see it: with actions, stock and units sold. */
export const productsQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: keyOf('POST /products', store),
    queryFn: async ({ signal }) => {
      const { products } = await call('POST /products', { body: {}, store, signal });
      // The answer for shoppers has fewer fields. A person who has just lost the membership gets that one.
      return products.filter((product): product is Product => 'sold' in product);
    },
  });

/** The store's plan and its use: the screens show a limit before the owner reaches it. */
export const planQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: keyOf('GET /store/plan', store),
    queryFn: async ({ signal }) => (await call('GET /store/plan', { store, signal })).response,
  });

/** Constants and checkout questions, with the products that use them. */
export const variablesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: keyOf('POST /variables', store),
    queryFn: async ({ signal }) => (await call('POST /variables', { body: {}, store, signal })).variables,
  });

const atServer = (server: string, fresh: boolean) => ({
  ...(server && { server }),
  ...(fresh && { fresh: '1' as const }),
});

/**
 * Roles of a connected Discord server (the main one if `server` is empty), asked when an action needs one. Without a connected
 * server the call fails and the id is typed instead, so a failure is not repeated. `fresh` asks Discord again.
 */
export const rolesQuery = (store: StoreKey, server: string, fresh = false) =>
  queryOptions({
    queryKey: keyOf('GET /discord/roles', store, server),
    retry: false,
    queryFn: async ({ signal }) => (await call('GET /discord/roles', { query: atServer(server, fresh), signal })).roles,
  });

/** The same for channels. */
export const channelsQuery = (store: StoreKey, server: string, fresh = false) =>
  queryOptions({
    queryKey: keyOf('GET /discord/channels', store, server),
    retry: false,
    queryFn: async ({ signal }) =>
      (await call('GET /discord/channels', { query: atServer(server, fresh), signal })).channels,
  });

/** What the store's game servers can do and the names that they have. Cities change while the panel is open. */
export const cityNamesQuery = (store: StoreKey) =>
  queryOptions({
    queryKey: keyOf('GET /city/names', store),
    staleTime: 30_000,
    queryFn: async ({ signal }) => (await call('GET /city/names', { store, signal })).cities,
  });
