import { request as httpRequest } from 'node:http';

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Why nothing was sent. */
export const NOT_LOCAL = 'only loopback addresses are called';

/**
 * POSTs only to this machine and returns the answer's status. Names under `.localhost` mean this machine, which Node
 * itself does not know. Rejects for any other host, for https, on a broken connection and after `timeoutMs`.
 */
export function postLocally(
  message: { url: string; headers: Record<string, string>; body: string },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(message.url);
  if (url.protocol !== 'http:' || !LOOPBACK.test(url.hostname)) {
    return Promise.reject(new Error(NOT_LOCAL));
  }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: url.hostname === '[::1]' ? '::1' : url.hostname.startsWith('127.') ? url.hostname : '127.0.0.1',
        port: url.port || 80,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...message.headers, host: url.host, 'content-length': Buffer.byteLength(message.body) },
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', reject);
      },
    );
    outgoing.once('error', (error) => reject(error.name === 'AbortError' ? new Error('no answer in time') : error));
    outgoing.end(message.body);
  });
}
