import { randomBytes } from 'node:crypto';
import { base32 as encode } from '../base32.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const base32 = (bytes: Uint8Array) => encode(bytes, alphabet);

/**
 * An id of a row: 10 characters of time (ms), then 80 random bits; 26 characters of a-z and 0-9. Ids sort by
 * creation, so indexes stay small and cursors work.
 */
export function newId(now = Date.now()): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(now, 0, 6);
  return base32(time) + base32(randomBytes(10));
}

/** Whether a text has the form of a row's id. */
export const isId = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

/**
 * An unguessable name for strangers (order reference, notice address): 160 random bits, 32 characters of a-z and 0-9
 * (facts/security.md 3.6 asks for 128 bits).
 */
export function newReference(): string {
  return base32(randomBytes(20));
}
