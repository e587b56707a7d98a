import type { Secret } from '../../db/seal.ts';
import type { Customer } from '../../http/customer-session.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from '../mail/email-key.ts';
import { holderHash, networkHolder } from '../stores/network-holder.ts';

/** The holder whose unpaid orders are counted together. */
export interface Holder {
  /** The hash of a login or a network (`holderHash`). */
  key: Buffer;
  /** The hash of the /48 around an IPv6 network, counted as well with wider limits; null for IPv4 and logins. */
  wide: Buffer | null;
  /**
   * Whether a Discord login in this store proved the order's id; null: the address is counted. A login by e-mail does
   * not count, because one domain has as many addresses as its owner likes.
   */
  proven: 'discord' | null;
  /**
   * The ids on the order that a login in this store proved. A coupon that is limited to one of them counts it at once.
   */
  ids: readonly ('discord' | 'email')[];
}

/**
 * The holder that an order counts for: the Discord login whose id is on the order, else the address that it comes from.
 * A login with another id than the order's proves nothing for it.
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
