import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addressOf } from '@vitrine/contract/calls/address';
import { violations as brokenDeliveries } from '../server/src/features/deliveries/invariants.ts';
import { violations } from '../server/src/features/payments/invariants.ts';
import { backends, backendsBetween, processMs } from './lib/cpu-time.ts';
import { makeShops, type OrderKind, orderRequest, type Shop, TOKEN } from './lib/order-shops.ts';
import { percentile } from './lib/product.ts';
import { settled } from './lib/settled.ts';
import { type Line, line } from './lib/turns.ts';
import type { TwinSettings } from './lib/twin-process.ts';
import { judge } from './lib/verdict.ts';
import { startWebProcess } from './lib/web-process.ts';

/**
 * Placing a Pix order, beside a bare twin (lib/twin-process.ts) in turns of the same run: orders/s, the shopper's wait, and what an
 * order costs the processors in the server and in PostgreSQL. Both write the same rows into the same durable database and call the
 * same provider's stand-in. Its limits are those of issue 17, Shows 1.
 * Run: npm run bench -- order [rounds] [ms of a turn] [part of a section's name] [folder for a profile of the server]
 */
const rounds = Number(process.argv[2] ?? 20);
const turnMs = Number(process.argv[3] ?? 2000);
const only = process.argv[4] ?? '';
const profile = process.argv[5];
const LIMITS = { server: 4, database: 1.5, rate: 0.5, hotRate: 0.6, p99Ms: 100 };
const WARM_UP_TURNS = 3;
/** The limit of the wait is for so many shoppers. */
const FEW = 16;
const SECTIONS: (OrderKind & { shoppers: number })[] = [
  { shoppers: FEW, where: 'spread', coupon: false },
  { shoppers: FEW, where: 'hot', coupon: false },
  { shoppers: FEW, where: 'spread', coupon: true },
  { shoppers: 64, where: 'spread', coupon: false },
  { shoppers: 64, where: 'hot', coupon: false },
];
const nameOf = ({ shoppers, where, coupon }: (typeof SECTIONS)[number]) =>
  `${shoppers} shoppers, ${where}${coupon ? ', coupon' : ''}`;
const PATH = addressOf('POST /order/create');

interface Side {
  name: string;
  port: number;
  pid: number;
  shops: Shop[];
  /** Whether a connection of this name to the database is its own. */
  owns: (application: string) => boolean;
  orders: number;
}

/** What a turn gave: orders/s, and ms of the processors for an order. */
interface Turn {
  rate: number;
  server: number;
  database: number;
  /** Of the database's own processes (log writer, checkpoints, vacuum), which serve both sides. */
  shared: number;
}

const own: ChildProcess[] = [];
async function startChild(file: string, ...words: string[]): Promise<{ port: number; pid: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lib', file), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  own.push(child);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const [port] = await once(lines, 'line');
  return { port: Number(port), pid: child.pid as number };
}

const provider = await startChild('provider-process.ts');
const web = await startWebProcess(1, {
  settings: { MERCADOPAGO_API_URL: `http://127.0.0.1:${provider.port}` },
  node: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
});

async function turn(side: Side, lines: Line[], waits: number[]): Promise<Turn> {
  const before = { server: processMs(side.pid), database: await backends(web.pool) };
  const start = performance.now();
  const answers = await Promise.all(lines.map((one) => one.ask(start + turnMs, (ms) => waits.push(ms))));
  const seconds = (performance.now() - start) / 1000;
  const orders = answers.reduce((sum, count) => sum + count, 0);
  const server = processMs(side.pid) - before.server;
  const after = await backends(web.pool);
  side.orders += orders;
  return {
    rate: orders / seconds,
    server: server / orders,
    database: backendsBetween(before.database, after, side.owns) / orders,
    shared: backendsBetween(before.database, after, (of) => of === 'shared') / orders,
  };
}

/** Lets a side place orders for a while: Node compiles its code, and the tables get rows. */
async function warmUp(side: Side): Promise<void> {
  const next = () => orderRequest(side.shops, PATH, { where: 'spread', coupon: false });
  const lines = Array.from({ length: FEW }, () => line(side.port, next));
  for (let n = 0; n < WARM_UP_TURNS; n += 1) await turn(side, lines, []);
  for (const one of lines) one.close();
}

const median = (values: readonly number[]) => percentile(values, 0.5);

