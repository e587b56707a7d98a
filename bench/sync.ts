import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@vitrine/contract/limits';
import type pg from 'pg';
import type { Db } from '../server/src/db/database.ts';
import { type Secret, seal } from '../server/src/db/seal.ts';
import { gameKeyId } from '../server/src/features/stores/game-token.ts';
import { hashToken } from '../server/src/http/session.ts';
import { type MadeStore, makeStore } from '../server/src/test/make.ts';
import { makeProduct } from '../server/src/test/make-catalog.ts';
import { makeSold, on } from '../server/src/test/make-deliveries.ts';
import { BenchCity } from './lib/cities.ts';
import { percentile } from './lib/product.ts';
import { judge } from './lib/verdict.ts';
import { startWebProcess } from './lib/web-process.ts';

/**
 * What connected cities cost, and how soon a sale is offered. First all cities are idle and poll as the answers ask;
 * then some of them sell. The product is a web process of its own.
 * Run: npm run bench -- sync [idle cities] [busy cities] [seconds of each part]
 */
const idle = Number(process.argv[2] ?? 10_000);
const busy = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 60);
const SALES_A_SECOND = 10;
const LIMIT_MS = 1000;
/** Deliveries of one buyer, and the exchanges that they may take. */
const COMMANDS = 60;
const LIMIT_EXCHANGES = 4;
/** The pause of an idle city. Its neighbours poll between its polls. */
const POLL_MS = limits.gamePollIdleMs;

/** Stores like `model`, each with its seat (the database makes it) and a token. Answers the tokens. */
async function copyStores(pool: pg.Pool, secret: Secret, model: MadeStore, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let done = 0; done < count; done += 1000) {
    const some = Array.from({ length: Math.min(1000, count - done) }, (_, n) => {
      const token = `vtr_${randomBytes(32).toString('base64url')}`;
      tokens.push(token);
      return { id: `s${done + n}`, token };
    });
    await pool.query(
      `insert into store select (jsonb_populate_record(s, jsonb_build_object('id', t.copy, 'subdomain', 'fila-' || t.copy))).*
         from store s, unnest($2::text[]) as t(copy) where s.id = $1`,
      [model.id, some.map(({ id }) => id)],
    );
    await pool.query(
      `insert into game_token (store_id, id, key_id, token_hash, token_cipher)
       select id, id, key, hash, cipher from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) t(id, key, hash, cipher)`,
      [
        some.map(({ id }) => id),
        some.map(({ token }) => gameKeyId(token)),
        some.map(({ token }) => hashToken(token)),
        some.map(({ id, token }) => seal(secret, token, id)),
      ],
    );
  }
  return tokens;
}

interface Counts {
  statements: number;
  rows: number;
}

/** Statements (each its own transaction, unless it is part of one) and written rows of the database so far. */
async function counts(pool: pg.Pool): Promise<Counts> {
  // Backends report their counts about a second after their last statement.
  await delay(2_000);
  const { rows } = await pool.query<Counts>(
    `select xact_commit::float8 as statements, (tup_inserted + tup_updated + tup_deleted)::float8 as rows
       from pg_stat_database where datname = current_database()`,
  );
  return rows[0] ?? { statements: 0, rows: 0 };
}

/** Polls as the answers ask until `open` says no. Calls `got` with what came. */
async function live(city: BenchCity, open: () => boolean, got: (ids: string[]) => void): Promise<number> {
  let polls = 0;
  while (open()) {
    const { commands, next_poll_ms } = await city.poll();
    polls += 1;
    if (commands.length > 0) {
      got(commands.map(({ id }) => id));
      await city.report(commands);
    } else await delay(next_poll_ms);
  }
  return polls;
}

/** How many exchanges it takes until the city has done and reported all that one buyer bought. Each reports the work of the one before. */
async function exchangesOfOne(db: Db, store: MadeStore, city: BenchCity): Promise<number> {
  const actions = Array.from({ length: COMMANDS }, (_, n) => on.money(n + 1));
  await makeSold(db, store.id, { client: 999, items: [{ actions }] });
  let { commands } = await city.poll();
  let done = commands.length;
  for (let exchanges = 2; ; exchanges += 1) {
    ({ commands } = await city.report(commands, done < COMMANDS ? limits.gameBatch : 0));
    done += commands.length;
    if (commands.length === 0) return exchanges;
  }
}

