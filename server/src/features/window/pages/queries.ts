import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

const COLUMNS = [
  'id',
  'slug',
  'title',
  'description',
  'in_menu',
  'published_at',
  'draft',
  'draft_version',
  'published',
] as const;

/** The pages with their documents, in the order of the menu. */
export async function listPages(db: Db, store: StoreId) {
  return await db
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .select(COLUMNS)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

/** A page with its documents. */
export async function findPage(db: Db, store: StoreId, id: string): Promise<PageRow | undefined> {
  return await db
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(COLUMNS)
    .executeTakeFirst();
}

/** What shoppers see at an address. */
export async function findPublishedPage(db: Db, store: StoreId, slug: string) {
  return await db
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .where('slug', '=', slug)
    .where('published', 'is not', null)
    .select(['title', 'description', 'published'])
    .executeTakeFirst();
}

/** Puts the pages into this order. Ids of other stores change nothing. */
export async function placePages(tx: Tx, store: StoreId, ids: readonly string[]): Promise<void> {
  await sql`
    update shop_page set position = wanted.position
    from unnest(${sql.val(ids)}::text[]) with ordinality as wanted(id, position)
    where shop_page.store_id = ${store} and shop_page.id = wanted.id`.execute(tx);
}
