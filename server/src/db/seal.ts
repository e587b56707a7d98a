import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption at rest: AES-256-GCM with a random 96-bit nonce. The value's owner (such as a store's id) is additional
 * data, so a copy in another row does not open (facts/security.md 3.10).
 *
 * Layout: format (1 byte) | key id (4) | nonce (12) | tag (16) | ciphertext. The key id says which secret sealed it.
 */
const FORMAT = 1;
const KEY_ID = 4;
const NONCE = 12;
const TAG = 16;
const HEAD = 1 + KEY_ID + NONCE + TAG;

/** The installation's secret, 32 bytes, and its former ones. The first seals and signs; each one opens. */
export type Secret = readonly [current: Buffer, ...former: Buffer[]];

/** The value was not sealed with this secret for this owner, or it was damaged. */
export class SealError extends Error {
  override name = 'SealError';
}

/** Keys of each secret by their purpose. To derive them for each hash was a twentieth of an order's time in the server. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>();

/**
 * A 32-byte key for one purpose, made from a secret's bytes, because the key of tokens must not sign cookies. The
 * same bytes and purpose always give the same key. It is kept: nobody may write into it, or into the secret.
 */
export function deriveKey(bytes: Buffer, purpose: string): Buffer {
  const keys = derived.get(bytes) ?? new Map<string, Buffer>();
  derived.set(bytes, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `vitrine:${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}

function keyOf(bytes: Buffer): { key: Buffer; id: Buffer } {
  const key = deriveKey(bytes, 'seal');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID) };
}

/** The key id of newly sealed values. A value with another key id should be sealed again. */
export function currentKeyId(secret: Secret): Buffer {
  return keyOf(secret[0]).id;
}

/** Encrypts `plain` for the owner in `aad`. The same input gives different bytes each time. */
export function seal(secret: Secret, plain: string | Uint8Array, aad: string): Buffer {
  const { key, id } = keyOf(secret[0]);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), id, nonce, cipher.getAuthTag(), body]);
}

/** Returns what `seal` was given. Throws SealError for another secret, another owner or damaged bytes. */
export function open(secret: Secret, sealed: Uint8Array, aad: string): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < HEAD || bytes[0] !== FORMAT) throw new SealError('not a sealed value');
  const sealedWith = bytes.subarray(1, 1 + KEY_ID);
  const key = secret.map(keyOf).find(({ id }) => id.equals(sealedWith))?.key;
  if (!key) throw new SealError('sealed with another secret');
  const nonce = bytes.subarray(1 + KEY_ID, 1 + KEY_ID + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(HEAD - TAG, HEAD));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]);
  } catch {
    throw new SealError('damaged, or sealed for another owner');
  }
}

/** `open` for texts. */
export function openText(secret: Secret, sealed: Uint8Array, aad: string): string {
  return open(secret, sealed, aad).toString('utf8');
}

/**
 * `open` for values that must be readable even if one of them is damaged: returns undefined where `open` throws
 * SealError.
 */
export function openIfReadable(secret: Secret, sealed: Uint8Array, aad: string): Buffer | undefined {
  try {
    return open(secret, sealed, aad);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
