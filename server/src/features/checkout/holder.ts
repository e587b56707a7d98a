import type { Secret } from '../../db/seal.ts';
import type { Customer } from '../../http/customer-session.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from '../mail/email-key.ts';
import { holderHash, networkHolder } from '../stores/network-holder.ts';

/** Whose unpaid orders are counted together. */
export interface Holder {
  /** Of a login or a network (`holderHash`). */
  key: Buffer;
  /** The same of the /48 around an IPv6 network, counted beside it with wider limits; null for IPv4 and logins. */
  wide: Buffer | null;
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
    return {
      key: holderHash(secret, store, `discord ${customer.discordId}`),
      wide: null,
      proven: 'discord',
      ids: ['discord'],
    };
  }
  const ids = customer?.email && buyer.email && customer.email === emailKey(buyer.email) ? ['email' as const] : [];
  return { ...networkHolder(secret, store, from.address), proven: null, ids };
}
