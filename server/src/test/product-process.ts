import { readConfig } from '../config.ts';
import type { Connection } from '../db/pool.ts';
import { createLog } from '../log.ts';
import { installPages } from '../pages/serve-pages.ts';
import { run } from '../run.ts';
import { webBuild } from './web-build.ts';

// A process of its own: the whole product on the database of CONNECTION, started as main.ts starts it, with pages if PAGES
// is set. Says where it answers, and is there to be killed.
const config = readConfig();
const connection = JSON.parse(process.env.CONNECTION ?? '') as Connection;
const running = await run(config, connection, createLog(config.logLevel), {
  ...(process.env.PAGES && {
    pages: (app, deps) => installPages(app, deps, { buildDir: webBuild() }),
  }),
});
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
// Whoever started it died: so does it.
process.stdin.on('end', () => process.exit(1)).resume();
process.stdout.write(`${running.address}\n`);
