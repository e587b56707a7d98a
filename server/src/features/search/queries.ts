import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { heldRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';

/** Names that the search of the panel compares. A store's plan and limits bound each list. */

export async function productNames(db: Db, store: StoreId) {
  return await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('deleted_at', 'is', null)
    .orderBy(sql`archived_at is not null`)
    .orderBy('name')
    .select(['id', 'name', sql<boolean>`archived_at is not null`.as('archived')])
    .execute();
}

export async function couponCodes(db: Db, store: StoreId) {
  return await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .select(['id', 'code'])
    .execute();
}

export async function team(db: Db, store: StoreId) {
  return await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .orderBy('account.name')
    .select(['account.name', 'account.email', heldRole().as('role')])
    .execute();
}
