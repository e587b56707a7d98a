import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Unpacks a downloaded resource into a server's folder of resources, as its owner does. Returns the resource's own folder. */
export function unpack(zip: Uint8Array, resources: string): string {
  for (const [name, file] of Object.entries(unzipSync(zip))) {
    const path = join(resources, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
  return join(resources, 'vitrine');
}
