import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { newReference } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { type FileStore, localFiles } from '../../integrations/files/files.ts';
import { s3Files } from '../../integrations/files/s3.ts';
import { encodeImage } from './encode-image.ts';
import { insertImage } from './queries.ts';

/** Where this installation keeps its images. */
export function imageFiles(config: Config): FileStore {
  return config.s3 ? s3Files(config.s3) : localFiles(join(config.dataDir, 'uploads'));
}

/** An image whose files are written and whose row is not yet. */
export interface WrittenImage {
  key: string;
  bytes: number;
  width: number;
  height: number;
}

/** Encodes an upload and writes every size of it. Until its row is recorded the image belongs to nobody. */
export async function writeImage(files: FileStore, upload: Buffer): Promise<WrittenImage> {
  const image = await encodeImage(upload);
  const key = newReference();
  await Promise.all(image.files.map((file) => files.put(`${key}/${file.name}`, file.bytes, file.contentType)));
  const bytes = image.files.reduce((sum, file) => sum + file.bytes.length, 0);
  return { key, bytes, width: image.width, height: image.height };
}

/** Makes a written image the store's own: products and branding may name it from now on. */
export async function recordImage(tx: Tx, store: StoreId, image: WrittenImage): Promise<void> {
  await insertImage(tx, store, image);
}
