import type { WindowDocument } from '@vitrine/contract/window';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { readDocument } from '../document.ts';
import { refuseStrangePictures } from '../own-pictures.ts';
import { nextRefresh } from '../refresh-windows.ts';
import { findPage } from './queries.ts';

/**
 * Saves the draft of a page over `version` and answers the next one. Of two saves over one version the second is refused
 * (`page_changed`). Refuses a picture that is no upload of the store.
 */
export async function savePageDraft(
  tx: Tx,
  store: StoreId,
  id: string,
  version: number,
  document: WindowDocument,
): Promise<number> {
  await refuseStrangePictures(tx, store, document);
  const saved = await tx
    .updateTable('shop_page')
    .set({ draft: JSON.stringify(document), draft_version: version + 1 })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('draft_version', '=', version)
    .returning('draft_version')
    .executeTakeFirst();
  if (saved) return saved.draft_version;
  throw new Refusal((await findPage(tx, store, id)) ? 'page_changed' : 'page_not_found');
}

/** Shows the saved draft of a page to shoppers. Refuses another version than the one that its editor saw. */
export async function publishPage(tx: Tx, store: StoreId, actor: Actor, id: string, version: number) {
  await lockStore(tx, store);
  const row = await tx
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(['title', 'draft', 'draft_version'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('page_not_found');
  if (row.draft_version !== version) throw new Refusal('page_changed');
  const document = readDocument(row.draft);
  await tx
    .updateTable('shop_page')
    .set({
      published: JSON.stringify(document),
      published_at: sql<Date>`now()`,
      refresh_at: nextRefresh(document),
    })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'page.publish',
    text: `Publicou a página ${row.title}`,
    object: id,
    after: { sections: document.sections.length },
  });
  return { version, document };
}
