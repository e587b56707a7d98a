import type { BuyerName } from '@vitrine/contract/buyer-words';
import { type Identity, type IdentityKind, identityRules, type TypedKind } from '@vitrine/contract/identity';
import type { Delivery, Order } from '@vitrine/contract/orders';

/** Whom an order is for, in the panel's words. */

/** The id's name. A Discord id is a player's id only if a game server knows its players by it. */
export const kindLabel = (kind: IdentityKind): string =>
  kind === 'city_id' ? 'ID da Cidade' : identityRules[kind].label;

/** The first player in one text: a list has room for one. */
export function playerText({ identities, client }: Pick<Order, 'identities' | 'client'>): string {
  return identities[0]?.value ?? String(client);
}

/** The city id, undefined where none was asked for. */
export function cityIdOf(identities: readonly Identity[]): number | undefined {
  const city = identities.find(({ kind }) => kind === 'city_id');
  return city && Number(city.value);
}

export const isTyped = (kind: IdentityKind): kind is TypedKind => kind !== 'city_id' && kind !== 'discord_id';

/** The name of the id that a delivery goes to; undefined if the usual name of its target fits. */
export function holderLabel({ playerKind }: Pick<Delivery, 'playerKind'>): string | undefined {
  return playerKind === null || playerKind === 'city_id' ? undefined : kindLabel(playerKind);
}

/** The ids to correct: those of the order, and those that the store's servers know players by. */
export function correctable(identities: readonly Identity[], servers: readonly { identity: IdentityKind }[]) {
  const kinds = new Set([...identities.map(({ kind }) => kind), ...servers.map(({ identity }) => identity)]);
  return {
    city: kinds.has('city_id'),
    texts: [...kinds].filter(isTyped).map((kind) => ({
      kind,
      value: identities.find((one) => one.kind === kind)?.value ?? '',
    })),
  };
}

/** By which identity the order's buyer has a page: the player, else Discord, else the e-mail. Undefined once all were erased. */
export function mainIdentity({
  identities,
  discordId,
  email,
}: Pick<Order, 'identities' | 'discordId' | 'email'>): BuyerName | undefined {
  const [first] = identities;
  if (first) return first;
  if (discordId) return { kind: 'discord_id', value: discordId };
  return email ? { kind: 'email', value: email } : undefined;
}
