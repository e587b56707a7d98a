import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { newReference } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type FileStore, localFiles } from '../../integrations/files/files.ts';
import { s3Files } from '../../integrations/files/s3.ts';
import { lockStore } from '../stores/lock-store.ts';
import type { EncodedImage } from './encode-image.ts';
import { deleteImage, imageBytes, insertImage } from './queries.ts';

/** Bytes that one store's images may take: 500 MB. */
const QUOTA = 500 * 1024 * 1024;

/** Where this installation keeps its images. */
export function imageFiles(config: Config): FileStore {
  return config.s3 ? s3Files(config.s3) : localFiles(join(config.dataDir, 'uploads'));
}

/** An image as its row stores it. */
export interface WrittenImage {
  key: string;
  bytes: number;
  width: number;
  height: number;
}

function rowOf({ width, height, files }: EncodedImage): WrittenImage {
  return { key: newReference(), bytes: files.reduce((sum, file) => sum + file.bytes.length, 0), width, height };
}

async function putFiles(files: FileStore, key: string, image: EncodedImage): Promise<void> {
  await Promise.all(image.files.map((file) => files.put(`${key}/${file.name}`, file.bytes, file.contentType)));
}

/** Writes every size of an image. Until its row is recorded, no store owns it. */
export async function writeImage(files: FileStore, image: EncodedImage): Promise<WrittenImage> {
  const row = rowOf(image);
  await putFiles(files, row.key, image);
  return row;
}

/** Makes a written image the store's own: products and branding may name it from now on. */
export async function recordImage(tx: Tx, store: StoreId, image: WrittenImage): Promise<void> {
  await insertImage(tx, store, image);
}

/** Refuses `image_quota` when the store's images take all their room. */
export async function requireRoom(db: Db, store: StoreId): Promise<void> {
  if ((await imageBytes(db, store)) >= QUOTA) throw new Refusal('image_quota');
}

/**
 * Keeps an uploaded image of a store and answers its key. It takes the room first, under the store's lock, so that
 * uploads at the same moment never take more than there is. Refuses `image_quota`.
 */
export async function keepImage(db: Db, files: FileStore, store: StoreId, image: EncodedImage): Promise<string> {
  const row = rowOf(image);
  await transaction(db, async (tx) => {
    await lockStore(tx, store);
    if ((await imageBytes(tx, store)) + row.bytes > QUOTA) throw new Refusal('image_quota');
    await insertImage(tx, store, row);
  });
  try {
    await putFiles(files, row.key, image);
  } catch (error) {
    await deleteImage(db, store, row.key);
    throw error;
  }
  return row.key;
}
