import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Secret } from '../../../db/seal.ts';
import type { StoreId } from '../../../http/store.ts';

/** An order's id, and 128 bits that only we can make for it. Letters and digits, so that every chat makes all of it a link. */
const SHARE = /^([0-9a-z]{26})([0-9a-f]{32})$/;

const proofOf = (secret: Buffer, store: StoreId, order: string) =>
  createHmac('sha256', deriveKey(secret, 'shared pix')).update(`${store}\n${order}`).digest('hex').slice(0, 32);

/**
 * The address under which another person pays an order's Pix. It is computed and not stored. It does not lead to the order's
 * reference, which is the buyer's own key to the order (docs/decisions/0087-another-person-pays.md).
 */
export const sharePath = (secret: Secret, store: StoreId, order: string): string =>
  `/pix/${order}${proofOf(secret[0], store, order)}`;

/** The id of the order that the last part of such an address names in this store, or undefined. */
export function sharedOrder(secret: Secret, store: StoreId, share: string): string | undefined {
  const [, order = '', given = ''] = SHARE.exec(share) ?? [];
  const isOurs = (one: Buffer) => timingSafeEqual(Buffer.from(given), Buffer.from(proofOf(one, store, order)));
  return given !== '' && secret.some(isOurs) ? order : undefined;
}
