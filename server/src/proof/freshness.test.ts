import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';

/** A change in the panel is on the pages of every process at once, and the old page never comes back. */

const CHANGES = 20;
const READY_MS = 60_000;
const READERS = 2;

let database: TestDatabase;
let store: MadeStore;
let category: string;
let product: string;
let folder: string;
let processes: { child: ChildProcess; port: number }[] = [];
const agent = new Agent({ keepAlive: true });

async function startProcess(name: string, secret: Buffer) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'test', 'product-process.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CONNECTION: JSON.stringify(database.connection),
      PAGES: '1',
      PORT: '0',
      VITRINE_ROLE: 'web',
      VITRINE_DATA: join(folder, name),
      VITRINE_SECRET: secret.toString('base64'),
      LOG_LEVEL: 'error',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(READY_MS) })) as [string];
  return { child, port: Number(new URL(line).port) };
}

beforeAll(async () => {
  const secret = randomBytes(32);
  folder = mkdtempSync(join(tmpdir(), 'vitrine-fresh-'));
  database = await createTestDatabase();
  store = await makeStore(database.db, [secret], { plan: 'premium' });
  category = await makeCategory(database.db, store.id);
  product = await makeProduct(database.db, store.id, { categoryId: category, name: 'Estado 0' });
  processes = await Promise.all(['one', 'two'].map((name) => startProcess(name, secret)));
}, 2 * READY_MS);
afterAll(async () => {
  agent.destroy();
  for (const { child } of processes) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(port: number, path: string, headers: Record<string, string>, body?: unknown): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return await new Promise((settle, reject) => {
    const asking = request(
      { port, host: '127.0.0.1', path, agent, method: text === undefined ? 'GET' : 'POST', headers },
      (response) => {
        let said = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          said += chunk;
        });
        response.on('end', () => {
          if (response.statusCode === 200) settle(said);
          else reject(new Error(`${path}: ${response.statusCode} ${said.slice(0, 200)}`));
        });
      },
    );
    asking.on('error', reject);
    asking.end(text);
  });
}

/** The state on the product's page of one process. */
async function shownBy(port: number): Promise<number> {
  const host = `${store.subdomain}.vitrine.localhost`;
  const page = await ask(port, `/products/${product}`, { host, 'user-agent': 'a-bot' });
  const state = /<h1[^>]*>Estado (\d+)<\/h1>/.exec(page)?.[1];
  if (state === undefined) throw new Error('the page shows no state');
  return Number(state);
}

/** Changes the product through one process's API, as the panel does. Resolves after the answer. */
async function change(port: number, state: number): Promise<void> {
  const headers = {
    host: 'vitrine.localhost',
    'content-type': 'application/json',
    authorization: `Bearer ${store.token}`,
  };
  await ask(port, '/v1/products/edit', headers, {
    productId: product,
    productData: { subdomain: store.subdomain, categoryId: category, name: `Estado ${state}`, price: 10 },
  });
}

test('a change is on another process’s pages at once, and the old page is never seen again', async () => {
  const [one, two] = processes.map(({ port }) => port) as [number, number];
  await Promise.all([shownBy(one), shownBy(two)]);

  // Readers ask without a pause, so that a render is running at every change.
  let reading = true;
  const seenAt = new Map<number, number>();
  const stale: string[] = [];
  const reader = async () => {
    while (reading) {
      const asked = performance.now();
      const state = await shownBy(two);
      if (!seenAt.has(state)) seenAt.set(state, performance.now());
      for (const [newer, at] of seenAt) {
        if (newer > state && at < asked) stale.push(`state ${state} was shown after ${newer}`);
      }
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  const waits: number[] = [];
  try {
    for (let state = 1; state <= CHANGES; state += 1) {
      // Its pages are forgotten during the change: the next render overlaps the change, before or after its commit.
      const drop = database.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
      await change(one, state);
      const changed = performance.now();
      await drop;
      await expect.poll(() => seenAt.has(state), { interval: 2, timeout: 30_000 }).toBe(true);
      waits.push(Math.max(0, (seenAt.get(state) ?? Number.POSITIVE_INFINITY) - changed));
    }
  } finally {
    reading = false;
    await Promise.all(readers);
  }
  waits.sort((a, b) => a - b);
  // on a quiet machine the longest is below 200 ms; here other tests run too
  console.info(
    `seen on the other process after ms: ${waits.map((wait) => wait.toFixed(0)).join(' ')}, longest ${waits.at(-1)?.toFixed(0)}`,
  );
  expect(stale).toEqual([]);
});

test('a published window is on the next page of each process', async () => {
  const ports = processes.map(({ port }) => port) as [number, number];
  const host = `${store.subdomain}.vitrine.localhost`;
  const headers = {
    host: 'vitrine.localhost',
    'content-type': 'application/json',
    authorization: `Bearer ${store.token}`,
  };
  const send = (port: number, path: string, body: object) =>
    ask(port, `/v1/window/${path}`, headers, { subdomain: store.subdomain, ...body });
  const shows = async (port: number) =>
    /Edição (\d+)/.exec(await ask(port, '/', { host, 'user-agent': 'a-bot' }))?.[1] ?? 'none';
  expect(await Promise.all(ports.map(shows))).toEqual(['none', 'none']);
  for (let edition = 1; edition <= 6; edition += 1) {
    // the processes take turns in publishing
    const port = ports[edition % 2] as number;
    const section = { kind: 'rules', id: 'regras001', title: '', items: [`Edição ${edition}`] };
    await send(port, 'draft', { version: edition - 1, document: { form: 1, sections: [section] } });
    await send(port, 'publish', { version: edition });
    for (const reader of ports) {
      await expect.poll(() => shows(reader), { interval: 2, timeout: 30_000 }).toBe(String(edition));
      // and from now on the page before never comes back
      for (let look = 0; look < 5; look += 1) expect(await shows(reader)).toBe(String(edition));
    }
  }
});
