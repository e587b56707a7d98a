import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { errors } from '@vitrine/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { securityHeaders } from './security-headers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ features: [] });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends bytes as they are, and reads until the server ends the connection. */
async function say(bytes: string): Promise<string> {
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['no request at all', 'hello there\r\n\r\n', 400],
  ['two lengths', 'POST /v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is refused in our own words, with the headers of every answer', async (_name, bytes, status) => {
  const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const [name, value] of Object.entries(securityHeaders({ https: false })))
    expect(head).toContain(`${name}: ${value}`);
  expect(JSON.parse(body)).toEqual({
    success: false,
    code: 'invalid_request',
    error: errors.invalid_request.text,
  });
});
