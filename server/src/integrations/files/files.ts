import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The place of uploads. We make the names: letters, digits, '-', '.', and '/' between folders. */
export interface FileStore {
  /** Writes a file whole or not at all. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The file, or undefined when there is none. */
  get(name: string): Promise<Buffer | undefined>;
}

const namePattern = /^(?:[0-9a-z][0-9a-z-]*\/)*[0-9a-z][0-9a-z-]*\.[a-z0-9]{2,5}$/;

/** Refuses a name that we did not make, so no part of a request becomes a path. */
export function checkName(name: string): string {
  if (!namePattern.test(name)) throw new Error(`Not a name of an uploaded file: ${JSON.stringify(name.slice(0, 60))}`);
  return name;
}

/** Uploads in a folder of this machine. A file appears under its name only when it is complete. */
export function localFiles(folder: string): FileStore {
  return {
    async put(name, bytes) {
      const path = join(folder, checkName(name));
      const draft = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, checkName(name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
