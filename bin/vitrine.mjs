// The only entry: any Node >= 20 runs this file, everything else runs under the project's own Node 24.
import { join } from 'node:path';
import { bench } from './lib/bench.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { check } from './lib/check.mjs';
import { printComponents } from './lib/components.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { long } from './lib/long.mjs';
import { writeNotices } from './lib/notices.mjs';
import { node24, root, start, tool } from './lib/run.mjs';
import { ensureSdk } from './lib/sdk.mjs';
import { startProduct, startStandinsAlone } from './lib/start.mjs';
import { stories, test } from './lib/test.mjs';
import { weigh } from './lib/weigh.mjs';

const commands = {
  start: () => startProduct({ watch: false }),
  dev: () => startProduct({ watch: true }),
  test,
  stories,
  check: async (words) => ((await check(words)).failures.length === 0 ? 0 : 1),
  format: async () => await start(...tool('@biomejs/biome/bin/biome', 'check', '--write', '.')).done,
  build: async () => {
    await ensureBuilt();
    await ensureSdk();
    return weigh().failures.length === 0 ? 0 : 1;
  },
  standins: startStandinsAlone,
  components: printComponents,
  notices: writeNotices,
  // The Minecraft plugin, from its sources (game/minecraft/README.md).
  jar: async () => await start(node24(), [join(root, 'game', 'minecraft', 'make-jar.ts')]).done,
  bench,
  prove,
  long,
  'game-check': (args) => start(node24(), [join(root, 'game', 'check', 'main.ts'), ...args]).done,
};

/** Tests a product from outside (prove/main.ts), with the pages as they are served. */
async function prove(args) {
  await ensureBuilt();
  return await start(node24(), [join(root, 'prove', 'main.ts'), ...args]).done;
}

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (!command) throw new Error(`Usage: node bin/vitrine.mjs ${Object.keys(commands).join(' | ')}`);
  await ensureInstalled();
  process.exitCode = await command(args);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
