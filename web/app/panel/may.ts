import { mayDo, type Permission, permissionToOpen } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';
import { useCallback } from 'react';
import { useAppStore } from '../state/app-store.ts';
import { useCurrentStore } from './current-store.ts';

/** The person's role in the current store: as the server told it last, else as it was remembered. */
export function useRole(): Role | undefined {
  const remembered = useAppStore(({ store }) =>
    store.stores.find(({ subdomain }) => subdomain === store.currentStoreId),
  );
  return (useCurrentStore() ?? remembered)?.role;
}

/**
 * What the logged-in person may do in the current store, by the table that the server's door reads too. Nothing may be
 * done until the store is known. The server decides again at every call.
 */
export function useMay(): (permission: Permission) => boolean {
  const role = useRole();
  return useCallback((permission) => role !== undefined && mayDo(role, permission), [role]);
}

/** Whether a panel address opens for this person; what is no screen of a store (profile, new store) opens for everyone. */
export function useMayOpen(): (address: string) => boolean {
  const may = useMay();
  return useCallback(
    (address) => {
      const permission = permissionToOpen(address);
      return permission === undefined || may(permission);
    },
    [may],
  );
}
