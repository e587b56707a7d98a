import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import type { Flood } from './beside.ts';
import { ask } from './http.ts';
import { png, upload } from './pictures.ts';

/**
 * One kind of abuse in a separate process, until it is ended. It gives way to everything else on the machine, because
 * a real attacker uses his own. Takes its orders as JSON, and prints a line when it has started.
 */
const flood = JSON.parse(process.argv[2] ?? '') as Flood;
const LOWEST = 19;
setPriority(LOWEST);

let turn = 0;
const port = () => {
  turn += 1;
  return flood.ports[turn % flood.ports.length] ?? 0;
};
/** An attacker's address, apart from those of honest people. */
const address = (n: number) =>
  `127.${240 + (Math.floor(n / 62_500) % 8)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const send = (path: string, n: number, more: object = {}) =>
  ask({ port: port(), path, host: flood.host, from: address(n), agent, ...more }).catch(() => undefined);

/** `size` actors at once. Each acts again after about `pause` ms: real lines differ, so the pause varies. */
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

/** Starts `perSecond` actions a second, without waiting for answers. At most `mostOpen` of them are unanswered at once. */
function steadily(perSecond: number, mostOpen: number, act: (index: number) => Promise<unknown>): void {
  let open = 0;
  let index = 0;
  setInterval(() => {
    for (let n = 0; n < Math.max(1, perSecond / 20) && open < mostOpen; n += 1) {
      open += 1;
      index += 1;
      const own = index;
      // Strangers do not all act at the same moment.
      void delay(Math.random() * 50)
        .then(() => act(own))
        .finally(() => {
          open -= 1;
        });
    }
  }, 50);
}

function slowConnections(): void {
  const open = (n: number): Socket =>
    connect({ port: port(), host: '127.0.0.1', localAddress: address(n % 10) }, function (this: Socket) {
      this.write(`POST ${addressOf('POST /login')} HTTP/1.1\r\nhost: ${flood.host}\r\n`);
    }).on('error', () => {});
  const sockets = Array.from({ length: 500 }, (_, n) => open(n));
  setInterval(() => {
    for (const [n, socket] of sockets.entries()) {
      if (socket.writable) socket.write('x-slow: 1\r\n');
      else if (socket.destroyed) sockets[n] = open(n);
    }
  }, 1000);
}

/** 5,000 live streams from 100 addresses; each is opened again after a refusal or an end. */
function streams(): void {
  crowd(5000, 5000, async (n) => {
    await new Promise<void>((settle) => {
      const line = connect({ port: port(), host: '127.0.0.1', localAddress: address(n % 100) }, () =>
        line.write(
          `GET ${flood.paths[n % flood.paths.length]} HTTP/1.1\r\nhost: ${flood.host}\r\naccept: text/event-stream\r\n\r\n`,
        ),
      );
      line.on('error', () => {}).on('close', () => settle());
      line.on('data', (chunk) => {
        // Refused: it tries again, as a script does.
        if (/^HTTP\/1\.1 [45]/.test(chunk.toString('latin1', 0, 12))) line.destroy();
      });
    });
  });
}

const word = () => Math.random().toString(36).slice(2, 12);
const BODY_BYTES = 5_000_000;

const kinds: Record<Flood['kind'], () => void> = {
  'slow-connections': slowConnections,
  streams,
  logins: () =>
    steadily(200, 400, (n) =>
      send(addressOf('POST /login'), n % 50, { body: { email: `x${n}@exemplo.com.br`, password: '12345678' } }),
    ),
  bodies: () => {
    const big = Buffer.from(`{"x":"${'x'.repeat(BODY_BYTES)}"}`);
    // Four at once with a pause: as much as a line of one gigabit a second carries.
    crowd(4, 160, (n) =>
      send(addressOf('POST /order/create'), n, { body: big, headers: { 'content-type': 'application/json' } }),
    );
  },
  pictures: () => {
    const { body, headers } = upload(png(8000, 5000), 'grande.png', 'image/png');
    const token = { token: flood.token };
    crowd(30, 20, (n) =>
      send(addressOf('POST /image'), n % 5, { body, ...token, headers: { ...headers, 'x-store': flood.subdomain } }),
    );
  },
  'unpaid-orders': () => {
    let client = 500_000;
    // Two hundred at once and then a few a second, from ten addresses.
    steadily(20, 200, (n) => {
      client += 1;
      const order = {
        subdomain: flood.subdomain,
        clientId: client,
        discordId: '391822001983488001',
        paymentMethod: 'pix',
      };
      return send(addressOf('POST /order/create'), n % 10, {
        body: { ...order, idProducts: [{ id: flood.product, quantity: 1 }] },
      });
    });
  },
  'random-addresses': () =>
    crowd(16, 5, (n) =>
      Math.random() < 0.5
        ? send(`/products/${word()}`, n)
        : send('/', n, { host: `${word()}.${flood.host.split('.').slice(1).join('.')}` }),
    ),
  buyers: () => {
    let client = 700_000;
    crowd(5, 100, (n) => {
      client += 1;
      const order = {
        subdomain: flood.subdomain,
        clientId: client,
        discordId: '391822001983488001',
        paymentMethod: 'pix',
      };
      const body = { ...order, idProducts: [{ id: flood.product, quantity: 1 }] };
      return send(addressOf('POST /order/create'), n + (client % 200), { body });
    });
  },
};
kinds[flood.kind]();
console.log(flood.kind);
process.on('disconnect', () => process.exit(0));
