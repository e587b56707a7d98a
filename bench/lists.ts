import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { API, pathOf } from '@vitrine/contract/calls/address';
import pg from 'pg';
import { readConfig } from '../server/src/config.ts';
import { createDatabase, type Db } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { createPool } from '../server/src/db/pool.ts';
import { transaction } from '../server/src/db/transaction.ts';
import { dueDays, writeDays } from '../server/src/features/analytics/days/queries.ts';
import { createLog } from '../server/src/log.ts';
import { type Running, run } from '../server/src/run.ts';
import { type MadeStore, makeStore } from '../server/src/test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../server/src/test/make-catalog.ts';
import { fillCatalogue, fillLogs } from './lib/fill-panel.ts';
import { samplesFor } from './lib/list-samples.ts';
import { type BigStore, fillOrders } from './lib/million-orders.ts';
import { type ListCall, listBodies } from './lib/panel-lists.ts';
import { processorMs } from './lib/processor-time.ts';
import { percentile } from './lib/product.ts';
import { judge } from './lib/verdict.ts';
import { webSettings } from './lib/web-process.ts';

/**
 * Server time of every list, filter, search and range of figures of the panel, in a store with 5,000 products. Whole HTTP calls,
 * one after the other, so each time is an upper bound; beside it the time and the buffers of the database.
 * Run: npm run bench -- lists [orders of the store] [calls of each] [folder that keeps the data for the next run] [only calls with
 * this word in their name]
 */
const orders = Number(process.argv[2] ?? 100_000);
const calls = Number(process.argv[3] ?? 9);
const kept = process.argv[4] || undefined;
const word = process.argv[5] ?? '';
const PRODUCTS = 5_000;
const BUYERS = 20_000;
const LIMIT_MS = 200;
const FIGURES_MS = 150;
/** Pairs of filters are read only if each call is made this often or more. A run with fewer calls is a sample. */
const PAIRS_FROM = 5;
/** A pair of filters is read this often at most, and its line is shown only among the slowest of its call. */
const CALLS_OF_A_PAIR = 2;
const PAIRS_SHOWN = 3;
/** No row is read longer than about this, in ms. */
const LONGEST_MS = 2_000;

interface Filled {
  store: MadeStore;
  known: BigStore;
}
interface Measured extends ListCall {
  median: number;
  least: number;
  /** ms of the processors for one call, in this process and in the database: what it takes on a quiet machine. */
  processor: number;
  /** Of one call, on average: statements, ms and pages of 8 KB in the database; and KB of the answer. */
  statements: number;
  databaseMs: number;
  buffers: number;
  kilobytes: number;
}

const data = kept ?? mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
mkdirSync(data, { recursive: true });
const database = await startEmbedded({
  dataDir: data,
  durable: false,
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' },
});
const config = readConfig(webSettings(data));
const start = () => run(config, database.connection, createLog(config.logLevel));
let running: Running | undefined;
const pool = createPool(database.connection, { onError: (error) => console.error(error.message) });

async function fill(db: Db): Promise<Filled> {
  const store = await makeStore(db, config.secret, { plan: 'premium' });
  const other = await makeStore(db, config.secret);
  await makeProduct(db, other.id);
  const category = await makeCategory(db, store.id, 'Primeira');
  const size = {
    store: store.id,
    owner: store.owner.id,
    category,
    product: await makeProduct(db, store.id, { categoryId: category }),
    coupon: await makeDiscount(db, store.id),
    products: PRODUCTS,
    changes: Math.min(200_000, orders * 2),
  };
  await fillCatalogue(pool, size);
  // Nine tenths are the store's.
  const all = Math.ceil((orders / 9) * 10);
  const spread = { tenths: 9, buyers: BUYERS };
  const known = await fillOrders(pool, [store.id, other.id], all, (text) => console.log(`  ${text}`), spread);
  await fillLogs(pool, size);
  // Writes the figures as the sweep does, a month of a store at a time, but without the limit of time.
  const patient = new pg.Pool(database.connection);
  const patientDb = createDatabase(patient);
  for (let due = await dueDays(patientDb, 50); due.length > 0; due = await dueDays(patientDb, 50)) {
    for (const days of due) await transaction(patientDb, (tx) => writeDays(tx, days));
  }
  await patient.end();
  await pool.query('vacuum analyze figure_day');
  return { store, known };
}

