import type { Seller } from './model.ts';
import type { State } from './state.ts';
import { DAY, MINUTE } from './values.ts';

export const EXPIRY_LEAST = 30 * MINUTE;
const EXPIRY_MOST = 30 * DAY;
export const URL_LENGTH = 248;

const LOCAL_HOST = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the service would call this address or send people there: public https, or this machine if allowed. */
export function isUsableUrl(state: State, value: unknown, schemes: readonly string[] = ['https:']): boolean {
  if (typeof value !== 'string') return false;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return false;
  }
  if (LOCAL_HOST.test(url.hostname)) return state.settings.loopbackUrls && /^https?:$/.test(url.protocol);
  return schemes.includes(url.protocol);
}

export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
}

/** 4390: the payer is the seller, or an invented test user pays a real seller. */
export function isForbiddenPayer(seller: Seller, email: string): boolean {
  const lower = email.toLowerCase();
  return (
    lower === seller.email.toLowerCase() || (lower.endsWith('@testuser.com') && !seller.tags.includes('test_user'))
  );
}

export function isExternalReference(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value);
}

export function isWithinExpiry(ms: number): boolean {
  return ms >= EXPIRY_LEAST && ms <= EXPIRY_MOST;
}
