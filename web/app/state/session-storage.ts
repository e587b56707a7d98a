import type { User } from '@vitrine/contract/accounts';

/** Local storage keys of SPEC.md section 9. The persisted state's own key is in app-state.ts. */
export const TOKEN_KEY = 'token';
const USER_KEY = 'user';
export const STORE_KEY = 'store';

export type StoredSession = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'found'; token: string; user: User };

/** Storage may be missing (server), refused (private mode) or full: none of that may break a page. */
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

/** The token that a tab of the same person keeps by now, null for none: tabs share it, and any of them may renew it. */
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

/** True for something that can be shown as a user: anything else in storage is unreadable. */
export function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Partial<User>;
  return typeof id === 'string' && id !== '' && typeof name === 'string';
}

/**
 * Token and user as an earlier visit left them. Unreadable data (a broken JSON, half a pair) is logged and cleared;
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
