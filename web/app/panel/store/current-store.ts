import { useQuery } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import { useAppStore } from '../../state/app-store.ts';
import { storesQuery } from './store-queries.ts';

/** Subdomain of the store the panel works in: the second part of every query key, so stores never mix. */
export function useCurrentStoreId(): string | null {
  return useAppStore((state) => state.store.currentStoreId);
}

/** The current store in full, once the list is loaded. */
export function useCurrentStore(): Store | undefined {
  const id = useCurrentStoreId();
  return useQuery(storesQuery).data?.find((store) => store.subdomain === id);
}