async function measure(sides: readonly [Side, Side], kind: (typeof SECTIONS)[number]): Promise<boolean> {
  const { shoppers, where } = kind;
  const lines = sides.map((side) =>
    Array.from({ length: shoppers }, () => line(side.port, () => orderRequest(side.shops, PATH, kind))),
  );
  const turns: [Turn[], Turn[]] = [[], []];
  const waits: [number[], number[]] = [[], []];
  const one = (at: 0 | 1, into: number[]) => turn(sides[at], lines[at] ?? [], into);
  try {
    for (const at of [0, 1] as const) await one(at, []);
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 ? ([1, 0] as const) : ([0, 1] as const);
      for (const at of order) turns[at].push(await one(at, waits[at]));
    }
  } finally {
    for (const each of lines.flat()) each.close();
  }
  const [ours, twin] = turns;
  const of = (some: Turn[], what: keyof Turn) => median(some.map((each) => each[what]));
  const ratios = (what: keyof Turn) => ours.map((each, round) => each[what] / (twin[round]?.[what] ?? Number.NaN));
  const told = (what: keyof Turn, digits: number) => {
    const all = ratios(what);
    const spread = `${percentile(all, 0.25).toFixed(2)} to ${percentile(all, 0.75).toFixed(2)}`;
    return `${of(ours, what).toFixed(digits)} beside ${of(twin, what).toFixed(digits)}, ratio ${median(all).toFixed(2)} (${spread})`;
  };
  const [wait, twinWait] = waits.map((some) =>
    [0.5, 0.99].map((share) => percentile(some, share).toFixed(0)).join('/'),
  );
  console.log(
    `\n${nameOf(kind)} (load ${loadavg()[0]?.toFixed(1)})\n` +
      `  orders/s       ${told('rate', 0)}\n` +
      `  p50/p99 ms     ${wait} beside ${twinWait}\n` +
      `  server ms      ${told('server', 2)}\n` +
      `  PostgreSQL ms  ${told('database', 2)}; its own processes ${of(ours, 'shared').toFixed(2)} beside ${of(twin, 'shared').toFixed(2)}`,
  );
  return (
    median(ratios('rate')) >= (where === 'hot' ? LIMITS.hotRate : LIMITS.rate) &&
    median(ratios('server')) <= LIMITS.server &&
    median(ratios('database')) <= LIMITS.database &&
    (shoppers !== FEW || percentile(waits[0], 0.99) <= LIMITS.p99Ms)
  );
}

/** Throws unless every answered order stands with its code, no rule about money is broken, and a repeated key gets the same answer. */
async function prove(sides: readonly Side[]): Promise<void> {
  for (const side of sides) {
    const { rows } = await web.pool.query<{ orders: number; payable: number }>(
      `select count(*)::int as orders, count(*) filter (where p.status = 'pending' and p.pix_code is not null and k.status = 200)::int as payable
         from "order" o
         left join payment p on p.store_id = o.store_id and p.order_id = o.id
         left join idempotency_key k on k.store_id = o.store_id and k.order_id = o.id
        where o.store_id = any($1)`,
      [side.shops.map(({ id }) => id)],
    );
    const [{ orders, payable } = { orders: 0, payable: 0 }] = rows;
    if (orders !== side.orders || payable !== side.orders) {
      throw new Error(`${side.name}: ${side.orders} answers, ${orders} orders, ${payable} payable`);
    }
    const request = orderRequest(side.shops, PATH, { where: 'spread', coupon: true });
    const [head = '', body = ''] = request.split('\r\n\r\n');
    const headers = head
      .split('\r\n')
      .slice(2)
      .map((one) => one.split(': ') as [string, string]);
    const send = async () => {
      const kept = headers.filter(([name]) => name !== 'content-length');
      const answer = await fetch(`http://127.0.0.1:${side.port}${PATH}`, { method: 'POST', headers: kept, body });
      return `${answer.status} ${await answer.text()}`;
    };
    const [first, second] = [await send(), await send()];
    if (!first.startsWith('200') || first !== second) throw new Error(`${side.name}: ${first}, then ${second}`);
  }
  const broken = [...(await violations(web.db)), ...(await brokenDeliveries(web.db))];
  if (broken.length > 0) throw new Error(`Broken rules: ${JSON.stringify(broken).slice(0, 500)}`);
}

try {
  const shops = { ours: await makeShops(web.db, web.secret), twin: await makeShops(web.db, web.secret) };
  const settings: TwinSettings = {
    connection: web.connection,
    provider: provider.port,
    stores: Object.fromEntries(shops.twin.map(({ id, subdomain }) => [subdomain, id])),
    token: TOKEN,
  };
  const twin = await startChild('twin-process.ts', JSON.stringify(settings));
  const sides = [
    {
      ...{ name: 'the product', port: Number(new URL(web.address).port), pid: web.pids[0] as number, orders: 0 },
      ...{ shops: shops.ours, owns: (of: string) => of.startsWith('vitrine') },
    },
    { ...twin, name: 'the twin', orders: 0, shops: shops.twin, owns: (of: string) => of === 'twin' },
  ] as const;
  await settled((2 * rounds * turnMs) / 1000);
  // Plans are then made on tables with orders, as in a shop that sells.
  for (const side of sides) await warmUp(side);
  await web.pool.query('vacuum analyze');
  console.log(`${rounds} rounds of ${turnMs} ms for each, the product beside the bare twin, Node ${process.version}`);
  const held: boolean[] = [];
  for (const section of SECTIONS.filter((one) => nameOf(one).includes(only))) held.push(await measure(sides, section));
  await prove(sides);
  console.log(
    `\n${sides[0].orders} and ${sides[1].orders} orders: none was refused, and no rule about money is broken`,
  );
  judge(held.every(Boolean));
} finally {
  for (const child of own.slice(1)) child.kill();
  await web.stop();
  own[0]?.kill();
}
