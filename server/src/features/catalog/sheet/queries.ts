import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { turnBetween } from '../queries.ts';
import type { SheetState } from './columns.ts';

/** SQL of sheets. Each function takes the store first. */

/** Ids of all products that are not deleted, in the order of the panel's list. */
export async function orderedIds(db: Db, store: StoreId): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .innerJoin('category', (join) =>
      join.onRef('category.store_id', '=', 'product.store_id').onRef('category.id', '=', 'product.category_id'),
    )
    .where('product.store_id', '=', store)
    .where('product.deleted_at', 'is', null)
    .select('product.id')
    .orderBy('category.position')
    .orderBy('category.id')
    .orderBy('product.position')
    .orderBy('product.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function namesOf(db: Db, store: StoreId) {
  return {
    categories: await db
      .selectFrom('category')
      .where('store_id', '=', store)
      .select(['id', 'name'])
      .orderBy('id')
      .execute(),
    products: await db
      .selectFrom('product')
      .where('store_id', '=', store)
      .where('archived_at', 'is', null)
      .select(['name', 'category_id'])
      .execute(),
  };
}

/** A product as a sheet saves it. `place` counts those that come to the end of a category. */
export type SheetValues = Omit<SheetState, 'category'> & { id: string; category_id: string; place: number };

/** The rows as a table. Thousands of them come as one value. */
const rowsOf = (rows: readonly SheetValues[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sheet(
  id text, category_id text, name text, description text, price_centavos int, compare_at_centavos int, video text,
  featured boolean, stock int, low_stock int, buy_limit int, remove_days int, visibility text, archived boolean, shows_at timestamptz,
  hides_at timestamptz, place int)`;

const lastPlace = (store: StoreId) => sql`coalesce((
  select max(other.position) from product other
   where other.store_id = ${store} and other.category_id = sheet.category_id), 0) + sheet.place`;

const nextTurn = turnBetween(sql`sheet.shows_at`, sql`sheet.hides_at`);

/** Makes products without pictures, actions and options, each at the end of its category. */
export async function insertSheetRows(tx: Tx, store: StoreId, rows: readonly SheetValues[]): Promise<void> {
  await sql`
    insert into product (store_id, id, category_id, name, description, price_centavos, compare_at_centavos, video, featured,
           stock, low_stock, buy_limit, remove_days, visibility, shows_at, hides_at, turns_at, position)
    select ${store}, sheet.id, sheet.category_id, sheet.name, sheet.description, sheet.price_centavos,
           sheet.compare_at_centavos, sheet.video, sheet.featured, sheet.stock, sheet.low_stock, sheet.buy_limit,
           sheet.remove_days, sheet.visibility, sheet.shows_at, sheet.hides_at, ${nextTurn}, ${lastPlace(store)}
      from ${rowsOf(rows)}`.execute(tx);
}

/** Saves products that the caller has locked. In another category each comes to the end. */
export async function saveSheetRows(tx: Tx, store: StoreId, rows: readonly SheetValues[]): Promise<void> {
  await sql`
    update product set name = sheet.name, description = sheet.description, price_centavos = sheet.price_centavos,
           compare_at_centavos = sheet.compare_at_centavos, video = sheet.video, featured = sheet.featured, stock = sheet.stock,
           low_stock = sheet.low_stock, buy_limit = sheet.buy_limit, remove_days = sheet.remove_days, visibility = sheet.visibility,
           shows_at = sheet.shows_at, hides_at = sheet.hides_at, turns_at = ${nextTurn},
           archived_at = case when sheet.archived then coalesce(product.archived_at, now()) end,
           position = case when product.category_id = sheet.category_id then product.position else ${lastPlace(store)} end,
           category_id = sheet.category_id, updated_at = now(), version = product.version + 1
      from ${rowsOf(rows)}
     where product.store_id = ${store} and product.id = sheet.id`.execute(tx);
}
