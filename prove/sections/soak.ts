import { setTimeout as delay } from 'node:timers/promises';
import { City } from '../lib/city.ts';
import { percentile, slope } from '../lib/figures.ts';
import { broken } from '../lib/invariants.ts';
import type { Line, Section } from '../lib/line.ts';
import { read, sumOf } from '../lib/metrics.ts';
import { logIn } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { approve, makeShop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';

const MINUTES = 30;
/** Enough to see that everything still answers. Growth shows only over many minutes, so the short run does not judge it. */
const SHORT_MINUTES = 0.25;
/** Caches and compiled code fill up in this first part. */
const WARM_UP_SHARE = 0.3;
const SHARES = 6;
const SLOPE_MB = 1;
const EDGE_SHARE = 1 / 6;
const RATIO = 1.1;
const PER_SECOND = 20;
const LOOK_MS = 5000;

interface Look {
  minute: number;
  /** Megabytes of each process. */
  memory: number[];
  handles: number[];
}

interface Wait {
  minute: number;
  ms: number;
}

async function look(world: World, start: number): Promise<Look> {
  const processes = [...world.webs, world.worker];
  const readings = await Promise.all(processes.map(read));
  return {
    minute: (performance.now() - start) / 60_000,
    memory: processes.map((one) => one.memory() / 1_000_000),
    handles: readings.map((reading) => sumOf(reading, 'nodejs_active_handles_total')),
  };
}

/**
 * The highest reading of each sixth of the time. V8 gives up to 100 MB of its young space back, and takes this memory again some
 * minutes later. So only a leak raises the highest reading from sixth to sixth.
 */
function highest(readings: readonly [minute: number, megabytes: number][]): [number, number][] {
  const size = Math.max(1, Math.ceil(readings.length / SHARES));
  return Array.from({ length: Math.ceil(readings.length / size) }, (_, n) =>
    readings.slice(n * size, (n + 1) * size).reduce((high, one) => (one[1] > high[1] ? one : high)),
  );
}

const minutesOf = (world: World) => world.options.minutes ?? world.much(SHORT_MINUTES, MINUTES);

const mixed: Line = {
  promise: 'P13',
  title: 'Hours of ordinary load: memory and handles stay, and answers as fast as at first',
  // It measures all processes.
  alone: true,
  mostMs: (world) => (minutesOf(world) + 10) * 60_000,
  async run(world) {
    const minutes = minutesOf(world);
    const shop = await makeShop(world);
    const actions = [{ type: 'add_money', executionTiming: 'on_confirmation', amount: 1 }];
    const product = await shop.product({ fiveMActions: actions });
    const city = new City(world, shop.apiToken);
    await city.hello();
    const { host, subdomain, owner } = shop;
    const quote = { subdomain, idProducts: [{ id: product, quantity: 1 }] };
    const failures: string[] = [];
    const waits: Wait[] = [];
    const start = performance.now();
    const end = start + minutes * 60_000;
    const open = () => performance.now() < end;

    const requests: (() => Promise<unknown>)[] = [
      () => world.ask('/', { host, from: newAddress() }),
      () => world.ask(`/products/${product}`, { host, from: newAddress() }),
      () => world.call('POST /order/quote', { host, from: newAddress(), body: quote }),
      () => world.ask('/checkout', { host, from: newAddress() }),
      () => shop.tell('POST /order', { limit: 20 }),
      () => shop.tell('POST /dashboard'),
    ];
    const visits = async () => {
      for (let n = 0; open(); n += 1) {
        await delay(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
        const asked = performance.now();
        const request = requests[n % requests.length] as () => Promise<{ status: number }>;
        void request().then(
          ({ status }) => {
            if (status >= 500) failures.push(String(status));
            waits.push({ minute: (asked - start) / 60_000, ms: performance.now() - asked });
          },
          (error: Error) => failures.push(error.message),
        );
      }
    };
    const purchases = async () => {
      while (open()) {
        const placed = await shop.placed(product).catch((error: Error) => void failures.push(error.message));
        if (placed) await approve(world, placed);
        await delay(2000);
      }
    };
    const deliveries = async () => {
      while (open()) await city.work().catch((error: Error) => failures.push(error.message));
    };
    const logins = async () => {
      while (open()) {
        await logIn(world, { ...owner, from: newAddress() }).catch((error: Error) => failures.push(error.message));
        await delay(10_000);
      }
    };
    const looks: Look[] = [];
    const watching = async () => {
      while (open()) {
        looks.push(await look(world, start));
        await delay(LOOK_MS);
      }
    };
    await Promise.all([visits(), purchases(), deliveries(), logins(), watching()]);

    const warm = looks.filter(({ minute }) => minute >= minutes * WARM_UP_SHARE);
    const [first] = warm;
    const slopes = (first?.memory ?? []).map((_, at) =>
      slope(highest(warm.map((one) => [one.minute, one.memory[at] ?? 0]))),
    );
    const handles = (first?.handles ?? []).map((_, at) => slope(warm.map((one) => [one.minute, one.handles[at] ?? 0])));
    const edge = minutes * EDGE_SHARE;
    const p95 = (from: number, to: number) =>
      percentile(
        waits.filter(({ minute }) => minute >= from && minute < to).map(({ ms }) => ms),
        0.95,
      );
    const [early, late] = [p95(0, edge), p95(minutes - edge, minutes)];
    const [memory, growing] = [Math.max(...slopes), Math.max(...handles)];
    const wrong = await broken(world);
    const judged = minutes > SHORT_MINUTES;
    const steady = memory <= SLOPE_MB && growing <= 0.5 && late <= early * RATIO;
    return {
      done: `${minutes} minutes, ${waits.length} visits, ${city.given.length} deliveries; ${Math.round(WARM_UP_SHARE * 100)} % of it warm-up`,
      figure: `memory ${memory.toFixed(2)} MB/min, handles ${growing.toFixed(2)}/min, p95 ${early.toFixed(1)} → ${late.toFixed(1)} ms (${(late / early).toFixed(2)}×), ${failures.length} failed${failures[0] ? ` (${failures[0].slice(0, 60)})` : ''}${wrong.map((one) => `, ${one}`).join('')}`,
      floor: judged ? `${SLOPE_MB} MB/min, flat (0.5), ${RATIO}×, 0` : '0 failed',
      held: (!judged || steady) && failures.length === 0 && wrong.length === 0,
    };
  },
};

const longQueue: Line = {
  promise: 'P15',
  title: 'What waited for a city that was away is delivered once, in order for each player',
  async run(world) {
    const count = world.much(15, 2000);
    const shop = await makeShop(world);
    const city = new City(world, shop.apiToken);
    await city.hello();
    const actions = [{ type: 'add_money', executionTiming: 'on_confirmation', amount: 1 }];
    const product = await shop.product({ fiveMActions: actions });
    await crowd(count, 4, async (n) => approve(world, await shop.placed(product, { clientId: 1 + (n % 3) })));
    const queued = async () => {
      const [row] = await world.rows<{ n: number }>(`select count(*)::int as n from delivery where store_id = $1`, [
        shop.id,
      ]);
      return row?.n ?? 0;
    };
    const deadline = performance.now() + 300_000;
    while ((await queued()) < count && performance.now() < deadline) await delay(200);
    const start = performance.now();
    while (city.given.length < count && performance.now() < start + 300_000) await city.work();
    const seconds = (performance.now() - start) / 1000;
    const ids = new Set(city.given.map(({ id }) => id));
    const rows = await world.rows<{ id: string; seq: string }>('select id, seq from delivery where store_id = $1', [
      shop.id,
    ]);
    const seq = new Map(rows.map((row) => [row.id, Number(row.seq)]));
    const wrongOrder = ['1', '2', '3'].filter((player) => {
      const own = city.given.filter((one) => one.player.city_id === player).map(({ id }) => seq.get(id) ?? 0);
      return own.some((at, n) => n > 0 && at < (own[n - 1] ?? 0));
    });
    return {
      done: `${count} deliveries queued while the city is away, then it comes back`,
      figure: `${ids.size} delivered, ${city.given.length - ids.size} twice, ${wrongOrder.length} players out of order, ${seconds.toFixed(1)} s`,
      floor: `${count}, 0, 0, 300 s`,
      held: ids.size === count && city.given.length === ids.size && wrongOrder.length === 0 && seconds <= 300,
    };
  },
};

export const soak: Section = { name: 'soak', lines: [longQueue, mixed] };