try {
  // This start only migrates the database. The next one comes when the database is full.
  await (await start()).stop();
  const note = join(data, 'filled.json');
  const filled: Filled = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : await fill(createDatabase(pool));
  if (kept) writeFileSync(note, JSON.stringify(filled));
  const { store, known } = filled;
  await pool.query('create extension if not exists pg_stat_statements');
  running = await start();
  const { address } = running;
  const headers = {
    authorization: `Bearer ${store.token}`,
    'x-store': store.subdomain,
    'content-type': 'application/json',
  };

  let caller = 0;
  /** One call from an address of its own, because the rate limit counts by address. Null if its filters exclude each other. */
  const ask = async ({ call, body, filters }: ListCall): Promise<{ ms: number; bytes: number } | null> => {
    const [method] = call.split(' ');
    caller += 1;
    const asked = performance.now();
    const answer = await fetch(`${address}${API}${pathOf(call)}`, {
      method: method as string,
      headers: { ...headers, 'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}` },
      ...(method === 'POST' && { body: JSON.stringify({ subdomain: store.subdomain, ...body }) }),
    });
    const text = await answer.text();
    const ms = performance.now() - asked;
    if (answer.status === 200) return { ms, bytes: text.length };
    if (answer.status < 500 && filters > 0) return null;
    // The database took longer than a statement may.
    if (answer.status === 503) return { ms: Number.POSITIVE_INFINITY, bytes: 0 };
    throw new Error(`${call} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 200)}`);
  };

  const measure = async (row: ListCall): Promise<Measured | null> => {
    const first = await ask(row);
    if (!first) return null;
    await pool.query('select pg_stat_statements_reset()');
    const times: number[] = [];
    const worked = processorMs(database.pid);
    const until = performance.now() + LONGEST_MS - 2 * first.ms;
    if (first.ms === Number.POSITIVE_INFINITY) times.push(first.ms);
    const most = row.filters === 2 ? Math.min(calls, CALLS_OF_A_PAIR) : calls;
    while (times.length < most && (times.length === 0 || performance.now() < until)) {
      times.push((await ask(row))?.ms ?? Number.NaN);
    }
    const processor = (processorMs(database.pid) - worked) / times.length;
    const { rows } = await pool.query<{ statements: number; ms: number; buffers: number }>(
      `select sum(calls)::float8 as statements, sum(total_exec_time)::float8 as ms,
              sum(shared_blks_hit + shared_blks_read + temp_blks_read)::float8 as buffers
         from pg_stat_statements where query not like '%pg_stat_statements%'`,
    );
    const per = (sum: number | undefined) => (sum ?? 0) / times.length;
    return {
      ...row,
      median: percentile(times, 0.5),
      least: Math.min(...times),
      // If a backend ended meanwhile, its time is lost.
      processor: processor > 0 ? processor : percentile(times, 0.5),
      statements: per(rows[0]?.statements),
      databaseMs: per(rows[0]?.ms),
      buffers: per(rows[0]?.buffers),
      kilobytes: first.bytes / 1024,
    };
  };

  const limitOf = ({ call }: ListCall) => (call === 'POST /figures' ? FIGURES_MS : LIMIT_MS);
  // On a busy machine calls wait. So a row is too slow only if both its wait and the work of the processors are above the limit.
  const isAbove = (row: Measured) => Math.min(row.median, row.processor) > limitOf(row);
  const print = (row: Measured) => {
    const over = isAbove(row) ? `  ABOVE ${limitOf(row)} ms` : '';
    const figures = [
      row.median.toFixed(1),
      row.least.toFixed(1),
      row.processor.toFixed(1),
      row.databaseMs.toFixed(1),
    ].map((one) => one.padStart(8));
    const sizes = [
      row.statements.toFixed(0).padStart(4),
      row.buffers.toFixed(0).padStart(8),
      row.kilobytes.toFixed(0).padStart(6),
    ];
    console.log(`${`${row.call} ${row.words}`.slice(0, 78).padEnd(78)}${figures.join('')}${sizes.join('')}${over}`);
  };
  const rows = listBodies(await samplesFor(pool, store, known)).filter(
    ({ call, filters }) => call.includes(word) && (filters < 2 || calls >= PAIRS_FROM),
  );
  console.log(`${orders} orders, ${PRODUCTS} products, ${BUYERS} buyers; load ${loadavg()[0]?.toFixed(1)} before`);
  console.log(`${'ms'.padEnd(78)}  median   least     CPU     SQL  st  buffers    KB`);
  const missed: Measured[] = [];
  let read = 0;
  for (const name of new Set(rows.map(({ call }) => call))) {
    const measured: Measured[] = [];
    for (const row of rows.filter(({ call }) => call === name)) {
      const one = await measure(row);
      if (one) measured.push(one);
      if (one && row.filters < 2) print(one);
    }
    read += measured.length;
    missed.push(...measured.filter(isAbove));
    const pairs = measured.filter(({ filters }) => filters === 2).sort((a, b) => b.processor - a.processor);
    for (const row of pairs.slice(0, PAIRS_SHOWN)) print(row);
  }
  console.log(`${read} rows read, ${missed.length} above their limit; load ${loadavg()[0]?.toFixed(1)} after`);
  for (const row of missed.sort((a, b) => b.processor - a.processor)) print(row);
  judge(missed.length === 0);
} finally {
  await pool.end();
  await running?.stop();
  await database.stop();
  if (!kept) rmSync(data, { recursive: true, force: true });
}
