import type { WindowDocument } from '@vitrine/contract/window';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { refuseStrangePictures } from './own-pictures.ts';

/**
 * Saves the draft over `version` and answers the next one. Of two saves over one version the second is refused
 * (`window_changed`). Refuses a picture that is no upload of the store. Categories and products need not exist: they may be
 * deleted while a draft names them, and what is not there is not drawn.
 */
export async function saveDraft(tx: Tx, store: StoreId, version: number, document: WindowDocument): Promise<number> {
  await refuseStrangePictures(tx, store, document);
  const draft = JSON.stringify(document);
  const saved =
    version === 0
      ? await tx
          .insertInto('shop_window')
          .values({ store_id: store, draft, draft_version: 1 })
          .onConflict((on) => on.column('store_id').doNothing())
          .returning('draft_version')
          .executeTakeFirst()
      : await tx
          .updateTable('shop_window')
          .set({ draft, draft_version: version + 1 })
          .where('store_id', '=', store)
          .where('draft_version', '=', version)
          .returning('draft_version')
          .executeTakeFirst();
  if (!saved) throw new Refusal('window_changed');
  return saved.draft_version;
}
