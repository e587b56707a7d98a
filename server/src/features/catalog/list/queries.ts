import type { ProductFilter } from '@vitrine/contract/product-list';
import type { SaleState } from '@vitrine/contract/product-status';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import type { ProductRow } from '../product.ts';

/** SQL of the list of products. Each function takes the store first. */

/**
 * Puts a product of the category behind the product `after` of the same category, or first if `after` is null. All get new
 * positions from 1, and only rows whose position changes are written.
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

const stateRules: Record<SaleState, RawBuilder<boolean>> = {
  on_sale: sql`on_sale(product)`,
  scheduled: sql`product.archived_at is null and product.visibility = 'shown' and product.shows_at > now()`,
  ended: sql`product.archived_at is null and product.visibility = 'shown' and product.hides_at <= now()`,
  draft: sql`product.archived_at is null and product.visibility = 'draft'`,
  hidden: sql`product.archived_at is null and product.visibility = 'hidden'`,
  archived: sql`product.archived_at is not null and product.deleted_at is null`,
};

/** Products of which few units are left, in the owner's word (`isLow` of low-stock.ts). */
const low = sql<boolean>`product.low_stock is not null and product.stock - product.reserved <= product.low_stock`;

interface Filter extends Omit<ProductFilter, 'search'> {
  /** Only these, which a search found. */
  found?: readonly string[] | undefined;
}

function rulesOf(store: StoreId, { state, categoryId, mark, found }: Filter): RawBuilder<boolean> {
  return sql<boolean>`product.store_id = ${store} and ${state ? stateRules[state] : sql`product.archived_at is null`}
    ${categoryId === undefined ? sql`` : sql`and product.category_id = ${categoryId}`}
    ${mark === 'sold_out' ? sql`and product.stock - product.reserved <= 0` : sql``}
    ${mark === 'low_stock' ? sql`and ${low}` : sql``}
    ${mark === 'featured' ? sql`and product.featured` : sql``}
    ${found ? sql`and product.id = any(${sql.val([...found])}::text[])` : sql``}`;
}

/** What a search looks through. */
export async function searchedTexts(db: Db, store: StoreId) {
  return await db
    .selectFrom('product')
    .innerJoin('category', (join) =>
      join.onRef('category.store_id', '=', 'product.store_id').onRef('category.id', '=', 'product.category_id'),
    )
    .where('product.store_id', '=', store)
    .where('product.deleted_at', 'is', null)
    .select(['product.id', 'product.name', 'product.description', 'category.name as category'])
    .execute();
}

export async function hasArchived(db: Db, store: StoreId): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where(stateRules.archived)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many products in the shop are low. */
export async function countLow(db: Db, store: StoreId): Promise<number> {
  const row = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'shown')
    .where(low)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many products of each category the filter finds. */
export async function countFound(db: Db, store: StoreId, filter: Filter) {
  const { rows } = await sql<{ categoryId: string; products: number }>`
    select category_id as "categoryId", count(*)::int as products from product
     where ${rulesOf(store, filter)} group by category_id`.execute(db);
  return rows;
}

/**
 * A part of the products that the filter finds, by category and then in the owner's order. `after` are the last products of the
 * part before. This part begins behind the middle one of them and does not repeat them. So no product is missing or comes twice
 * when another person moves one of the three meanwhile.
 */
export async function listPart(
  db: Db,
  store: StoreId,
  filter: Filter,
  { folded, after, limit }: { folded: readonly string[]; after: readonly string[] | undefined; limit: number },
) {
  const place = sql`(category.position, category.id, product.position, product.id)`;
  const { rows } = await sql<ListedRow>`
    select product.id, product.name, product.category_id, category.name as category_name, product.price_centavos,
           product.compare_at_centavos, product.image, product.featured, product.stock, product.reserved, product.low_stock,
           product.actions, product.options,
           product.version, product.visibility, product.shows_at, product.hides_at, product.archived_at,
           left(product.description, ${LINE}) as description
      from product join category on category.store_id = product.store_id and category.id = product.category_id
     where ${rulesOf(store, filter)} and not product.category_id = any(${sql.val([...folded])}::text[])
           ${
             after === undefined
               ? sql``
               : sql`and ${place} > (select c.position, c.id, p.position, p.id
                       from product p join category c on c.store_id = p.store_id and c.id = p.category_id
                      where p.store_id = ${store} and p.id = any(${sql.val([...after])}::text[])
                      order by c.position, c.id, p.position, p.id
                      limit 1 offset ${Math.floor((after.length - 1) / 2)})
                 and product.id <> all(${sql.val([...after])}::text[])`
           }
     order by category.position, category.id, product.position, product.id
     limit ${limit}`.execute(db);
  return rows;
}

/** Letters of a description that a row may show. */
const LINE = 200;

export type ListedRow = Pick<
  ProductRow,
  | 'id'
  | 'name'
  | 'category_id'
  | 'category_name'
  | 'price_centavos'
  | 'compare_at_centavos'
  | 'image'
  | 'featured'
  | 'stock'
  | 'reserved'
  | 'low_stock'
  | 'actions'
  | 'options'
  | 'version'
  | 'visibility'
  | 'shows_at'
  | 'hides_at'
  | 'archived_at'
  | 'description'
>;
