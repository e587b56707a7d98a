import { readConfig } from '../config.ts';
import type { Connection } from '../db/pool.ts';
import { createLog } from '../log.ts';
import { installPages } from '../pages/serve-pages.ts';
import { run } from '../run.ts';
import { webBuild } from './web-build.ts';

// A separate process: the whole product on the database of CONNECTION, started as by main.ts, with pages if PAGES is
// set. It prints its address. Tests kill it.
const config = readConfig();
const connection = JSON.parse(process.env.CONNECTION ?? '') as Connection;
const running = await run(config, connection, createLog(config.logLevel), {
  ...(process.env.PAGES && {
    pages: (app, deps) => installPages(app, deps, { buildDir: webBuild() }),
  }),
});
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
// The process that started it has died, so it ends too.
process.stdin.on('end', () => process.exit(1)).resume();
process.stdout.write(`${running.address}\n`);
