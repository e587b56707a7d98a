import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** SQL of the list of products. Each function takes the store first. */

/**
 * Puts a product of the category behind another one of it, or first with null, and counts all of them anew from 1. Rows
 * that stay where they were are not written.
 */
export async function placeProduct(
  tx: Tx,
  store: StoreId,
  category: string,
  { id, after }: { id: string; after: string | null },
): Promise<void> {
  await sql`
    with other as (
      select id, row_number() over (order by position, id) as place from product
       where store_id = ${store} and category_id = ${category} and archived_at is null and id <> ${id}),
    row as (
      select id, place, false as moved from other
      union all
      select ${id}, coalesce((select place from other where id = ${after}::text), 0), true),
    wanted as (select id, row_number() over (order by place, moved) as position from row)
    update product set position = wanted.position
      from wanted
     where product.store_id = ${store} and product.id = wanted.id and product.position <> wanted.position`.execute(tx);
}

/** The place of a product in its category, from 1; undefined if it is not there. */
export async function placeOf(tx: Tx, store: StoreId, category: string, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('product as one')
    .innerJoin('product as other', (join) =>
      join
        .onRef('other.store_id', '=', 'one.store_id')
        .onRef('other.category_id', '=', 'one.category_id')
        .on('other.archived_at', 'is', null)
        .on(sql<boolean>`(other.position, other.id) <= (one.position, one.id)`),
    )
    .where('one.store_id', '=', store)
    .where('one.category_id', '=', category)
    .where('one.id', '=', id)
    .where('one.archived_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('place'))
    .executeTakeFirstOrThrow();
  return row.place === 0 ? undefined : row.place;
}
