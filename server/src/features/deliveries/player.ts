import { type IdentityKind, playerKey, readPlayerKey } from '@vitrine/contract/identity';

/** The players of an order's row. Only this file says which of them a game server means. */
export interface Buyer {
  /** The city id; the order's number where none was asked. */
  client: number;
  /** Empty text without one. */
  discord_id: string;
  /** Player keys; null: the city id in `client` alone. */
  players: readonly string[] | null;
}

/** The keys of the order's players, the city id first. */
export function playersOf({ client, players }: Pick<Buyer, 'client' | 'players'>): readonly string[] {
  return players ?? [String(client)];
}

/**
 * The key of the player at a game server that knows its players by this kind. An order that has no such id (the owner
 * changed the kind meanwhile) goes out with the first id it has. The script then does not find the player, and a person
 * corrects the order.
 */
export function playerAt(buyer: Buyer, kind: IdentityKind): string {
  const keys = playersOf(buyer);
  const own = keys.find((key) => readPlayerKey(key).kind === kind);
  if (own !== undefined) return own;
  const discord = kind === 'discord_id' && buyer.discord_id !== '';
  return discord ? playerKey({ kind, value: buyer.discord_id }) : (keys[0] ?? '');
}

/** The order's city id, or null where none was asked. */
export function cityIdOf(buyer: Pick<Buyer, 'client' | 'players'>): number | null {
  const key = playersOf(buyer).find((one) => readPlayerKey(one).kind === 'city_id');
  return key === undefined ? null : Number(key);
}

/** The same buyer with another city id; other ids stay. */
export function withCityId<T extends Pick<Buyer, 'client' | 'players'>>(buyer: T, client: number): T {
  const others = playersOf(buyer).filter((key) => readPlayerKey(key).kind !== 'city_id');
  return { ...buyer, client, players: others.length > 0 ? [String(client), ...others] : null };
}
