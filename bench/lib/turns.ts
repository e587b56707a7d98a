import { connect } from 'node:net';

/**
 * A plain keep-alive client in a process of its own: so many connections, each asking again as soon as it was answered.
 * Usage: client.ts <port> <host> <path> <seconds> <connections>. Prints JSON {requests, seconds, bytes}.
 */
const [port, host, path, seconds, connections] = process.argv.slice(2) as [string, string, string, string, string];
const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\nuser-agent: bench-bot\r\n\r\n`;
const end = performance.now() + Number(seconds) * 1000;
let requests = 0;
let bytes = 0;

/** One connection until the time is over: counts answers by their Content-Length. */
async function run(): Promise<void> {
  await new Promise<void>((settle, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
    let pending = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      pending = pending.length ? Buffer.concat([pending, chunk]) : chunk;
      const head = pending.indexOf('\r\n\r\n');
      if (head < 0) return;
      const header = pending.toString('latin1', 0, head);
      if (!header.startsWith('HTTP/1.1 200')) return reject(new Error(header.slice(0, 200)));
      const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) return reject(new Error('no Content-Length'));
      if (pending.length < head + 4 + length) return;
      pending = pending.subarray(head + 4 + length);
      requests += 1;
      bytes += length;
      if (performance.now() >= end) {
        socket.end();
        settle();
      } else socket.write(request);
    });
  });
}

const start = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, run));
console.log(JSON.stringify({ requests, bytes, seconds: (performance.now() - start) / 1000 }));
