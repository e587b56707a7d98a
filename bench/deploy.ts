import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { freePort, root } from './lib/product.ts';

/**
 * Promise P9 of docs/security.md: two web processes on one database, asked without a pause through a balancer that looks at
 * `/readyz`, are replaced one after the other, twice. No request may fail, and no process may take longer than 10 s to end.
 * Run: npm run bench -- deploy [requests]
 */
const least = Number(process.argv[2] ?? 50_000);
const ROLLS = 2;
const PROCESSES = 2;
const ASKING = 16;
const EXIT_MS = 10_000;
const READY_MS = 60_000;
/** How often the balancer looks; within the 2 s that a process goes on answering after SIGTERM. */
const LOOK_MS = 200;
const host = 'cidadealta.vitrine.localhost';

interface Backend {
  child: ChildProcess;
  port: number;
  agent: Agent;
  ready: boolean;
}

const data = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const database = await startEmbedded({ dataDir: data });
const { user, database: name, host: socket } = database.connection;
const environment = {
  PATH: process.env.PATH,
  DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(socket)}`,
  VITRINE_SECRET: randomBytes(32).toString('base64'),
  VITRINE_ROLE: 'web',
  VITRINE_DEMO: '1',
  VITRINE_DATA: join(data, 'web'),
  VITRINE_TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
};

/** One request; throws for everything that a visitor would see as a fault. */
function ask({ port, agent }: Pick<Backend, 'port' | 'agent'>, path: string, body?: string): Promise<string> {
  return new Promise((settle, reject) => {
    // Each an address of its own: how much one may ask is not what is measured.
    const from = `10.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
    const headers = { host, 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) };
    const options = { port, host: '127.0.0.1', path, agent, headers, method: body ? 'POST' : 'GET' };
    request(options, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      answer.once('error', reject).once('end', () => {
        if (answer.statusCode === 200) settle(said);
        else reject(new Error(`${path}: ${answer.statusCode} ${said.slice(0, 200)}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

const backends = new Set<Backend>();

async function look(backend: Backend): Promise<void> {
  backend.ready = await ask(backend, '/readyz').then(
    () => true,
    () => false,
  );
}

async function launch(): Promise<Backend> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'server', 'src', 'main.ts')], {
    env: { ...environment, PORT: String(port), VITRINE_PUBLIC_URL: 'http://vitrine.localhost' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const backend = { child, port, agent: new Agent({ keepAlive: true }), ready: false };
  // From now on it is ended with the others, whatever happens.
  backends.add(backend);
  const deadline = performance.now() + READY_MS;
  while (!backend.ready) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('A process did not become ready.');
    await delay(LOOK_MS);
    await look(backend);
  }
  return backend;
}

/** Ends a process as a deploy does; ms until it is gone. */
async function end(backend: Backend): Promise<number> {
  const start = performance.now();
  const gone = once(backend.child, 'exit');
  backend.child.kill('SIGTERM');
  await gone;
  backends.delete(backend);
  backend.agent.destroy();
  return performance.now() - start;
}

const looking = setInterval(() => {
  for (const backend of backends) void look(backend);
}, LOOK_MS);
try {
  for (let n = 0; n < PROCESSES; n += 1) await launch();
  const [first] = backends;
  if (!first) throw new Error('no process');
  const listed = await ask(first, '/v1/products', JSON.stringify({ subdomain: 'cidadealta' }));
  const { products } = JSON.parse(listed) as { products: { _id: string }[] };
  const id = products[0]?._id;
  const quote = JSON.stringify({ subdomain: 'cidadealta', idProducts: [{ id, quantity: 1 }] });
  const visits: [path: string, body?: string][] = [
    ['/'],
    [`/products/${id}`],
    ['/v1/order/quote', quote],
    ['/checkout'],
    ['/'],
  ];

  let asked = 0;
  let asking = true;
  const failures: string[] = [];
  const visitors = Array.from({ length: ASKING }, async () => {
    while (asking) {
      const ready = [...backends].filter((backend) => backend.ready);
      const backend = ready[asked % ready.length];
      const [path, body] = visits[asked % visits.length] as [string, string?];
      asked += 1;
      if (!backend) failures.push('nobody was ready');
      else await ask(backend, path, body).catch((error) => failures.push(error.message));
    }
  });

  const exits: number[] = [];
  for (let roll = 0; roll < ROLLS; roll += 1) {
    for (const old of [...backends]) {
      await launch();
      exits.push(await end(old));
    }
  }
  while (asked < least) await delay(LOOK_MS);
  asking = false;
  await Promise.all(visitors);

  const longest = Math.max(...exits);
  console.log(
    `${asked} requests over ${ROLLS} replacements of ${PROCESSES} processes: ${failures.length} failed (0 wanted)`,
  );
  for (const one of new Set(failures.slice(0, 20))) console.log(`  ${one}`);
  console.log(`from SIGTERM to the end: at most ${(longest / 1000).toFixed(1)} s (at most ${EXIT_MS / 1000} wanted)`);
  if (failures.length > 0 || longest > EXIT_MS) process.exitCode = 1;
} finally {
  clearInterval(looking);
  for (const backend of backends) await end(backend);
  await database.stop();
  rmSync(data, { recursive: true, force: true });
}
