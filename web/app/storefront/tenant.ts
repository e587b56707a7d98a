import type { PageServices, StorefrontCategory, StorefrontStore } from '@vitrine/contract/pages';
import { data, type RouterContextProvider } from 'react-router';
import { appContext } from '../context.ts';

/** The store of the page, with the services of its loaders. On every other host it throws the not-found screen. */
export function storeOf(context: Readonly<RouterContextProvider>): { store: StorefrontStore; services: PageServices } {
  const { services, tenant } = context.get(appContext);
  if (tenant.kind !== 'store') throw data(null, { status: 404 });
  return { store: tenant.store, services };
}

/** What an open store sells, by category, without empty ones. A closed store shows nothing of its catalogue. */
export async function productsOf(store: StorefrontStore, services: PageServices): Promise<StorefrontCategory[]> {
  return store.open ? (await services.storefront(store.id)).categories : [];
}

/** Headers of a page for one person: no cache stores it, and no search engine lists it. */
export const personalHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;
export const noIndex = { name: 'robots', content: 'noindex' } as const;
