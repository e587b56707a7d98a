import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * One kind of abuse, in a process of its own, until it is ended. It gives way to everything else on the machine: outside
 * of a bench an attacker brings his own. Usage: attack.ts <kind> <port> <host> [product to buy]. Prints a line once it is under way.
 */
const [kind = '', port = '', host = '', sold = ''] = process.argv.slice(2);
const LOWEST = 19;
const BIG_BYTES = 5_000_000;
setPriority(LOWEST);

const api = `http://127.0.0.1:${port}`;
const post = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(api + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);

/** So many at once, each again and again after a pause of about so many ms: lines differ. */
function crowd(size: number, pause: number, act: (index: number) => Promise<unknown>): void {
  for (let index = 0; index < size; index += 1) {
    void (async () => {
      for (;;) {
        await act(index);
        await delay(pause * (0.5 + Math.random()));
      }
    })();
  }
}

function slowConnections(): void {
  const sockets: Socket[] = Array.from({ length: 500 }, () =>
    connect(Number(port), '127.0.0.1', function (this: Socket) {
      this.write(`POST /v1/login HTTP/1.1\r\nhost: ${host}\r\n`);
    }).on('error', () => {}),
  );
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x-slow: 1\r\n');
  }, 1000);
}

/** A near line's round trip. */
const TRIP_MS = 20;
/** With four at once: what a line of a gigabit a second carries. */
const BODY_PAUSE_MS = 160;
const BUY_PAUSE_MS = 100;
const big = new TextEncoder().encode(`{"x":"${'x'.repeat(BIG_BYTES)}"}`);
let buyer = 100_000;

async function buy(): Promise<void> {
  buyer += 1;
  const order = { subdomain: 'cidadealta', clientId: buyer, discordId: '391822001983488001', paymentMethod: 'pix' };
  await post('/v1/order/create', JSON.stringify({ ...order, idProducts: [{ id: sold, quantity: 1 }] }));
}

const kinds: Record<string, () => void> = {
  'slow-connections': slowConnections,
  logins: () => crowd(20, TRIP_MS, (n) => post('/v1/login', `{"email":"x${n}@x.com","password":"12345678"}`)),
  'big-bodies': () => crowd(4, BODY_PAUSE_MS, () => post('/v1/order/create', big)),
  buyers: () => crowd(5, BUY_PAUSE_MS, buy),
};
const start = kinds[kind];
if (!start) throw new Error(`No abuse called "${kind}": ${Object.keys(kinds).join(', ')}`);
start();
console.log(kind);
