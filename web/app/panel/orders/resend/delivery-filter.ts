import { formatDateTime } from '@vitrine/contract/dates';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { fromLocal } from '../../form/local-time.ts';

/** The filter of the repair desk as the address holds it. Times are of the store's clock, `2026-11-23T14:00`. */
const filterFields = ['search', 'product', 'server', 'player', 'from', 'until'] as const;
export type FilterField = (typeof filterFields)[number];
export type DeskFilter = Record<FilterField, string>;

export function readFilter(query: URLSearchParams): DeskFilter {
  const read = (field: FilterField) => query.get(field) ?? '';
  return {
    search: read('search'),
    product: read('product'),
    server: read('server'),
    player: read('player'),
    from: read('from'),
    until: read('until'),
  };
}

/** Takes the whole filter out of the address. */
export const noFilter: Record<FilterField, null> = {
  search: null,
  product: null,
  server: null,
  player: null,
  from: null,
  until: null,
};

export const isFiltered = (filter: DeskFilter) => filterFields.some((field) => filter[field] !== '');

/** The filter as the calls take it. A time that cannot be read does not narrow. */
export function filterOf({ search, product, server, player, from, until }: DeskFilter): DeliveryFilter {
  const [since, before] = [fromLocal(from), fromLocal(until)];
  return {
    ...(search && { search }),
    ...(product && { productId: product }),
    ...(server && { serverId: server }),
    ...(player && { player }),
    ...(since && { from: since }),
    ...(before && { until: before }),
  };
}

interface Named {
  id: string;
  name: string;
}

/** The filter in words, one part for each thing that narrows; empty if all deliveries are meant. */
export function filterWords(
  filter: DeskFilter,
  { products, servers }: { products: Named[]; servers: Named[] },
): string[] {
  const nameOf = (list: Named[], id: string) => list.find((one) => one.id === id)?.name ?? id;
  const { from, until } = filterOf(filter);
  return [
    filter.search && `“${filter.search}”`,
    filter.product && nameOf(products, filter.product),
    filter.server && nameOf(servers, filter.server),
    filter.player && `jogador ${filter.player}`,
    from && `desde ${formatDateTime(from)}`,
    until && `até ${formatDateTime(until)}`,
  ].filter((part): part is string => Boolean(part));
}
