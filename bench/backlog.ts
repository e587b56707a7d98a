import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Action } from '@vitrine/contract/actions';
import type pg from 'pg';
import { makeStore } from '../server/src/test/make.ts';
import { makeProduct } from '../server/src/test/make-catalog.ts';
import { makeSold, on } from '../server/src/test/make-deliveries.ts';
import { connect } from '../standins/fxserver/connections.ts';
import { openDatabase } from '../standins/fxserver/database.ts';
import { type City, startCity } from '../standins/fxserver/fxserver.ts';
import { root } from './lib/product.ts';
import { judge } from './lib/verdict.ts';
import { startWebProcess } from './lib/web-process.ts';

/**
 * A city comes back after seven days in which its store sold: how long until everybody has everything. The real script
 * runs in its Lua machine beside the base; the product is a web process of its own. Half of the players are in the
 * city. One of those has a full bag and one bought a group that does not exist: neither may delay another player.
 * Run: npm run bench -- backlog [deliveries] [players]
 */
const total = Number(process.argv[2] ?? 10_000);
const players = Number(process.argv[3] ?? 200);
const LIMIT_S = 300;
const ACTIONS = 10;
const orders = Math.ceil(total / players / ACTIONS);
const [FULL_BAG, NO_SUCH_GROUP] = [1, 2];
const [GROUP, ITEM, BIG] = ['vip', 'dinheirosujo', 'bigbox'];

const inCity = (player: number) => player % 2 === 1;

/** An order's actions in the owner's order. The deposits tell the order in which a player's goods came. */
const actionsOf = (player: number, sale: number): Action[] => [
  on.money(sale * 100 + 1),
  on.group(player === NO_SUCH_GROUP && sale === 0 ? 'naoexiste' : GROUP),
  // Some bases give items only to a player in the city. The items of the other players would wait, so these get money.
  inCity(player) ? on.item(ITEM, 1) : on.money(sale * 100 + 50),
  on.money(sale * 100 + 2),
  on.command(`say entrega ${player}-${sale}.`),
  ...Array.from({ length: ACTIONS - 5 }, (_, n) => on.money(sale * 100 + 3 + n)),
];

interface Row {
  player: string;
  state: string;
  code: string | null;
  n: number;
}

/** Deliveries by player, state and the city's last word. */
async function states(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `select o.client::text as player, d.state, d.code, count(*)::int as n
       from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
      group by 1, 2, 3`,
  );
  return rows;
}

/** Players whose goods came in another order than they were sold in, by the deposits and commands of the city. */
function outOfOrder(city: City): number[] {
  const rises = (numbers: readonly number[]) => numbers.every((one, n) => n === 0 || one > (numbers[n - 1] ?? 0));
  return Array.from({ length: players }, (_, n) => n + 1).filter((player) => {
    const deposits = city.effects.filter((one) => one.kind === 'bank' && one.player === player);
    const said = city.consoleLines.flatMap((line) => new RegExp(`entrega ${player}-(\\d+)\\.`).exec(line)?.[1] ?? []);
    return !rises(deposits.map(({ detail }) => Number(detail))) || !rises(said.map((sale) => Number(sale) + 1));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-city-'));
const web = await startWebProcess();
try {
  const { db, pool } = web;
  const store = await makeStore(db, web.secret);
  const product = await makeProduct(db, store.id, {});
  for (let sale = 0; sale < orders; sale += 1) {
    for (let client = 1; client <= players; client += 1) {
      await makeSold(db, store.id, { client, items: [{ product, actions: actionsOf(client, sale) }] });
    }
  }
  await pool.query(
    `update delivery set created_at = created_at - interval '7 days', due_at = due_at - interval '7 days'`,
  );
  await pool.query('analyze');

  const city = await startCity({
    dataDir: folder,
    resourceDir: join(root, 'game', 'fivem', 'vitrine'),
    framework: 'vrpex',
    // In memory, because this machine's disk takes one write at a time, while a real city's database takes many together.
    openTables: (now) => openDatabase(':memory:', now),
    players: Array.from({ length: players }, (_, n) => ({ id: n + 1, bank: 0 })),
    convars: { vitrine_token: store.apiToken, vitrine_url: web.address },
    cfg: ['add_ace resource.vitrine command.say allow'],
  });
  for (let id = 1; id <= players; id += 2) connect(city.server, id, 'loaded');
  city.emit('standin:items', FULL_BAG, BIG, 1);
  const from = performance.now();
  let rows = await states(pool);
  const others = () => rows.filter(({ player }) => Number(player) !== FULL_BAG);
  const isOpen = ({ state }: Row) => state !== 'succeeded' && state !== 'failed';
  while (others().some(isOpen) && performance.now() - from < 2 * LIMIT_S * 1000) {
    await delay(1000);
    rows = await states(pool);
  }
  const seconds = (performance.now() - from) / 1000;
  const count = (some: readonly Row[]) => some.reduce((sum, { n }) => sum + n, 0);
  const done = count(rows.filter(({ state }) => state === 'succeeded'));
  const failed = rows.filter(({ state }) => state === 'failed');
  const waiting = rows.filter(isOpen);
  console.log(
    `${players} players, ${count(rows)} deliveries after seven days: ${done} delivered in ${seconds.toFixed(0)} s (limit ${LIMIT_S} s)`,
  );
  for (const [what, some] of [
    ['failed', failed],
    ['waiting', waiting],
  ] as const)
    for (const { player, code, n } of some) console.log(`${what}: ${n} of player ${player} (${code})`);
  const early = outOfOrder(city);
  console.log(`out of order: ${early.length} players ${early.slice(0, 5).join(', ')}`);
  judge(
    seconds <= LIMIT_S &&
      early.length === 0 &&
      count(failed) === 1 &&
      failed[0]?.player === String(NO_SUCH_GROUP) &&
      waiting.every(({ player }) => player === String(FULL_BAG)),
  );
  await city.close();
} finally {
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
}
