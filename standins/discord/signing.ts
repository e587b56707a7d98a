import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type SigningKey = { privateKey: KeyObject; publicKeyHex: string };

/** A new Ed25519 pair. The public half has 64 hex digits, as in Discord's portal. */
export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, publicKeyHex: raw.toString('hex') };
}

/** Signature over the bytes `timestamp + body`, in hex (facts: section 6). */
export function signRequest(key: SigningKey, timestamp: string, body: string): string {
  return sign(null, Buffer.from(timestamp + body), key.privateKey).toString('hex');
}
