import type { ProductEdit } from '@vitrine/contract/catalog';
import type { Tx } from '../../db/database.ts';
import type { PictureRow } from '../../db/tables/catalog.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { uploadedImageKey } from '../stores/store.ts';
import type { Pictures } from './product.ts';
import { imageExists } from './queries.ts';

/** The image's key from the address that the upload answered. Refuses an address that is not this store's. */
export async function imageKey(tx: Tx, store: StoreId, address: string | null | undefined): Promise<string | null> {
  if (!address) return null;
  const key = uploadedImageKey(address);
  if (!key || !(await imageExists(tx, store, key))) throw new Refusal('image_not_found');
  return key;
}

export const noPictures: Pictures = { image: null, image_alt: '', more_images: [] };

function columnsOf([first, ...more]: readonly PictureRow[]): Pictures {
  return { image: first?.key ?? null, image_alt: first?.alt ?? '', more_images: more };
}

/**
 * What a save changes of a product's pictures. `images` are all of them; `imageUrl` alone replaces or removes the first one, for
 * clients that know one picture. Without both, nothing changes. Refuses `image_not_found` for an address that is not this store's.
 */
export async function savedPictures(
  tx: Tx,
  store: StoreId,
  { images, imageUrl }: Pick<ProductEdit, 'images' | 'imageUrl'>,
  former: Pictures = noPictures,
): Promise<Partial<Pictures>> {
  if (images) {
    const rows: PictureRow[] = [];
    for (const { image, alt } of images) {
      const key = await imageKey(tx, store, image);
      if (!key) throw new Refusal('image_not_found');
      rows.push({ key, alt });
    }
    return columnsOf(rows);
  }
  if (imageUrl === undefined) return {};
  const key = await imageKey(tx, store, imageUrl);
  const first = key ? [{ key, alt: key === former.image ? former.image_alt : '' }] : [];
  return columnsOf([...first, ...former.more_images]);
}
