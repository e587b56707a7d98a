import { mayDo, type Permission } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';
import { permissionToOpen } from '@vitrine/contract/screens/panel';
import { useCallback } from 'react';
import { useAppStore } from '../../state/app-store.ts';
import { useCurrentStore } from './current-store.ts';

/** The person's role in the current store: from the server's last answer, else from the browser's storage. */
export function useRole(): Role | undefined {
  const remembered = useAppStore(({ store }) =>
    store.stores.find(({ subdomain }) => subdomain === store.currentStoreId),
  );
  return (useCurrentStore() ?? remembered)?.role;
}

/**
 * What the logged-in person may do in the current store, by the table that the server uses too. While the store is
 * unknown, nothing is allowed. The server checks every call again.
 */
export function useMay(): (permission: Permission) => boolean {
  const role = useRole();
  return useCallback((permission) => role !== undefined && mayDo(role, permission), [role]);
}

/** Whether this person may open a panel address. Addresses without a store (profile, new store) are open to all. */
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

/** Where the panel begins for this person: the dashboard, or the list of products, which every role opens. */
export function useHome(): '/dashboard' | '/products' {
  const role = useRole();
  return role === undefined || mayDo(role, 'dashboard.read') ? '/dashboard' : '/products';
}

/** False once it is known that this person's role lacks the permission. For parts that keep their place while the role is unknown. */
export function useMaySee(permission: Permission): boolean {
  const role = useRole();
  return role === undefined || mayDo(role, permission);
}
