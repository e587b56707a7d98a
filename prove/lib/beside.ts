import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { newAddress } from './ports.ts';
import type { Shop } from './shop.ts';

/** The generator's attack and its target. */
export interface Flood {
  kind:
    | 'slow-connections'
    | 'streams'
    | 'logins'
    | 'bodies'
    | 'pictures'
    | 'unpaid-orders'
    | 'random-addresses'
    | 'buyers';
  ports: number[];
  host: string;
  subdomain: string;
  product: string;
  /** The owner's token, if the flood needs a login. */
  token: string;
  /** The streams to open. */
  paths: string[];
}

async function started(file: string, ...args: string[]): Promise<{ child: ChildProcess; said: string }> {
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [said] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return { child, said: String(said).trim() };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs `work` under a generator's flood, from its first second on. */
export async function under<T>(flood: Flood, work: () => Promise<T>): Promise<T> {
  const { child } = await started('generator.ts', JSON.stringify(flood));
  try {
    await delay(1000);
    return await work();
  } finally {
    await ended(child);
  }
}

/** Runs `work` with the port of a server that does nothing. */
async function withSink<T>(work: (port: number) => Promise<T>): Promise<T> {
  const { child, said } = await started('sink.ts');
  try {
    return await work(Number(said));
  } finally {
    await ended(child);
  }
}

const PER_SECOND = 25;

/** An honest shopper's waits in ms, at a steady pace that does not wait for answers. Throws when a page fails. */
export async function shopperWaits({ world, host }: Shop, product: string, seconds: number): Promise<number[]> {
  const paths = ['/', `/products/${product}`, '/', '/'];
  const waits: Promise<number>[] = [];
  const from = newAddress();
  const start = performance.now();
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    await delay(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
    const path = paths[n % paths.length] ?? '/';
    const visit = world.ask(path, { host, from, headers: { 'accept-encoding': 'br' } });
    waits.push(
      visit.then(({ status, waited }) => {
        if (status !== 200) throw new Error(`the shopper's ${path} was answered ${status}`);
        return waited;
      }),
    );
  }
  return await Promise.all(waits);
}

export interface Compared {
  /** Median of all turns' ratios of p95. */
  ratio: number;
  /** p95 of each turn in ms, beside the sink's flood and beside the product's. */
  turns: { sink: number; product: number }[];
}

/** The shopper's p95 beside a flood of the product, and beside the same flood of a sink, in alternating turns. */
export async function beside(
  flood: Flood,
  shop: Shop,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<Compared> {
  return await withSink(async (sink) => {
    const seen: Compared['turns'] = [];
    const p95 = async (ports: number[]) =>
      percentile(await under({ ...flood, ports }, () => shopperWaits(shop, flood.product, seconds)), 0.95);
    for (let turn = 0; turn < turns; turn += 1) {
      const aimedAtSink = await p95([sink]);
      seen.push({ sink: aimedAtSink, product: await p95(flood.ports) });
    }
    const ratio = percentile(
      seen.map((one) => one.product / one.sink),
      0.5,
    );
    return { ratio, turns: seen };
  });
}
