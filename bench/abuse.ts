import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { depositProduct, percentile, startProduct } from './lib/product.ts';
import { settled } from './lib/settled.ts';

/**
 * What shoppers feel while somebody misuses the shop (promise P13 in docs/security.md): the storefront's waits at a steady
 * 50 requests a second, quiet and under each abuse, in turns of one run. And while others buy from a provider that hangs
 * (P8): beside their waits while others buy from one that works.
 * Run: npm run bench -- abuse [seconds per turn]
 */
const seconds = Number(process.argv[2] ?? 5);
const PER_SECOND = 50;
const TURNS = 7;
const host = 'cidadealta.vitrine.localhost';

const product = await startProduct();
const provider = product.pages['Mercado Pago'] ?? '';
const agent = new Agent({ keepAlive: true });

/** One visit; milliseconds until its last byte. */
function visit(): Promise<number> {
  const start = performance.now();
  return new Promise((settle, reject) => {
    const headers = { host, 'accept-encoding': 'br' };
    request({ port: product.port, host: '127.0.0.1', path: '/', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) settle(performance.now() - start);
        else reject(new Error(`The storefront answered ${answer.statusCode}.`));
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Visits at a steady pace, whether or not earlier ones were answered. */
async function visits(): Promise<number[]> {
  const waits: Promise<number>[] = [];
  const start = performance.now();
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    await delay(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
    waits.push(visit());
  }
  return await Promise.all(waits);
}

/** Visits while the abuse goes on, from its first second on. */
async function visitsUnder(kind: string, sold: string): Promise<number[]> {
  const args = [join(import.meta.dirname, 'lib', 'attack.ts'), kind, String(product.port), host, sold];
  const attack = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(attack, 'exit');
  await once(attack.stdout, 'data');
  await delay(1000);
  const waits = await visits();
  attack.kill();
  await ended;
  return waits;
}

async function postJson(address: string, body: object): Promise<Response> {
  return await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

/** Makes the stand-in of the provider hang, or work again. */
async function providerHangs(hangs: boolean): Promise<void> {
  const faults = `${provider}/__control/faults`;
  await fetch(faults, { method: 'DELETE' });
  if (hangs) await postJson(faults, { kind: 'hang', times: 1_000_000, match: { path: '/v1/payments' } });
}

const sold = await depositProduct(product);
const comparisons: {
  words: string;
  limit: number;
  without: () => Promise<number[]>;
  under: () => Promise<number[]>;
}[] = [
  ...[
    { words: '500 slow connections', kind: 'slow-connections' },
    { words: '20 logins at once', kind: 'logins' },
    { words: 'bodies of 5 MB', kind: 'big-bodies' },
  ].map(({ words, kind }) => ({ words, limit: 1.5, without: visits, under: () => visitsUnder(kind, sold) })),
  {
    words: '5 buyers at once, provider away',
    limit: 1.1,
    without: async () => {
      await providerHangs(false);
      return await visitsUnder('buyers', sold);
    },
    under: async () => {
      await providerHangs(true);
      return await visitsUnder('buyers', sold);
    },
  },
];

try {
  await settled();
  await visits();
  for (const { words, limit, without, under } of comparisons) {
    const turns: { before: number; during: number; ratio: number }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const before = percentile(await without(), 0.95);
      const during = percentile(await under(), 0.95);
      turns.push({ before, during, ratio: during / before });
    }
    const ratio = percentile(
      turns.map((turn) => turn.ratio),
      0.5,
    );
    const seen = turns.map(({ before, during }) => `${before.toFixed(1)} -> ${during.toFixed(1)}`).join(', ');
    console.log(`${words}: p95 ${seen} ms; median ratio ${ratio.toFixed(2)} (at most ${limit} wanted)`);
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  agent.destroy();
  await product.stop();
}