async function sell(
  db: Db,
  stores: readonly MadeStore[],
  products: readonly string[],
  open: () => boolean,
  sold: Map<string, number>,
) {
  for (let n = 0; open(); n += 1) {
    const [store, product] = [stores[n % stores.length], products[n % stores.length]];
    if (!store || !product) return;
    const { id } = await makeSold(db, store.id, {
      client: 1 + (n % 300),
      items: [{ product, actions: [on.money(1)] }],
    });
    const at = performance.now();
    const { rows } = { rows: await db.selectFrom('delivery').where('order_id', '=', id).select('id').execute() };
    for (const row of rows) sold.set(row.id, at);
    await delay(1000 / SALES_A_SECOND);
  }
}

const web = await startWebProcess();
try {
  const { address, pool, db, secret } = web;
  const stores: MadeStore[] = [];
  const products: string[] = [];
  for (let n = 0; n < busy; n += 1) {
    const store = await makeStore(db, secret);
    stores.push(store);
    products.push(await makeProduct(db, store.id, {}));
  }
  const [model] = stores;
  if (!model) throw new Error('At least one busy city is needed.');
  const tokens = await copyStores(pool, secret, model, idle);
  await pool.query('analyze');
  const idleCities = tokens.map((token, n) => new BenchCity(address, token, n));
  const busyCities = stores.map(({ apiToken }, n) => new BenchCity(address, apiToken, idle + n));
  for (let n = 0; n < idleCities.length; n += 50) {
    await Promise.all(idleCities.slice(n, n + 50).map((city) => city.hello()));
  }
  // Connected for a while: a city that has just come is asked more often.
  await pool.query(`update game_server set hello_at = now() - interval '1 hour'`);
  console.log(`${idle} idle cities are connected`);

  const part = async (
    end: number,
    cities: readonly BenchCity[],
    got: (ids: string[]) => void,
    spread: number = POLL_MS,
  ) => {
    const open = () => performance.now() < end;
    const polls = cities.map(async (city, n) => {
      await delay((n / cities.length) * spread);
      return open() ? await live(city, open, got) : 0;
    });
    return (await Promise.all(polls)).reduce((sum, one) => sum + one, 0);
  };
  // The first poll of each city finds nothing. From then on its idle pause holds.
  await part(performance.now() + 2 * POLL_MS, idleCities, () => undefined);
  const before = await counts(pool);
  const idlePolls = await part(performance.now() + seconds * 1000, idleCities, () => undefined);
  const after = await counts(pool);
  const each = (key: keyof Counts) => (after[key] - before[key]) / idlePolls;
  console.log(
    `idle: ${idlePolls} polls in ${seconds} s; each ${each('statements').toFixed(2)} transactions and ${each('rows').toFixed(2)} written rows (a sign of life a minute is two)`,
  );

  await Promise.all(busyCities.map((city) => city.hello()));
  const sold = new Map<string, number>();
  const waits: number[] = [];
  const came = new Map<string, number>();
  const end = performance.now() + seconds * 1000;
  const got = (ids: string[]) => {
    for (const id of ids) came.set(id, performance.now());
  };
  await Promise.all([
    part(end + 5000, busyCities, got, 0),
    part(end, idleCities, got),
    sell(db, stores, products, () => performance.now() < end, sold),
  ]);
  for (const [id, at] of sold) {
    const arrived = came.get(id);
    if (arrived !== undefined) waits.push(Math.max(0, arrived - at));
  }
  const p95 = percentile(waits, 0.95);
  console.log(
    `busy: ${sold.size} sales in ${busy} cities beside the idle ones, ${waits.length} offered; from queued to offered p50 ${percentile(waits, 0.5).toFixed(0)} ms   p95 ${p95.toFixed(0)} ms   longest ${Math.max(...waits).toFixed(0)} ms (limit ${LIMIT_MS})`,
  );
  const [one] = busyCities;
  const exchanges = one ? await exchangesOfOne(db, model, one) : 0;
  console.log(`one buyer: ${COMMANDS} deliveries in ${exchanges} exchanges (limit ${LIMIT_EXCHANGES})`);
  judge(exchanges <= LIMIT_EXCHANGES && p95 <= LIMIT_MS && waits.length === sold.size && each('rows') < 0.5);
} finally {
  await web.stop();
}
