import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './build.mjs';
import { lockHash } from './install.mjs';
import { capture, node24, root, tool } from './run.mjs';

const SDK = join(root, 'sdk');
const STAMP = join(SDK, 'build', '.sources');

function sourcesHash() {
  const hash = createHash('sha256').update(lockHash());
  const folders = [SDK, join(root, 'contract', 'src'), join(root, 'server', 'src', 'http')];
  for (const file of folders.flatMap(filesBelow)) {
    if (!file.endsWith('.test.ts'))
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex');
}

/** Makes the client of the API in `sdk/build` if sources or packages have changed since. Throws what the tools say. */
export async function ensureSdk() {
  const wanted = sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.error('Making the client of the API (once per change of the calls)…');
  rmSync(STAMP, { force: true });
  const steps = [
    [node24(), [join(SDK, 'generate.ts')]],
    tool('typescript/bin/tsc', '-p', join(SDK, 'tsconfig.build.json')),
  ];
  for (const [command, args] of steps) {
    const { code, output } = await capture(command, args);
    if (code !== 0) throw new Error(`The client of the API could not be made:\n${output}`);
  }
  writeFileSync(STAMP, wanted);
}
