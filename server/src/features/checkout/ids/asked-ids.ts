import { type SaidServer, serversReached } from '@vitrine/contract/action-servers';
import {
  type Identity,
  type IdentityKind,
  identityRules,
  inOrder,
  playerKey,
  readPlayerKey,
} from '@vitrine/contract/identity';
import { checkoutTexts } from '@vitrine/contract/orders';
import { Refusal } from '../../../http/errors.ts';

/** A game server of the store, as a checkout asks for its players. The store's first one comes first. */
export interface AskingServer {
  id: string;
  game: string;
  identity: IdentityKind;
  identity_label: string | null;
  identity_help: string | null;
}

/** The ids that a cart needs, each kind once, in the words of the first server that asks for it. */
export function askedIds(
  servers: readonly AskingServer[],
  lines: readonly { product: { servers: readonly SaidServer[] } }[],
  chosen: string | undefined,
) {
  const said = lines.flatMap(({ product }) => product.servers);
  const kinds = new Map<IdentityKind, { kind: IdentityKind; label: string; help: string }>();
  for (const { identity: kind, identity_label, identity_help } of serversReached(servers, said, chosen)) {
    if (kinds.has(kind)) continue;
    const { label, help } = identityRules[kind];
    kinds.set(kind, { kind, label: identity_label ?? label, help: identity_help ?? help });
  }
  return inOrder([...kinds.values()]);
}

/**
 * The order's players, from the ids that the buyer typed. Ids that nobody asked for are left out. Refuses a missing city id as the
 * specification says, and any other missing id with `identity_required`. Without a city id, `client` is undefined.
 */
export function playersTyped(
  asked: ReturnType<typeof askedIds>,
  input: { clientId?: number | undefined; discordId: string; identities?: readonly Identity[] | undefined },
): { client: number | undefined; players: string[] | null } {
  const players = asked.map(({ kind, label }) => {
    if (kind === 'discord_id') return playerKey({ kind, value: input.discordId });
    if (kind === 'city_id') {
      if (input.clientId !== undefined) return String(input.clientId);
      throw new Refusal('validation_failed', { error: checkoutTexts.ids, field: 'clientId' });
    }
    const identity = input.identities?.find((one) => one.kind === kind);
    if (identity) return playerKey(identity);
    throw new Refusal('identity_required', { error: `Preencha: ${label}.`, field: `identities.${kind}` });
  });
  const [only] = players;
  const onlyCity = players.length === 1 && only !== undefined && readPlayerKey(only).kind === 'city_id';
  const hasCity = asked.some(({ kind }) => kind === 'city_id');
  return { client: hasCity ? input.clientId : undefined, players: onlyCity ? null : players };
}
