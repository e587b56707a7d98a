import type { Action } from '@vitrine/contract/actions';
import type { City } from '@vitrine/contract/city-fit';
import type { ProductOption } from '@vitrine/contract/product-options';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { ImageTable } from '../../db/tables/catalog.ts';
import { type StoreId, shownStatus } from '../../http/store.ts';
import type { Pictures, ProductRow } from './product.ts';

/** SQL of products and pictures. Each function takes the store first. */

const withoutConstants = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('category', (join) =>
      join.onRef('category.store_id', '=', 'product.store_id').onRef('category.id', '=', 'product.category_id'),
    )
    .where('product.deleted_at', 'is', null)
    .select(['product.id', 'product.category_id', 'category.name as category_name', 'product.name'])
    .select(['product.description', 'product.price_centavos', 'product.compare_at_centavos', 'product.featured'])
    .select(['product.image', 'product.image_alt', 'product.more_images', 'product.reserved', 'product.sold'])
    .select(['product.buy_limit', 'product.remove_days', 'product.actions', 'product.options', 'product.updated_at'])
    .select(['product.video', 'product.version', 'product.stock', 'product.visibility', 'product.shows_at'])
    .select(['product.hides_at', 'product.archived_at', 'product.low_stock']);

/** In SQL, the store's constants by name. */
const constantsOf = (store: Expression<string>) => sql<Record<string, string>>`coalesce((
  select json_object_agg(v.name, v.value) from variable v where v.store_id = ${store} and v.kind = 'constant'), '{}')`;

const products = (db: Db) =>
  withoutConstants(db).select((eb) => constantsOf(eb.ref('product.store_id')).as('constants'));

const onSale = sql<boolean>`on_sale(product)`;

/** The products on sale, or with `all` every one that is not archived; by category and then in the owner's order. */
export async function listProducts(db: Db, store: StoreId, all = false): Promise<ProductRow[]> {
  // The constants are read once for all products: hundreds of them in each of thousands of rows take seconds.
  const { rows } = await sql<{ constants: Record<string, string> }>`
    select ${constantsOf(sql.val(store))} as constants`.execute(db);
  const constants = rows[0]?.constants ?? {};
  const listed = await withoutConstants(db)
    .where('product.store_id', '=', store)
    .where(all ? sql<boolean>`product.archived_at is null` : onSale)
    .orderBy('category.position')
    .orderBy('product.position')
    .orderBy('product.id')
    .execute();
  return listed.map((row) => ({ ...row, constants }));
}

/** Ids of the store's products on sale, and of their categories. */
export async function pageIds(db: Db, store: StoreId): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where(onSale)
    .select(['id', 'category_id'])
    .execute();
  return rows.flatMap(({ id, category_id }) => [id, category_id]);
}

/** A product of the store, whatever its status. */
export async function findProduct(db: Db, store: StoreId, id: string): Promise<ProductRow | undefined> {
  return await products(db).where('product.store_id', '=', store).where('product.id', '=', id).executeTakeFirst();
}

/** A product on sale. */
export async function findOnSale(db: Db, store: StoreId, id: string): Promise<ProductRow | undefined> {
  return await products(db)
    .where('product.store_id', '=', store)
    .where('product.id', '=', id)
    .where(onSale)
    .executeTakeFirst();
}

/** A product by its id alone; with a store, only if it is that store's (SPEC.md, GET /products/{id}). */
export async function findProductAnywhere(
  db: Db,
  id: string,
  subdomain?: string,
): Promise<(ProductRow & { status: 'active' | 'inactive' }) | undefined> {
  return await products(db)
    .innerJoin('store', 'store.id', 'product.store_id')
    .where('store.deleted_at', 'is', null)
    .where('product.id', '=', id)
    .where(onSale)
    .select(shownStatus.as('status'))
    .$if(subdomain !== undefined, (query) => query.where('store.subdomain', '=', subdomain ?? ''))
    .executeTakeFirst();
}

