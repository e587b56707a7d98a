import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { createContext, RouterContextProvider } from 'react-router';

/**
 * What the server hands over with every page request: whose pages are asked for, decided by the host name alone, and
 * the typed services that loaders call in-process. Both types are the contract's; there is no other door.
 */
export interface AppContext {
  services: PageServices;
  tenant: Tenant;
  /** Random, of this one render: see `InlineScript`. */
  mark: string;
}

/** Read in loaders and middleware: `context.get(appContext)`. */
export const appContext = createContext<AppContext>();

/** Wraps what the server hands over into the one context object that React Router passes to loaders. */
export function makeContext(app: AppContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(appContext, app);
  return provider;
}
