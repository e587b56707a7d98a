import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { percentile, startProduct } from './lib/product.ts';
import { measureRendering } from './lib/render.ts';
import { settled } from './lib/settled.ts';
import { inTurns } from './lib/turns.ts';
import { judge } from './lib/verdict.ts';

/**
 * Cached storefront pages per second, compared with bare node:http that sends the same bytes, in many short turns of
 * the same run; then the time of an uncached page of 48 products, and its weight with its stylesheet.
 * Run: npm run bench -- storefront [rounds]
 */
const rounds = Number(process.argv[2] ?? 120);
const TURN_MS = 250;
const LEAST = 0.8;
const RENDER_MS = 15;
const PAGE_GZIP_BYTES = 30_000;
const CONNECTIONS = 32;

/** The demo store's host as in its own links, which name the port. */
const hostAt = (port: number) => `cidadealta.vitrine.localhost:${port}`;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function get(port: number): Promise<Answer> {
  return await new Promise((settle, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        path: '/',
        headers: { host: hostAt(port), 'accept-encoding': 'br', 'user-agent': 'bench-bot' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(response.headers).map(([key, value]) => [key, String(value)]),
          );
          settle({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
        });
      },
    )
      .on('error', reject)
      .end();
  });
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-raw-'));
const data = join(folder, 'data');
// As root, the database runs as nobody, and that user must be able to enter.
chmodSync(folder, 0o711);
// The first start makes the demo store. The measured process only serves, as in production.
await (await startProduct(data)).stop();
const product = await startProduct(data);
let raw: ReturnType<typeof spawn> | undefined;
try {
  await get(product.port);
  const page = await get(product.port);
  if (page.status !== 200) throw new Error(`The storefront answered ${page.status}.`);
  const { connection: _c, 'keep-alive': _k, date: _d, ...headers } = page.headers;
  writeFileSync(join(folder, 'page'), page.body);
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(headers));
  raw = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lib', 'raw-server.ts'), join(folder, 'page'), join(folder, 'headers.json')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: raw.stdout as NonNullable<typeof raw.stdout> });
  const rawPort = Number(await new Promise((settle) => lines.once('line', settle)));

  // The bench waits at most as long as it measures afterwards.
  await settled((2 * rounds * TURN_MS) / 1000);
  const ports = [rawPort, product.port];
  const rates = await inTurns({
    ports,
    host: hostAt(product.port),
    path: '/',
    connections: CONNECTIONS,
    rounds,
    turnMs: TURN_MS,
  });
  const ratios = rates.map(([limit = Number.NaN, ours = Number.NaN]) => ours / limit);
  const [limit, ours] = [0, 1].map((server) =>
    Math.round(
      percentile(
        rates.map((round) => round[server] ?? Number.NaN),
        0.5,
      ),
    ),
  );
  const ratio = percentile(ratios, 0.5);
  console.log(
    `${rounds} rounds of ${TURN_MS} ms each, ${page.body.length} bytes of brotli: bare ${limit}/s, cached page ${ours}/s`,
  );
  console.log(
    `median ratio ${ratio.toFixed(2)} (at least ${LEAST} wanted), half of the rounds ${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)}`,
  );
  judge(ratio >= LEAST);
} finally {
  raw?.kill();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

const { p50, p95, bytes } = await measureRendering();
console.log(
  `48 products, not kept: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (at most ${RENDER_MS} ms wanted)`,
);
console.log(
  `its bytes: ${bytes.plain} plain, ${bytes.gzip} gzip (at most ${PAGE_GZIP_BYTES} wanted), ${bytes.brotli} brotli`,
);
judge(p50 <= RENDER_MS && bytes.gzip <= PAGE_GZIP_BYTES);