export interface ProductValues extends Pictures {
  category_id: string;
  name: string;
  description: string;
  price_centavos: number;
  compare_at_centavos: number | null;
  video: string | null;
  featured: boolean;
  stock: number | null;
  buy_limit: number | null;
  remove_days: number | null;
  low_stock: number | null;
  actions: Action[];
  options: ProductOption[];
  visibility: ProductRow['visibility'];
  shows_at: Date | null;
  hides_at: Date | null;
}

/** In SQL: when a window between these two instants begins or ends next; null if it does not. */
export const turnBetween = (shows: RawBuilder<unknown>, hides: RawBuilder<unknown>) => sql<Date | null>`
  case when ${shows} > now() then ${shows} when ${hides} > now() then ${hides} end`;

const nextTurn = ({ shows_at, hides_at }: { shows_at?: Date | null; hides_at?: Date | null }) =>
  turnBetween(sql`${shows_at ?? null}::timestamptz`, sql`${hides_at ?? null}::timestamptz`);

export async function insertProduct(tx: Tx, store: StoreId, id: string, values: ProductValues): Promise<void> {
  await tx
    .insertInto('product')
    .values((eb) => ({
      ...values,
      store_id: store,
      id,
      turns_at: nextTurn(values),
      actions: JSON.stringify(values.actions),
      options: JSON.stringify(values.options),
      more_images: JSON.stringify(values.more_images),
      position: eb
        .selectFrom('product')
        .where('store_id', '=', store)
        .where('category_id', '=', values.category_id)
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')) as Expression<number>,
    }))
    .execute();
}

/** Locks a product that is not deleted, and answers what an edit starts from. Nobody else changes it until the transaction ends. */
export async function lockProduct(tx: Tx, store: StoreId, id: string) {
  return await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['name', 'stock', 'reserved', 'actions', 'options', 'price_centavos', 'compare_at_centavos'])
    .select(['featured', 'buy_limit', 'remove_days', 'image', 'image_alt', 'more_images', 'video'])
    .select(['description', 'category_id', 'version', 'visibility', 'shows_at', 'hides_at', 'low_stock'])
    .select(sql<boolean>`archived_at is not null`.as('archived'))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Those of these products that are not deleted, in the order of their ids, with their category's name: what an edit starts from. */
const editable = (db: Db, store: StoreId, ids: readonly string[]) =>
  db
    .selectFrom('product')
    .innerJoin('category', (join) =>
      join.onRef('category.store_id', '=', 'product.store_id').onRef('category.id', '=', 'product.category_id'),
    )
    .where('product.store_id', '=', store)
    .where('product.id', '=', sql<string>`any(${sql.val([...ids])}::text[])`)
    .where('product.deleted_at', 'is', null)
    .select(['product.id', 'product.name', 'product.stock', 'product.reserved', 'product.actions', 'product.options'])
    .select(['product.price_centavos', 'product.compare_at_centavos', 'product.buy_limit', 'product.remove_days'])
    .select(['product.image', 'product.more_images', 'product.video', 'product.description', 'product.category_id'])
    .select(['product.version', 'product.visibility', 'product.shows_at', 'product.hides_at', 'product.featured'])
    .select('product.low_stock')
    .select(['category.name as category', sql<boolean>`product.archived_at is not null`.as('archived')])
    .orderBy('product.id');

export const readProducts = (db: Db, store: StoreId, ids: readonly string[]) => editable(db, store, ids).execute();

/** The same, and nobody else changes them until the transaction ends. */
export const lockProducts = (tx: Tx, store: StoreId, ids: readonly string[]) =>
  editable(tx, store, ids).forNoKeyUpdate('product').execute();

export type EditableProduct = Awaited<ReturnType<typeof lockProducts>>[number];

/** The place of a product that stays in this category, or comes to its end. */
const placeIn = (store: StoreId, category: string) => sql<number>`
  case when category_id = ${category} then position
       else (select coalesce(max(o.position), 0) + 1 from product o where o.store_id = ${store} and o.category_id = ${category}) end`;

