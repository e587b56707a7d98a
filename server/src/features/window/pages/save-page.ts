import { ownPageLimits } from '@vitrine/contract/own-page-address';
import type { OwnPageFields } from '@vitrine/contract/own-pages';
import { emptyWindow } from '@vitrine/contract/window';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { keepDeleted, keptRow, takeDeleted } from '../../stores/deletions.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, difference, recordAudit } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { findPage, listPages, placePages } from './queries.ts';

/**
 * What stands around the sections of each page, locked until the transaction ends. Refuses an address that another page
 * has (`page_taken`).
 */
async function lockPages(tx: Tx, store: StoreId, slug: string, own?: string) {
  await lockStore(tx, store);
  const pages = await tx
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .select(['id', 'slug', 'title', 'description', 'in_menu', 'published_at'])
    .execute();
  if (pages.some((page) => page.slug === slug && page.id !== own)) throw new Refusal('page_taken');
  return pages;
}

/** Makes a page at the end of the menu, which shoppers do not see. Refuses one too many (`page_limit`). */
export async function createPage(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { title, slug, description, inMenu }: OwnPageFields,
): Promise<string> {
  const pages = await lockPages(tx, store, slug);
  if (pages.length >= ownPageLimits.pages) throw new Refusal('page_limit');
  const id = newId();
  await tx
    .insertInto('shop_page')
    .values({
      store_id: store,
      id,
      slug,
      title,
      description,
      in_menu: inMenu,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from shop_page where store_id = ${store})`,
      draft: JSON.stringify(emptyWindow),
    })
    .execute();
  await recordAudit(tx, store, actor, {
    action: 'page.create',
    text: `Criou a página ${title}`,
    object: id,
    after: { title, slug, description, in_menu: inMenu },
  });
  return id;
}

/** Changes what stands around the sections. Shoppers of a published page see it at once. */
export async function editPage(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  id: string,
  { title, slug, description, inMenu }: OwnPageFields,
): Promise<void> {
  const former = (await lockPages(tx, store, slug, id)).find((page) => page.id === id);
  if (!former) throw new Refusal('page_not_found');
  const values = { title, slug, description, in_menu: inMenu };
  const { before, after } = difference<Partial<typeof values>>(former, values);
  if (!after) return;
  await tx.updateTable('shop_page').set(values).where('store_id', '=', store).where('id', '=', id).execute();
  if (former.published_at) await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'page.edit',
    text: `Mudou a página ${former.title}`,
    object: id,
    before,
    after,
  });
}

/** Puts the pages into this order of the menu. Ids of other stores change nothing. */
export async function orderPages(tx: Tx, store: StoreId, actor: Actor, ids: readonly string[]): Promise<void> {
  await lockStore(tx, store);
  const titles = async () => ({ order: (await listPages(tx, store)).map(({ title }) => title) });
  const before = await titles();
  await placePages(tx, store, ids);
  await touchPages(tx, store);
  const text = 'Mudou a ordem das páginas';
  await recordAudit(tx, store, actor, { action: 'page.order', text, before, after: await titles() });
}

/** Takes a page away from shoppers; its draft stays. Refuses `page_not_found`. */
export async function hidePage(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const page = await findPage(tx, store, id);
  if (!page) throw new Refusal('page_not_found');
  if (!page.published) return;
  await tx
    .updateTable('shop_page')
    .set({ published: null, published_at: null, refresh_at: null })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'page.hide',
    text: `Tirou do ar a página ${page.title}`,
    object: id,
    before: { shown: true },
    after: { shown: false },
  });
}

/** Ends a page with its draft; it can be brought back for some minutes (`restorePage`). Refuses `page_not_found`. */
export async function deletePage(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const page = await tx
    .deleteFrom('shop_page')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .returning(['title', 'slug', 'published', sql<object>`to_jsonb(shop_page)`.as('row')])
    .executeTakeFirst();
  if (!page) throw new Refusal('page_not_found');
  await keepDeleted(tx, store, 'page', id, { row: page.row });
  if (page.published) await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'page.delete',
    text: `Excluiu a página ${page.title}`,
    object: id,
    before: { title: page.title, slug: page.slug },
  });
}

/** Brings back a page that was deleted minutes ago, published or not. Refuses `page_taken` and `page_limit`. */
export async function restorePage(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const { row } = await takeDeleted<{ row: { slug: string } }>(tx, store, 'page', id);
  if ((await lockPages(tx, store, row.slug)).length >= ownPageLimits.pages) throw new Refusal('page_limit');
  await sql`insert into shop_page ${keptRow('shop_page', store, row)}`.execute(tx);
  const page = await findPage(tx, store, id);
  if (!page) throw new Refusal('undo_over');
  if (page.published) await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'page.restore',
    text: `Desfez a exclusão da página ${page.title}`,
    object: id,
    after: { title: page.title, slug: page.slug },
  });
}
