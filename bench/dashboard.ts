import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API, pathOf } from '@vitrine/contract/calls/address';
import type { CallName } from '@vitrine/contract/calls/table';
import { readConfig } from '../server/src/config.ts';
import { createDatabase } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { createPool } from '../server/src/db/pool.ts';
import { transaction } from '../server/src/db/transaction.ts';
import { dueDays, writeDays } from '../server/src/features/analytics/days/queries.ts';
import { createLog } from '../server/src/log.ts';
import { type Running, run } from '../server/src/run.ts';
import { makeStore } from '../server/src/test/make.ts';
import { makeProduct } from '../server/src/test/make-catalog.ts';
import { fillOrders } from './lib/million-orders.ts';
import { percentile } from './lib/product.ts';
import { judge } from './lib/verdict.ts';
import { webSettings } from './lib/web-process.ts';

/**
 * The waits of the panel in a store of 300 000 orders among 1 000 000: whole HTTP calls, one after the other.
 * Run: npm run bench -- dashboard [orders] [calls of each kind]
 */
const orders = Number(process.argv[2] ?? 1_000_000);
const calls = Number(process.argv[3] ?? 100);
const STORES = 20;
const LIMIT_MS = 100;
/** Stands for an address that reads nothing (/healthz), which is not in the table of calls. */
const NOTHING = 'nothing';

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const data = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const database = await startEmbedded({ dataDir: data });
const config = readConfig(webSettings(data));
const start = () => run(config, database.connection, createLog(config.logLevel));
let running: Running | undefined;
const pool = createPool(database.connection, { onError: (error) => console.error(error.message) });
try {
  // This start only migrates the database. The next one comes when the database is full.
  await (await start()).stop();
  const db = createDatabase(pool);
  const stores = [];
  for (let n = 0; n < STORES; n++) {
    const store = await makeStore(db, config.secret);
    for (let p = 0; p < 8; p++) await makeProduct(db, store.id, { name: `Produto ${p}` });
    stores.push(store);
  }
  const [big] = stores;
  if (!big) throw new Error('no store');
  const known = await fillOrders(
    pool,
    stores.map(({ id }) => id),
    orders,
    (text) => console.log(`  ${text}`),
  );

  // Writes the figures as the sweep does, a month of a store at a time.
  const writing = performance.now();
  for (let due = await dueDays(db, 50); due.length > 0; due = await dueDays(db, 50)) {
    for (const days of due) await transaction(db, (tx) => writeDays(tx, days));
  }
  console.log(`  days written: ${((performance.now() - writing) / 1000).toFixed(1)} s`);
  await pool.query('vacuum analyze figure_day');

  running = await start();
  const { address } = running;
  const headers = { authorization: `Bearer ${big.token}`, 'content-type': 'application/json' };
  const call = async (name: CallName | typeof NOTHING, body: object | undefined, caller: string): Promise<number> => {
    const asked = performance.now();
    const path = name === NOTHING ? '/healthz' : `${API}${pathOf(name)}`;
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'x-forwarded-for': caller },
      ...(body && { body: JSON.stringify({ subdomain: big.subdomain, ...body }) }),
    });
    const text = await answer.text();
    const ms = performance.now() - asked;
    if (answer.status !== 200)
      throw new Error(`${name} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 200)}`);
    return ms;
  };
  const page = { limit: 50 };
  const kinds: [words: string, name: CallName | typeof NOTHING, body: object | undefined][] = [
    // the time of a call that reads nothing on this machine, for comparison
    ['(nothing: /healthz)', NOTHING, undefined],
    ['dashboard', 'POST /dashboard', {}],
    ...(['today', '7d', '30d', '90d', 'year'] as const).map((range): [string, CallName, object] => [
      `figures: ${range}`,
      'POST /figures',
      { range },
    ]),
    ['figures: 700 days', 'POST /figures', { range: 'custom', from: dayAgo(700), to: dayAgo(1) }],
    ['profile', 'GET /profile', undefined],
    ['orders: first page and counters', 'POST /order', page],
    ['orders: newest 200 and counters', 'POST /order', {}],
    ['orders: completed', 'POST /order', { ...page, status: 'completed' }],
    ['orders: pending', 'POST /order', { ...page, status: 'pending' }],
    ['orders: a frequent mark', 'POST /order', { ...page, mark: 'part_refunded' }],
    ['orders: a rare mark', 'POST /order', { ...page, mark: 'manual' }],
    ['orders: a frequent tag', 'POST /order', { ...page, tag: 'frequente' }],
    ['orders: a rare tag', 'POST /order', { ...page, tag: 'rara' }],
    ['orders: no such tag', 'POST /order', { ...page, tag: 'nenhuma' }],
    ['orders: tags', 'POST /order/tags', {}],
    ['orders: mark, tag and name', 'POST /order', { ...page, mark: 'part_refunded', tag: 'rara', search: 'silva' }],
    ['deliveries: newest', 'POST /deliveries', page],
    ['deliveries: failed', 'POST /deliveries', { ...page, state: 'failed' }],
    ['deliveries: a name', 'POST /deliveries', { ...page, search: 'silva' }],
    ['deliveries: nothing found', 'POST /deliveries', { ...page, search: 'inexistente' }],
    ['deliveries: a player', 'POST /deliveries', { ...page, player: String(known.client) }],
    ['a buyer', 'POST /buyers/details', { kind: 'city_id', value: String(known.client) }],
    ['a buyer by e-mail', 'POST /buyers/details', { kind: 'email', value: known.email }],
    ['spreadsheets', 'POST /files', {}],
    ['orders: deep cursor', 'POST /order', { ...page, cursor: known.deepCursor }],
    ['search: number', 'POST /order', { ...page, search: `#${known.number}` }],
    ['search: city id', 'POST /order', { ...page, search: String(known.client) }],
    ['search: Discord id', 'POST /order', { ...page, search: known.discordId }],
    ['search: e-mail', 'POST /order', { ...page, search: known.email }],
    ['search: rare name', 'POST /order', { ...page, search: known.rareName }],
    ['search: common name', 'POST /order', { ...page, search: 'silva' }],
    ['search: two common names', 'POST /order', { ...page, search: 'maria silva' }],
    ['search: two letters', 'POST /order', { ...page, search: 'ma' }],
    ['search: one letter', 'POST /order', { ...page, search: 'm' }],
    ['search: nothing found', 'POST /order', { ...page, search: 'inexistente' }],
    ['search: common name, deep cursor', 'POST /order', { ...page, search: 'silva', cursor: known.deepCursor }],
  ];
  const scans = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select coalesce(sum(seq_scan), 0)::int as n from pg_stat_user_tables
        where relname in ('order', 'order_item', 'payment', 'delivery')`,
    );
    return rows[0]?.n ?? 0;
  };
  // Backends report their counts about a second after their last statement.
  await delay(2_000);
  const before = await scans();
  console.log(`${orders} orders, ${calls} calls of each kind, ms`);
  let worst = 0;
  for (const [index, [words, name, body]] of kinds.entries()) {
    const times: number[] = [];
    // the rate limit counts by address
    for (let n = 0; n < calls; n++) times.push(await call(name, body, `10.0.${index}.${n % 250}`));
    const p95 = percentile(times, 0.95);
    worst = Math.max(worst, p95);
    const figures = [percentile(times, 0.5), p95, Math.max(...times)].map((ms) => ms.toFixed(1).padStart(7));
    console.log(`${words.padEnd(34)} p50 ${figures[0]}   p95 ${figures[1]}   longest ${figures[2]}`);
  }
  await delay(2_000);
  const scanned = (await scans()) - before;
  console.log(
    `worst p95 ${worst.toFixed(1)} ms (limit ${LIMIT_MS}); sequential scans of orders, lines, payments, deliveries: ${scanned}`,
  );
  judge(worst <= LIMIT_MS && scanned === 0);
} finally {
  await pool.end();
  await running?.stop();
  await database.stop();
  rmSync(data, { recursive: true, force: true });
}