/**
 * Changes the given values and leaves the rest; both ends of the window are given together. In another category the product is
 * the last one.
 */
export async function updateProduct(
  tx: Tx,
  store: StoreId,
  id: string,
  { actions, more_images, options, archived, ...values }: Partial<ProductValues> & { archived?: boolean },
): Promise<void> {
  await tx
    .updateTable('product')
    .set({
      ...values,
      ...(actions && { actions: JSON.stringify(actions) }),
      ...(options && { options: JSON.stringify(options) }),
      ...(more_images && { more_images: JSON.stringify(more_images) }),
      ...(archived !== undefined && { archived_at: archived ? sql<Date>`coalesce(archived_at, now())` : null }),
      ...(values.shows_at !== undefined && { turns_at: nextTurn(values) }),
      ...(values.category_id !== undefined && { position: placeIn(store, values.category_id) }),
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

type CityRow = Pick<City, 'id' | 'name' | 'game' | 'actions'> & {
  framework: string | null;
  lists: City['lists'] | null;
};

/** The store's game servers, the first one first, with the actions of their holders and the lists in force. */
export async function listCities(db: Db, store: StoreId): Promise<CityRow[]> {
  const { rows } = await sql<CityRow>`
    select s.id, s.name, s.game, g.framework,
           (select json_agg(c.key) from jsonb_each(g.capabilities) c
             where c.value->>'online' = 'true' or c.value->>'offline' = 'true') as actions,
           (select json_object_agg(l.kind, json_build_object('closed', l.closed, 'names', l.entries)) from city_list l
             where l.store_id = s.store_id and l.seat_id = s.id and l.hash is not null) as lists
      from game_seat s left join game_server g on g.store_id = s.store_id and g.id = s.server_id
     where s.store_id = ${store} and s.ended_at is null
     order by s.id = s.store_id desc, s.created_at`.execute(db);
  return rows;
}

/** Products on sale with actions; by name. */
export async function productsWithActions(db: Db, store: StoreId) {
  return await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`actions <> '[]'`)
    .select(['id', 'name', 'actions', 'options'])
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Brings back a deleted product; an archived one stays archived. Answers false if it is not deleted. */
export async function undeleteProduct(tx: Tx, store: StoreId, id: string, archived: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('product')
    .set({ deleted_at: null, ...(!archived && { archived_at: null }) })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a product; orders keep their copy of it. */
export async function deleteProduct(tx: Tx, store: StoreId, id: string): Promise<void> {
  await tx
    .updateTable('product')
    .set({ archived_at: sql<Date>`coalesce(archived_at, now())`, deleted_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** Moves products whose window began or ended on to their next turn, and answers their stores. */
export async function takeTurns(tx: Tx, most: number): Promise<{ store_id: string }[]> {
  const { rows } = await sql<{ store_id: string }>`
    with due as (
      select store_id, id from product where turns_at <= now() order by turns_at limit ${most} for no key update skip locked),
    turned as (
      update product set turns_at = case when product.hides_at > now() then product.hides_at end
        from due where product.store_id = due.store_id and product.id = due.id returning product.store_id)
    select distinct store_id from turned order by store_id`.execute(tx);
  return rows;
}

export async function imageExists(db: Db, store: StoreId, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('image')
    .where('store_id', '=', store)
    .where('key', '=', key)
    .select('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function imageBytes(db: Db, store: StoreId): Promise<number> {
  const row = await db
    .selectFrom('image')
    .where('store_id', '=', store)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

export async function deleteImage(db: Db, store: StoreId, key: string): Promise<void> {
  await db.deleteFrom('image').where('store_id', '=', store).where('key', '=', key).execute();
}

type ImageValues = Pick<Selectable<ImageTable>, 'key' | 'bytes' | 'width' | 'height'>;
export async function insertImage(tx: Tx, store: StoreId, image: ImageValues): Promise<void> {
  await tx
    .insertInto('image')
    .values({ store_id: store, ...image })
    .execute();
}
