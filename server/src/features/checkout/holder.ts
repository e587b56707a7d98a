import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '../../db/seal.ts';
import type { Customer } from '../../http/customer-session.ts';
import { senderOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from '../accounts/email-key.ts';

/** Whose unpaid orders are counted together. */
export interface Holder {
  /** 16 bytes: a keyed hash with the store in it. Neither address nor login can be read from it, nor met in another store. */
  key: Buffer;
  /**
   * Whether a Discord login in this store proved the order's id; null: the address is counted. A login by e-mail is none:
   * whoever has a domain has as many addresses as he likes.
   */
  proven: 'discord' | null;
  /** Which ids on the order a login in this store has: what a coupon limited to it may count at once. */
  ids: readonly ('discord' | 'email')[];
}

/**
 * Who is counted for an order: the Discord login whose id stands on it, else the address it comes from. A login that proved
 * another id than the typed one proves nothing for this order.
 */
export function holderOf(
  secret: Secret,
  store: StoreId,
  from: { address: string; customer: Customer | undefined },
  buyer: { discordId: string; email?: string | undefined },
): Holder {
  const { customer } = from;
  if (customer?.discordId && customer.discordId === buyer.discordId) {
    return { key: hashOf(secret, store, `discord ${customer.discordId}`), proven: 'discord', ids: ['discord'] };
  }
  const ids = customer?.email && buyer.email && customer.email === emailKey(buyer.email) ? ['email' as const] : [];
  return { key: hashOf(secret, store, `network ${senderOf(from.address)}`), proven: null, ids };
}

function hashOf([secret]: Secret, store: StoreId, name: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'holder')).update(`${store}\n${name}`).digest().subarray(0, 16);
}
