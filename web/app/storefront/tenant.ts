import type { PageServices, StorefrontStore } from '@vitrine/contract/pages';
import { data, type RouterContextProvider } from 'react-router';
import { appContext } from '../context.ts';

/** The store whose page is asked for, with what its loaders may call. Throws the not-found screen on every other host. */
export function storeOf(context: Readonly<RouterContextProvider>): { store: StorefrontStore; services: PageServices } {
  const { services, tenant } = context.get(appContext);
  if (tenant.kind !== 'store') throw data(null, { status: 404 });
  return { store: tenant.store, services };
}

/** What pages of one person answer: kept by nobody, in no search engine. */
export const personalHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;
export const noIndex = { name: 'robots', content: 'noindex' } as const;
