import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { Coupon } from './discount.ts';

/** All SQL of discounts. Each function takes the store first. */

const columns = [
  'id',
  'code',
  'type',
  'value',
  'min_centavos',
  'max_uses',
  'uses',
  'expires_at',
  'limit_by',
  'active',
  'category_ids',
  'product_ids',
  'created_at',
  'version',
] as const;

export async function listDiscounts(db: Db, store: StoreId) {
  return await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('deleted_at', 'is', null)
    .select([...columns, sql<Date>`now()`.as('now')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
export type DiscountRow = Awaited<ReturnType<typeof listDiscounts>>[number];

export async function findDiscount(db: Db, store: StoreId, id: string): Promise<DiscountRow | undefined> {
  return await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([...columns, sql<Date>`now()`.as('now')])
    .executeTakeFirst();
}

/** The discount of a code, with the database's clock; undefined for an unknown code. Codes are upper case. */
export async function findDiscountByCode(
  db: Db,
  store: StoreId,
  code: string,
): Promise<{ coupon: Coupon; now: Date } | undefined> {
  const row = await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('code', '=', code.trim().toUpperCase())
    .where('deleted_at', 'is', null)
    .select([...columns, sql<Date>`now()`.as('now')])
    .executeTakeFirst();
  return row && { coupon: toCoupon(row), now: row.now };
}

function toCoupon(row: DiscountRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    type: row.type,
    value: row.value,
    minCentavos: row.min_centavos,
    maxUses: row.max_uses,
    uses: row.uses,
    expiresAt: row.expires_at,
    limitBy: row.limit_by,
    active: row.active,
    categoryIds: row.category_ids,
    productIds: row.product_ids,
  };
}

/**
 * Whether this identity has a use of the coupon that counts: in a paid order, or in one whose buyer proved the
 * identity.
 */
export async function hasUsed(db: Db, store: StoreId, discount: string, identity: string): Promise<boolean> {
  const row = await db
    .selectFrom('discount_use')
    .where('store_id', '=', store)
    .where('discount_id', '=', discount)
    .where('identity', '=', identity)
    .where('released_at', 'is', null)
    .where('counts', '=', true)
    .select('order_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface DiscountValues {
  code: string;
  type: 'fixed' | 'percentage';
  value: number;
  min_centavos: number | null;
  max_uses: number | null;
  expires_at: Date | null;
  limit_by: '' | 'user_id' | 'email' | 'discord';
  active: boolean;
  category_ids: string[];
  product_ids: string[];
}

const asRow = ({ category_ids, product_ids, ...values }: DiscountValues) => ({
  ...values,
  category_ids: JSON.stringify(category_ids),
  product_ids: JSON.stringify(product_ids),
});

export async function countDiscounts(tx: Tx, store: StoreId): Promise<number> {
  const { rows } = await sql<{ all: number }>`
    select count(*)::int as all from discount where store_id = ${store} and deleted_at is null`.execute(tx);
  return rows[0]?.all ?? 0;
}

/** Answers false when the code is taken. */
export async function insertDiscount(tx: Tx, store: StoreId, id: string, values: DiscountValues): Promise<boolean> {
  const result = await tx
    .insertInto('discount')
    .values({ store_id: store, id, ...asRow(values) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Locks the discount and answers its row, or undefined when it is missing. */
export async function lockDiscount(tx: Tx, store: StoreId, id: string) {
  return await tx
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}

/** The other discount that has this code, or undefined. */
export async function codeHolder(tx: Tx, store: StoreId, code: string, except: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('code', '=', code)
    .where('id', '!=', except)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateDiscount(tx: Tx, store: StoreId, id: string, values: DiscountValues): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('discount')
    .set({ ...asRow(values), version })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** Orders keep their copy of a deleted discount. Its code becomes free. Answers the code, or undefined when it is missing. */
export async function deleteDiscount(tx: Tx, store: StoreId, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('discount')
    .set({ deleted_at: sql<Date>`now()`, active: false })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('code')
    .executeTakeFirst();
  return row?.code;
}

/** The code of a deleted discount, or undefined where it is not deleted. */
export async function deletedCode(tx: Tx, store: StoreId, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .select('code')
    .forUpdate()
    .executeTakeFirst();
  return row?.code;
}

/** Brings back a deleted discount, whose code must be free. */
export async function undeleteDiscount(tx: Tx, store: StoreId, id: string, active: boolean): Promise<void> {
  await tx
    .updateTable('discount')
    .set({ deleted_at: null, active })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}

/** How many of these ids are the store's own, so that a picker with foreign ids is refused. */
export async function countOwn(tx: Tx, store: StoreId, table: 'category' | 'product', ids: readonly string[]) {
  if (ids.length === 0) return 0;
  const row = await tx
    .selectFrom(table)
    .where('store_id', '=', store)
    .where('id', 'in', ids)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Prices and categories of products on sale, for the coupon box. */
export async function priceRows(db: Db, store: StoreId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', 'in', ids)
    .where(sql<boolean>`on_sale(product)`)
    .select(['id', 'category_id', 'price_centavos'])
    .execute();
}
