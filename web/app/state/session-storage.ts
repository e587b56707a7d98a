import type { User } from '@vitrine/contract/account-answers';

/** Local storage keys of SPEC.md section 9. The persisted state's own key is in app-state.ts. */
export const TOKEN_KEY = 'token';
const USER_KEY = 'user';
export const STORE_KEY = 'store';

export type StoredSession = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'found'; token: string; user: User };

/** Storage may be missing (server), refused (private mode) or full. None of that may break a page. */
export function readKey(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Writes a key, or removes it for null. Returns false when the browser refused. */
export function writeKey(key: string, value: string | null): boolean {
  try {
    if (value === null) globalThis.localStorage?.removeItem(key);
    else globalThis.localStorage?.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function saveSession(token: string, user: User): void {
  writeKey(TOKEN_KEY, token);
  writeKey(USER_KEY, JSON.stringify(user));
}

/** The newest token that another tab of the same person stored; null for none. Tabs share it, and each may renew it. */
export function storedTokenOf({ id }: Pick<User, 'id'>): string | null {
  try {
    const user: unknown = JSON.parse(readKey(USER_KEY) ?? 'null');
    return isUser(user) && user.id === id ? readKey(TOKEN_KEY) : null;
  } catch {
    return null;
  }
}

export function forgetSession(): void {
  writeKey(TOKEN_KEY, null);
  writeKey(USER_KEY, null);
}

/** Whether the value can be shown as a user. Any other stored value is unreadable. */
export function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Partial<User>;
  return typeof id === 'string' && id !== '' && typeof name === 'string';
}

/**
 * Token and user from an earlier visit. Unreadable data (broken JSON, only one of the two) is logged and removed;
 * the caller then sends the person to /login (SPEC.md sections 4 and 8).
 */
export function readSession(): StoredSession {
  const token = readKey(TOKEN_KEY);
  const stored = readKey(USER_KEY);
  if (token === null && stored === null) return { kind: 'none' };
  try {
    const user: unknown = JSON.parse(stored ?? '');
    if (token && isUser(user)) return { kind: 'found', token, user };
    throw new Error('incomplete');
  } catch (error) {
    console.error('Stored login is unreadable and was cleared', error);
    forgetSession();
    return { kind: 'unreadable' };
  }
}
