import { joinActions } from '@vitrine/contract/action-lists';
import { serversReached, serversToChoose } from '@vitrine/contract/action-servers';
import { type Game, isGame } from '@vitrine/contract/action-types';
import type { Product } from '@vitrine/contract/catalog';
import { type IdentityKind, inOrder } from '@vitrine/contract/identity';

/** What an order of some products asks about its player, as the checkout would. */

/** The id of a product of the order. */
interface Line {
  id: string;
}

const gameActions = (products: readonly Product[], lines: readonly Line[]) =>
  products
    .filter(({ _id }) => lines.some(({ id }) => id === _id))
    .flatMap((product) => joinActions(product).filter(({ target }) => isGame(target)));

/** The servers from which one must be chosen for these products; empty if there is nothing to choose. */
export const choicesFor = <T extends { id: string; game: Game }>(
  products: readonly Product[],
  lines: readonly Line[],
  servers: readonly T[],
): T[] => serversToChoose(servers, gameActions(products, lines));

/** The kinds of id that the servers of the chosen products ask for, as the checkout would. A city id before they are known. */
export function kindsAsked(
  products: readonly Product[],
  lines: readonly Line[],
  servers: readonly { id: string; game: Game; identity: IdentityKind }[],
  chosen: string,
): IdentityKind[] {
  const reached = serversReached(servers, gameActions(products, lines), chosen || undefined);
  const kinds = new Set(reached.map(({ identity }) => identity));
  return kinds.size === 0 ? ['city_id'] : inOrder([...kinds].map((kind) => ({ kind }))).map(({ kind }) => kind);
}
