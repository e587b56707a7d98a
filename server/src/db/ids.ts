import { randomBytes } from 'node:crypto';
import { base32 as encode } from '../base32.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const base32 = (bytes: Uint8Array) => encode(bytes, alphabet);

/** The time of the newest id, in ms, and how many ids of this process have that time. */
let newest = 0;
let beforeIt = 0;

/**
 * An id of a row: 10 characters of time (ms), then a count of 16 bits and 64 random bits; 26 characters of a-z and 0-9.
 * Ids sort by creation, so indexes stay small and cursors work. The count keeps that true for ids that one process
 * makes within one millisecond.
 */
export function newId(now = Date.now()): string {
  beforeIt = now === newest ? beforeIt + 1 : 0;
  newest = now;
  const time = Buffer.alloc(6);
  time.writeUIntBE(now, 0, 6);
  const rest = randomBytes(10);
  rest.writeUInt16BE(beforeIt % 0x10000);
  return base32(time) + base32(rest);
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
