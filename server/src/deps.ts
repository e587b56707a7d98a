import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Listener } from './db/notify.ts';

/** What routes, jobs and sweeps get. It keeps no state between requests except connections. */
export interface Deps {
  config: Config;
  db: Db;
  log: FastifyBaseLogger;
  listener: Listener;
}
