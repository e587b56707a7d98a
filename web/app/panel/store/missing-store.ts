import { useSyncExternalStore } from 'react';
import { useAppStore } from '../../state/app-store.ts';

/** The store that was worked on and is no longer the person's: removed from its team, or the store is gone. */
interface MissingStore {
  /** Its address, and its name as far as this browser knows it. */
  subdomain: string;
  name: string;
}

let missing: MissingStore | null = null;
let leaving: string | null = null;
const heard = new Set<() => void>();

function set(next: MissingStore | null): void {
  missing = next;
  for (const tell of heard) tell();
}

/** The person leaves this store or deletes it, so no notice needs to say that it is gone. */
export function leaveStore(subdomain: string): void {
  leaving = subdomain;
}

/** Checks whether the current store is still one of the person's. Call it before the new list takes the place of the former one. */
export function lookForMissing(now: readonly { subdomain: string }[]): void {
  const { currentStoreId, stores } = useAppStore.getState().store;
  if (currentStoreId === null || currentStoreId === leaving) return;
  if (now.some(({ subdomain }) => subdomain === currentStoreId)) return;
  const known = stores.find(({ subdomain }) => subdomain === currentStoreId);
  set({ subdomain: currentStoreId, name: known?.name ?? currentStoreId });
}

export const forgetMissing = () => set(null);

export const useMissingStore = () =>
  useSyncExternalStore(
    (tell) => {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    () => missing,
    () => null,
  );
