import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openEventStream } from './event-stream.ts';

const text = z.object({ text: z.string() });

test('attack: a reader that takes nothing is cut, and the server keeps nothing for it', async () => {
  const app = Fastify();
  let most = 0;
  let ended = 0;
  app.get('/', (_request, reply) => {
    const stream = openEventStream(reply, 600_000, () => {
      ended += 1;
    });
    const tell = () => {
      if (!stream.open) return;
      stream.send('news', { text: 'x'.repeat(16_384) }, text);
      most = Math.max(most, reply.raw.writableLength);
      setImmediate(tell);
    };
    tell();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => {});
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nhost: vitrine\r\n\r\n');
  await vi.waitFor(() => expect(ended).toBe(1), { timeout: 30_000 });
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 30_000 });
  expect(most).toBeLessThan(128 * 1024);
  reader.destroy();
  await app.close();
});
