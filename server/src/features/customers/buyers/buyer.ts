import type { BuyerName } from '@vitrine/contract/buyer-words';
import { cleanIdentity, type Identity, playerKey } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';

/** A buyer of a store by one identity: an id or an e-mail that stands on orders. Nothing says that two identities are one person. */

/** The identity in its normal form; undefined for a text that nobody of this kind can have. */
export function cleanBuyer({ kind, value }: BuyerName): BuyerName | undefined {
  if (kind === 'email') return /^[^\s@]+@[^\s@]+$/.test(value) ? { kind, value: value.toLowerCase() } : undefined;
  const clean = cleanIdentity(kind, value);
  if (clean === undefined || (kind === 'city_id' && Number(clean) > limits.cityIdMax)) return undefined;
  return { kind, value: clean };
}

/** The identity as one text, as `buyer_block` keeps it. */
export const buyerKey = ({ kind, value }: BuyerName): string =>
  kind === 'email' ? `email:${value}` : playerKey({ kind, value });

/** True in SQL for the orders `o` with this identity. An index serves each kind. */
export function isOfBuyer({ kind, value }: BuyerName): RawBuilder<boolean> {
  switch (kind) {
    case 'email':
      return sql<boolean>`(o.email is not null and lower(o.email) = ${value})`;
    case 'discord_id':
      return sql<boolean>`(o.discord_id = ${value})`;
    case 'city_id':
      // If no city id was asked, `client` is the order's number.
      return sql<boolean>`(o.client = ${Number(value)} and (o.players is null or ${value} = any(o.players)))`;
    default:
      return sql<boolean>`(o.players && ${[playerKey({ kind, value })]}::text[] and o.players is not null)`;
  }
}

/** The keys of everybody whom an order names. */
export function keysOf({
  clientId,
  discordId,
  email,
  identities = [],
}: {
  clientId?: number | undefined;
  discordId?: string | null | undefined;
  email?: string | null | undefined;
  identities?: readonly Identity[] | undefined;
}): string[] {
  return [
    ...identities.map((identity) => buyerKey(identity)),
    ...(clientId === undefined ? [] : [buyerKey({ kind: 'city_id', value: String(clientId) })]),
    ...(discordId ? [buyerKey({ kind: 'discord_id', value: discordId })] : []),
    ...(email ? [buyerKey({ kind: 'email', value: email.toLowerCase() })] : []),
  ];
}
