import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, startProduct } from './lib/product.ts';

/**
 * What shoppers feel while somebody misuses the shop or its provider is away (facts of promises P8 and P13 in
 * docs/security.md): the storefront's waits at a steady 50 requests a second, quiet and under each abuse, in one run.
 * Attackers, shoppers and product share this machine. Run: npm run bench -- abuse [seconds per turn]
 */
const seconds = Number(process.argv[2] ?? 8);
const PER_SECOND = 50;
const host = 'cidadealta.vitrine.localhost';

const product = await startProduct();
const api = `http://127.0.0.1:${product.port}`;
const provider = product.pages['Mercado Pago'] ?? '';

/** One visit; milliseconds until its last byte. */
function visit(): Promise<number> {
  const start = performance.now();
  return new Promise((settle, reject) => {
    const options = { port: product.port, host: '127.0.0.1', path: '/', headers: { host, 'accept-encoding': 'br' } };
    request(options, (answer) => {
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

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(api + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);

/** So many at once, each again and again until stopped. */
function crowd(size: number, act: (index: number) => Promise<unknown>): () => Promise<void> {
  let open = true;
  const members = Array.from({ length: size }, async (_, index) => {
    while (open) await act(index);
  });
  return async () => {
    open = false;
    await Promise.all(members);
  };
}

function slowConnections(): () => Promise<void> {
  const sockets: Socket[] = Array.from({ length: 500 }, () =>
    connect(product.port, '127.0.0.1', function (this: Socket) {
      this.write(`POST /v1/login HTTP/1.1\r\nhost: ${host}\r\n`);
    }).on('error', () => {}),
  );
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x-slow: 1\r\n');
  }, 1000);
  return async () => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  };
}

const products = (await (
  await fetch(`${api}/v1/products`, {
    method: 'POST',
    body: JSON.stringify({ subdomain: 'cidadealta' }),
    headers: { 'content-type': 'application/json' },
  })
).json()) as { products: { _id: string; name: string }[] };
const sold = products.products.find((one) => one.name === 'R$ 50.000 na cidade');
if (!sold) throw new Error('The demo store does not sell what is measured.');
let buyer = 100_000;
const buy = () => {
  buyer += 1;
  const order = { subdomain: 'cidadealta', clientId: buyer, discordId: '391822001983488001', paymentMethod: 'pix' };
  return post('/v1/order/create', JSON.stringify({ ...order, idProducts: [{ id: sold._id, quantity: 1 }] }));
};

const abuses: [name: string, limit: number, start: () => Promise<() => Promise<void>>][] = [
  ['500 slow connections', 1.5, async () => slowConnections()],
  [
    '20 logins at once',
    1.5,
    async () => crowd(20, (n) => post('/v1/login', `{"email":"x${n}@x.com","password":"12345678"}`)),
  ],
  ['bodies of 5 MB', 1.5, async () => crowd(4, () => post('/v1/order/create', `{"x":"${'x'.repeat(5_000_000)}"}`))],
  [
    'provider away, 5 buyers at once',
    1.1,
    async () => {
      const fault = { kind: 'hang', times: 1_000_000, match: { path: '/v1/payments' } };
      await fetch(`${provider}/__control/faults`, {
        method: 'POST',
        body: JSON.stringify(fault),
        headers: { 'content-type': 'application/json' },
      });
      return crowd(5, async () => {
        await buy();
        await delay(100);
      });
    },
  ],
];

try {
  await visits();
  for (const [name, limit, start] of abuses) {
    const quiet = percentile(await visits(), 0.95);
    const stop = await start();
    const waits = await visits();
    await stop();
    const p95 = percentile(waits, 0.95);
    const ratio = p95 / quiet;
    console.log(
      `${name}: p95 ${quiet.toFixed(1)} ms -> ${p95.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (at most ${limit} wanted), longest ${Math.max(...waits).toFixed(0)} ms`,
    );
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  await product.stop();
}
