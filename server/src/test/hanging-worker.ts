import { z } from 'zod';
import { createDatabase } from '../db/database.ts';
import { listen } from '../db/notify.ts';
import { type Connection, createPool } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { startWorker } from '../jobs/worker.ts';
import { createLog } from '../log.ts';

// A separate process for the crash tests: takes a job of the task `sample`, says so, and never ends it.
const connection = JSON.parse(process.env.CONNECTION ?? '') as Connection;
const pool = createPool(connection, { onError: () => {} });
const listener = await listen(connection, () => {});
const deps = { db: createDatabase(pool), log: createLog('silent'), listener } as Pick<Deps, 'db' | 'log' | 'listener'>;
await startWorker(deps as Deps, pool, {
  sample: {
    payload: z.object({ n: z.number() }),
    run: async () => {
      process.stdout.write('taken\n');
      await new Promise(() => {});
    },
  },
});
