import { BUYERS_SERVER, serversReached } from '@vitrine/contract/action-servers';
import type { Product } from '@vitrine/contract/catalog';
import { type IdentityKind, inOrder } from '@vitrine/contract/identity';

/** What an order of some products asks about its player, as the checkout would. */

/** The id of a product of the order. */
interface Line {
  id: string;
}

/** Whether the chosen products have an action whose server is to be chosen. */
export function choosesServer(products: readonly Product[], lines: readonly Line[]): boolean {
  return products.some(
    ({ _id, fiveMActions }) =>
      lines.some(({ id }) => id === _id) && fiveMActions.some(({ server }) => server === BUYERS_SERVER),
  );
}

/** The kinds of id that the servers of the chosen products ask for, as the checkout would. A city id before they are known. */
export function kindsAsked(
  products: readonly Product[],
  lines: readonly Line[],
  servers: readonly { id: string; identity: IdentityKind }[],
  chosen: string,
): IdentityKind[] {
  const named = products
    .filter(({ _id }) => lines.some(({ id }) => id === _id))
    .flatMap(({ fiveMActions }) => fiveMActions.map(({ server }) => server ?? servers[0]?.id ?? ''));
  const kinds = new Set(serversReached(servers, named, chosen || undefined).map(({ identity }) => identity));
  return kinds.size === 0 ? ['city_id'] : inOrder([...kinds].map((kind) => ({ kind }))).map(({ kind }) => kind);
}
