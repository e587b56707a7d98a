import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 as encode } from '../../../base32.ts';

/** Time-based one-time passwords as authenticator apps make them: RFC 6238, SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the step before and of the step after count too, because clocks differ and people type slowly. */
const WINDOW = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of one step (RFC 4226). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0xf;
  const value = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(value).padStart(DIGITS, '0');
}

/**
 * The step that a code belongs to; undefined for a wrong code. `lastStep` is the step that was used last. Codes up to that
 * step are refused, so a code that somebody else saw does not work again.
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  nowSeconds: number,
  lastStep: number | null,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(nowSeconds / STEP_SECONDS);
  for (let step = now - WINDOW; step <= now + WINDOW; step++) {
    const fits = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (fits && step > (lastStep ?? -1)) return step;
  }
  return undefined;
}

/** The secret as people type it into an app. */
export function base32(bytes: Uint8Array): string {
  return encode(bytes, ALPHABET);
}

/** The address in the QR code. */
export function totpUri(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`Vitrine:${account}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Vitrine&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
