import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '../../db/seal.ts';
import { networkOf, senderOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';

/** 16 bytes of a keyed hash with the store in it: neither address nor login can be read from it, nor met in another store. */
export function holderHash([secret]: Secret, store: StoreId, name: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'holder')).update(`${store}\n${name}`).digest().subarray(0, 16);
}

/** Who an address is to what counts by network: the sender, and the /48 around an IPv6 one (null for IPv4). */
export function networkHolder(secret: Secret, store: StoreId, address: string): { key: Buffer; wide: Buffer | null } {
  const network = senderOf(address);
  return {
    key: holderHash(secret, store, `network ${network}`),
    wide: network.endsWith('/64') ? holderHash(secret, store, `wide ${networkOf(address)}`) : null,
  };
}
