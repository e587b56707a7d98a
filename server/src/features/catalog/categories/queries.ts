import { type Expression, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { CategoryTable } from '../../../db/tables/catalog.ts';
import type { StoreId } from '../../../http/store.ts';
import { keptRow } from '../../stores/deletions.ts';

/** SQL of categories. Each function takes the store first. */

/** The categories in the owner's order, with the number of their products: those on sale, or with `all` also the others. */
export async function listCategories(db: Db, store: StoreId, all: boolean) {
  return await db
    .selectFrom('category')
    .where('category.store_id', '=', store)
    .select((eb) => [
      'category.id',
      'category.name',
      'category.position',
      eb
        .selectFrom('product')
        .whereRef('product.store_id', '=', 'category.store_id')
        .whereRef('product.category_id', '=', 'category.id')
        .where(all ? sql<boolean>`product.archived_at is null` : sql<boolean>`on_sale(product)`)
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('products'),
    ])
    .orderBy('category.position')
    .orderBy('category.id')
    .execute();
}

/** `image`: the key of an upload of the store. */
export type CategoryValues = Pick<Selectable<CategoryTable>, 'name' | 'description' | 'image'>;

export async function findCategory(db: Db, store: StoreId, id: string) {
  return await db
    .selectFrom('category')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(['id', 'name', 'description', 'image', 'version'])
    .executeTakeFirst();
}

/** The id of the category with this name, whatever its case, or undefined. */
export async function findCategoryByName(db: Db, store: StoreId, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('category')
    .where('store_id', '=', store)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Inserts at the end. Answers false when the name is taken. */
export async function insertCategory(tx: Tx, store: StoreId, id: string, values: CategoryValues): Promise<boolean> {
  const result = await tx
    .insertInto('category')
    .values((eb) => ({
      store_id: store,
      id,
      ...values,
      position: eb
        .selectFrom('category')
        .where('store_id', '=', store)
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')) as Expression<number>,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateCategory(tx: Tx, store: StoreId, id: string, values: CategoryValues): Promise<void> {
  await tx
    .updateTable('category')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

export async function orderCategories(tx: Tx, store: StoreId, ids: readonly string[]): Promise<void> {
  await sql`
    update category set position = wanted.position
    from unnest(${sql.val(ids)}::text[]) with ordinality as wanted(id, position)
    where category.store_id = ${store} and category.id = wanted.id`.execute(tx);
}

/** Counts a category's products. Live ones block its deletion; archived ones keep past orders readable. */
export async function countProducts(tx: Tx, store: StoreId, category: string) {
  return await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('category_id', '=', category)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('archived_at', 'is', null).as('live'),
      eb.fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow();
}

/** Locks the category and answers its name, or undefined when it is missing. */
export async function lockCategory(tx: Tx, store: StoreId, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('category')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select('name')
    .forUpdate()
    .executeTakeFirst();
  return row?.name;
}

/** Another category of the store to which archived products can move, or undefined. */
export async function otherCategory(tx: Tx, store: StoreId, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('category')
    .where('store_id', '=', store)
    .where('id', '!=', id)
    .select('id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Moves the archived products of a category to another, and answers their ids. */
export async function moveArchived(tx: Tx, store: StoreId, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .updateTable('product')
    .set({ category_id: to })
    .where('store_id', '=', store)
    .where('category_id', '=', from)
    .where('archived_at', 'is not', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves those of these products back that are still where `moveArchived` put them, also one that came back into the shop meanwhile. */
export async function moveBack(
  tx: Tx,
  store: StoreId,
  products: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await tx
    .updateTable('product')
    .set({ category_id: to })
    .where('store_id', '=', store)
    .where('id', '=', sql<string>`any(${[...products]}::text[])`)
    .where('category_id', '=', from)
    .execute();
}

/** Deletes the category and answers its whole row. */
export async function removeCategory(tx: Tx, store: StoreId, id: string): Promise<object> {
  const { rows } = await sql<{ row: object }>`
    delete from category where store_id = ${store} and id = ${id} returning to_jsonb(category) as row`.execute(tx);
  return rows[0]?.row ?? {};
}

/** Puts the row of a deleted category back. Answers it, or undefined if its name is taken. */
export async function putBackCategory(tx: Tx, store: StoreId, row: object) {
  const { rows } = await sql<{ name: string; description: string }>`
    insert into category ${keptRow('category', store, row)} on conflict do nothing returning name, description`.execute(
    tx,
  );
  return rows[0];
}
