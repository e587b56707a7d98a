import type { WindowDocument } from '@vitrine/contract/window';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { pictureKeys } from './document.ts';
import { ownPictures } from './queries.ts';

/** Refuses a document with a picture that is no upload of the store (`image_not_found`). */
export async function refuseStrangePictures(db: Db, store: StoreId, document: WindowDocument): Promise<void> {
  const keys = [...pictureKeys(document)];
  const own = await ownPictures(
    db,
    store,
    keys.filter((key) => key !== undefined),
  );
  if (keys.some((key) => key === undefined || !own.has(key))) throw new Refusal('image_not_found');
}
