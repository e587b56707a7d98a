import { call } from '../lib/call.ts';
import { safeReturnPath } from '../lib/guard.ts';

/** The page after a login: the one that asked for it; else 'Nova loja' for a person without a store, and /profile for the others. */
export async function pageAfterLogin(next: string | null): Promise<string> {
  const page = safeReturnPath(next);
  if (next !== null) return page;
  // The login has succeeded, even if this call fails.
  const stores = await call('GET /store', {}).catch(() => null);
  return stores?.response.length === 0 ? '/store/create' : page;
}
