import { type OwnRole, type Role, roles } from '@vitrine/contract/roles';
import type { StateCreator } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';
import { readKey, STORE_KEY, writeKey } from './session-storage.ts';

/**
 * The stored part of each of the user's stores. `GET /v1/store` answers more, including secrets; a screen asks it
 * when needed.
 */
export interface StoreSummary {
  id: string;
  name: string;
  /** The store's identifier: the current store id equals it. */
  subdomain: string;
  /** The person's role, so that the menu is right before the list is loaded again. */
  role: Role;
}

/** Only what may be stored: this state goes into local storage, and the identification token must never go there. */
const summaryOf = ({ id, name, subdomain, role }: StoreSummary): StoreSummary => ({ id, name, subdomain, role });

/** Whether a stored value is a store: people edit their storage, and older versions stored other fields. */
export function isStoreSummary(value: unknown): value is StoreSummary {
  if (typeof value !== 'object' || value === null) return false;
  const { subdomain, name, role } = value as Partial<StoreSummary>;
  return typeof subdomain === 'string' && typeof name === 'string' && isRole(role);
}

function isRole(role: unknown): role is Role {
  if (typeof role !== 'object' || role === null) return roles.some((known) => known === role);
  const { name, permissions } = role as Partial<OwnRole>;
  return typeof name === 'string' && Array.isArray(permissions);
}

interface StoreState {
  /** Subdomain of the store the panel works in. */
  currentStoreId: string | null;
  stores: StoreSummary[];
}

export interface StoreSlice {
  store: StoreState;
  /** Replaces the list. If the current store is missing or no longer the user's, the first one is chosen. */
  storesLoaded(stores: StoreSummary[]): void;
  /** Empties the list and forgets the current store, without a message. */
  storesFailed(): void;
  /** Chooses a store and remembers it in local storage. */
  setCurrentStore(subdomain: string): void;
  /** Appends a new store and makes it the current one. */
  storeCreated(store: StoreSummary): void;
}

export const createStoreSlice: StateCreator<AppState, [], [], StoreSlice> = (set, get) => ({
  store: { currentStoreId: null, stores: [] },
  storesLoaded: (stores) => {
    const current = get().store.currentStoreId;
    const known = stores.some((store) => store.subdomain === current);
    const chosen = known ? current : (stores[0]?.subdomain ?? null);
    if (chosen !== current) writeKey(STORE_KEY, chosen);
    set({ store: { currentStoreId: chosen, stores: stores.map(summaryOf) } });
  },
  storesFailed: () => {
    writeKey(STORE_KEY, null);
    set({ store: { currentStoreId: null, stores: [] } });
  },
  setCurrentStore: (subdomain) => {
    writeKey(STORE_KEY, subdomain);
    set((state) => ({ store: { ...state.store, currentStoreId: subdomain } }));
  },
  storeCreated: (store) => {
    writeKey(STORE_KEY, store.subdomain);
    set((state) => ({
      store: {
        currentStoreId: store.subdomain,
        stores: [...state.store.stores.filter((known) => known.subdomain !== store.subdomain), summaryOf(store)],
      },
    }));
  },
});

/** The initial current store: the one in local storage, else null (SPEC.md section 3). */
export function rememberedStore(): string | null {
  return readKey(STORE_KEY);
}
