import type { WindowDocument } from '@vitrine/contract/window';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { readDocument } from './document.ts';
import { findPublication, forgetOldPublications } from './queries.ts';
import { nextRefresh } from './refresh-windows.ts';

interface Published {
  id: string;
  draft: { version: number; document: WindowDocument };
}

/** Locks the window until the caller's transaction ends. Refuses a draft that is not at `version` (`window_changed`). */
async function lockWindow(tx: Tx, store: StoreId, version: number) {
  const row = await tx
    .selectFrom('shop_window')
    .where('store_id', '=', store)
    .select(['draft', 'draft_version'])
    .forUpdate()
    .executeTakeFirst();
  if (row?.draft_version !== version) throw new Refusal('window_changed');
  return row;
}

/** Shows a document to shoppers. The pages of the shop are made anew when the transaction commits. */
async function show(tx: Tx, store: StoreId, actor: Actor, document: WindowDocument): Promise<string> {
  const id = newId();
  await tx
    .insertInto('window_publication')
    .values({ store_id: store, id, document: JSON.stringify(document), account_id: actor.accountId })
    .execute();
  await tx
    .updateTable('shop_window')
    .set({ published_id: id, refresh_at: nextRefresh(document) })
    .where('store_id', '=', store)
    .execute();
  await forgetOldPublications(tx, store);
  await touchPages(tx, store);
  return id;
}

/** The log keeps only the number of sections of a publication. The history of the window keeps the whole document. */
const sectionsOf = ({ sections }: WindowDocument) => ({ sections: sections.length });

/** Shows the saved draft to shoppers. Refuses another version than the one that its editor saw. */
export async function publishWindow(tx: Tx, store: StoreId, actor: Actor, version: number): Promise<Published> {
  const document = readDocument((await lockWindow(tx, store, version)).draft);
  const id = await show(tx, store, actor, document);
  await recordAudit(tx, store, actor, {
    action: 'window.publish',
    text: 'Publicou a vitrine',
    after: sectionsOf(document),
  });
  return { id, draft: { version, document } };
}

/**
 * Publishes an earlier publication again, as a new one, and makes it the draft. Refuses a publication that the history no
 * longer has, and a draft that changed meanwhile.
 */
export async function restoreWindow(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  former: string,
  version: number,
): Promise<Published> {
  const found = await findPublication(tx, store, former);
  if (!found) throw new Refusal('publication_not_found');
  await lockWindow(tx, store, version);
  const document = readDocument(found);
  await tx
    .updateTable('shop_window')
    .set({ draft: JSON.stringify(document), draft_version: version + 1 })
    .where('store_id', '=', store)
    .execute();
  const id = await show(tx, store, actor, document);
  await recordAudit(tx, store, actor, {
    action: 'window.restore',
    text: 'Voltou a vitrine para uma publicação anterior',
    after: sectionsOf(document),
  });
  return { id, draft: { version: version + 1, document } };
}
