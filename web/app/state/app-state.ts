import { type PersistStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type AuthSlice, createAuthSlice, initialAuth } from './auth-slice.ts';
import { type BasketSlice, createBasketSlice } from './basket-slice.ts';
import { createDashboardSlice, type DashboardSlice } from './dashboard-slice.ts';
import { isUser, readKey, writeKey } from './session-storage.ts';
import { createStoreSlice, isStoreSummary, rememberedStore, type StoreSlice } from './store-slice.ts';

export type AppState = AuthSlice & StoreSlice & DashboardSlice & BasketSlice;

/** The persisted state's key: the product's name (SPEC.md section 9). */
export const STATE_KEY = 'vitrine';

type Persisted = Pick<AppState, 'store' | 'basket'> & {
  auth: Pick<AuthSlice['auth'], 'isLoggedIn' | 'token' | 'user'>;
};

/** Unreadable data is removed and counts as missing: a broken value in the storage must not break every page. */
const storage: PersistStorage<Persisted> = {
  getItem: (name) => {
    const text = readKey(name);
    if (text === null) return null;
    try {
      const value: unknown = JSON.parse(text);
      const { state, version } = value as { state: Partial<Persisted>; version?: number };
      return { state: readable(state), version };
    } catch (error) {
      console.error('Stored state is unreadable and was cleared', error);
      writeKey(name, null);
      return null;
    }
  },
  setItem: (name, value) => void writeKey(name, JSON.stringify(value)),
  removeItem: (name) => void writeKey(name, null),
};

/** Takes only fields of the right shape: people edit their storage, and older versions stored other fields. */
function readable(state: Partial<Persisted> | null | undefined): Persisted {
  const { token, user } = state?.auth ?? {};
  const loggedIn = typeof token === 'string' && token !== '' && isUser(user);
  const stores = Array.isArray(state?.store?.stores)
    ? state.store.stores.filter(isStoreSummary).map(({ id, name, subdomain, role }) => ({ id, name, subdomain, role }))
    : [];
  const current = state?.store?.currentStoreId;
  const itens = Array.isArray(state?.basket?.itens) ? state.basket.itens : [];
  return {
    auth: loggedIn ? { isLoggedIn: true, token, user } : { isLoggedIn: false, token: false, user: null },
    store: { currentStoreId: typeof current === 'string' ? current : null, stores },
    basket: {
      itens: [...new Set(itens.filter((id): id is string => typeof id === 'string' && /^\w{1,40}(\?|$)/.test(id)))],
    },
  };
}

/**
 * The client state of SPEC.md section 3: auth, store, dashboard, basket. All but the dashboard are stored.
 * It reads no storage by itself (`skipHydration`): the first drawing would then differ from the server's. Pages of
 * the shop read it in shop.ts, the panel in lib/session.ts. Components use `useAppStore`, a file of its own because
 * pages of the shop load no React.
 */
export const appState = createStore<AppState>()(
  persist(
    (...args) => ({
      ...createAuthSlice(...args),
      ...createStoreSlice(...args),
      ...createDashboardSlice(...args),
      ...createBasketSlice(...args),
    }),
    {
      name: STATE_KEY,
      version: 1,
      skipHydration: true,
      storage,
      partialize: ({ auth, store, basket }) => ({
        auth: { isLoggedIn: auth.isLoggedIn, token: auth.token, user: auth.user },
        store,
        basket,
      }),
      merge: (persisted, current) => {
        const stored = readable(persisted as Partial<Persisted> | undefined);
        const currentStoreId = rememberedStore() ?? stored.store.currentStoreId;
        return {
          ...current,
          auth: { ...initialAuth, ...stored.auth },
          store: { ...stored.store, currentStoreId },
          basket: stored.basket,
        };
      },
    },
  ),
);
