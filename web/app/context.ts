import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { createContext, RouterContextProvider } from 'react-router';

/**
 * What the server passes along with a page request: the tenant, found by the host name alone, and the typed services
 * that loaders call in-process. Both types come from the contract; loaders have no other way to the server.
 */
export interface AppContext {
  services: PageServices;
  tenant: Tenant;
  /** A random word of this render: see `InlineScript`. */
  mark: string;
}

/** Read in loaders and middleware: `context.get(appContext)`. */
export const appContext = createContext<AppContext>();

/** Packs the server's values into the one context object that React Router gives to loaders. */
export function makeContext(app: AppContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(appContext, app);
  return provider;
}
