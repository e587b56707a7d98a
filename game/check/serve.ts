import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Desk } from './desk.ts';

const MOST_BYTES = 2_000_000;

/** Answers over HTTP as the desk says. Resolves with the address when it listens. */
export async function serve(
  desk: Desk,
  port = 0,
  host = '127.0.0.1',
): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const answer = desk.handle(path, request.method ?? '', Buffer.concat(chunks).toString('utf8'), headers);
      if (!answer) return;
      setTimeout(() => {
        if (answer.status === 0) request.socket.destroy();
        else
          response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers }).end(answer.body);
      }, answer.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
