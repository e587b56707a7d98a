import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '../../db/seal.ts';
import { networkOf, senderOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';

/** 16 bytes of a keyed hash. Nobody can read the address or login from it, or compare holders of two stores. */
export function holderHash([secret]: Secret, store: StoreId, name: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'holder')).update(`${store}\n${name}`).digest().subarray(0, 16);
}

/** The keys under which an address is counted: `key` for its sender, `wide` for its /48 (IPv6) or null (IPv4). */
export function networkHolder(secret: Secret, store: StoreId, address: string): { key: Buffer; wide: Buffer | null } {
  const network = senderOf(address);
  return {
    key: holderHash(secret, store, `network ${network}`),
    wide: network.endsWith('/64') ? holderHash(secret, store, `wide ${networkOf(address)}`) : null,
  };
}

/** The hash under which an order remembers the secret of the browser that placed it. It says nothing in another store. */
export function browserHash(secret: Secret, store: StoreId, key: string): Buffer {
  return holderHash(secret, store, `browser ${key}`);
}
