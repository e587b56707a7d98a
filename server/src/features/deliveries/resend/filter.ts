import { keysOfSearch } from '@vitrine/contract/identity';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { type RawBuilder, sql } from 'kysely';

/** In SQL: when the delivery `d` ended, or changed last while it is open. */
export const moment = sql<Date>`coalesce(d.finished_at, d.updated_at)`;

/** True in SQL where the delivery `d` is one that the filter names. */
export function matches(filter: DeliveryFilter & { ids?: readonly string[] | undefined }): RawBuilder<boolean> {
  const { from, until, productId, serverId, player, ids } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (from) conditions.push(sql`${moment} >= ${from}::timestamptz`);
  if (until) conditions.push(sql`${moment} < ${until}::timestamptz`);
  if (productId) {
    conditions.push(sql`exists (select from order_item i where i.store_id = d.store_id and i.order_id = d.order_id
      and i.id = d.item_id and i.product_id = ${productId})`);
  }
  // A null stands for the store's first server.
  if (serverId) conditions.push(sql`d.target = 'fivem' and coalesce(d.seat_id, d.store_id) = ${serverId}`);
  if (player) conditions.push(sql`d.player = any(${[player, ...keysOfSearch(player)]}::text[])`);
  if (ids) conditions.push(sql`d.id = any(${[...ids]}::text[])`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
