import { type Identity, identityRules, readPlayerKey } from '@vitrine/contract/identity';
import type { PublicOrder } from '@vitrine/contract/orders';
import { maskName } from '../../../mask-name.ts';
import { type Buyer, playersOf } from '../../deliveries/player.ts';

/**
 * Characters of a long id that its buyer recognises it by. Few, because the whole Discord id is what a withdrawal asks for
 * (orders/withdrawal.ts).
 */
const SHOWN = 2;

/**
 * An id as strangers may see it (docs/decisions/0081). A city id is shown whole, because outside the city it tells nobody who the
 * player is. A name of a player shows its first half, and any other id its end.
 */
export function maskedId({ kind, value }: Identity): string {
  if (kind === 'city_id') return value;
  if (kind === 'minecraft_name' || kind === 'mta_account') {
    const shown = Math.floor(value.length / 2);
    return value.slice(0, shown).padEnd(value.length, '*');
  }
  return `…${value.slice(-SHOWN)}`;
}

/** The ids that an order was bought for, the Discord id last. */
export function idsOf(buyer: Buyer): Identity[] {
  const players = playersOf(buyer).map(readPlayerKey);
  const discord = { kind: 'discord_id', value: buyer.discord_id } as const;
  return buyer.discord_id === '' || players.some(({ kind }) => kind === 'discord_id') ? players : [...players, discord];
}

/** For whom an order was bought, as anybody with its address may see it. */
export function publicBuyer(order: Buyer & { customer_name: string | null }): PublicOrder['buyer'] {
  return {
    name: order.customer_name && maskName(order.customer_name),
    ids: idsOf(order).map((id) => ({ kind: id.kind, label: identityRules[id.kind].label, value: maskedId(id) })),
  };
}
