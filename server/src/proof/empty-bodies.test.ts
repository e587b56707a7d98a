import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { appWithRoutes } from './routes.ts';

/**
 * Requests that name a content type and send nothing, not even a length, as many tools do for a POST without data.
 * Their stream has ended before a parser listens to it (app.ts), so each parser is tested over a real connection.
 */

const { app, routes } = await appWithRoutes();
await app.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const { port } = app.app.server.address() as AddressInfo;

const PATIENCE_MS = 5_000;
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
];

/** Sends only the head of a request. Returns the status line of the answer, or what came instead. */
async function sayOnlyTheHead(method: string, path: string, type: string | undefined): Promise<string> {
  return await new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', (error) => settle(error.message));
    socket.on('close', () => settle(answer.split('\r\n', 1)[0] || 'nothing'));
    const lines = [`Host: ${app.deps.config.domain}`, 'Connection: close', ...(type ? [`Content-Type: ${type}`] : [])];
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

test.each([undefined, ...TYPES])('every route answers a request of type %s that has no body', async (type) => {
  const tried = routes.filter(({ method }) => method !== 'GET');
  const answers: Record<string, string> = {};
  for (const { name, method, url } of tried)
    answers[name] = await sayOnlyTheHead(method, url.replaceAll(/:\w+/g, 'a'), type);
  const unanswered = Object.entries(answers).filter(([, line]) => !/^HTTP\/1\.1 [234]\d\d /.test(line));
  expect(unanswered).toEqual([]);
  expect(tried.length).toBeGreaterThan(50);
});
