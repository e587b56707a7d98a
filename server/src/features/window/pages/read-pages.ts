import { isDeepStrictEqual } from 'node:util';
import type { OwnPageAnswer, OwnPageRow } from '@vitrine/contract/own-pages';
import type { OwnPage, StorefrontCategory } from '@vitrine/contract/pages';
import type { WindowDocument } from '@vitrine/contract/window';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { readDocument } from '../document.ts';
import { showDocument } from '../read-window.ts';
import { findPage, findPublishedPage, listPages, type PageRow } from './queries.ts';

const rowOf = ({ id, title, slug, description, in_menu, published_at, published, draft }: PageRow): OwnPageRow => ({
  id,
  title,
  slug,
  description,
  inMenu: in_menu,
  publishedAt: published_at?.toISOString() ?? null,
  changed: !published || !isDeepStrictEqual(readDocument(draft), readDocument(published)),
});

/** The owner's pages, in the order of the menu. */
export async function readPages(db: Db, store: StoreId): Promise<OwnPageRow[]> {
  return (await listPages(db, store)).map(rowOf);
}

/** A page for its editor. Refuses `page_not_found`. */
export async function readPage(db: Db, store: StoreId, id: string): Promise<Omit<OwnPageAnswer, 'success'>> {
  const row = await findPage(db, store, id);
  if (!row) throw new Refusal('page_not_found');
  return { page: rowOf(row), draft: { version: row.draft_version, document: readDocument(row.draft) } };
}

/** A page with these sections, filled in with these categories and with the store's own figures of now. */
export async function showPage(
  db: Db,
  store: StoreId,
  { title, description }: Pick<OwnPage, 'title' | 'description'>,
  document: WindowDocument,
  categories: StorefrontCategory[],
): Promise<OwnPage> {
  const { sections } = await showDocument(db, store, document, categories);
  return { title, description, sections };
}

/** What shoppers see at an address, or null. */
export async function publishedPage(
  db: Db,
  store: StoreId,
  slug: string,
  categories: StorefrontCategory[],
): Promise<OwnPage | null> {
  const page = await findPublishedPage(db, store, slug);
  return page?.published ? await showPage(db, store, page, readDocument(page.published), categories) : null;
}
