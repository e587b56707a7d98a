import http from 'node:http';

export type PostResult = { status: number; contentType: string; body: string };

const LOOPBACK_IP = new Set(['127.0.0.1', '[::1]']);
const MAX_ANSWER_BYTES = 262_144;

/** Only this machine is called: names under `localhost` go to 127.0.0.1 with their own `Host`. */
function loopbackHost(url: URL): string {
  const name = url.hostname.toLowerCase();
  if (LOOPBACK_IP.has(name)) return name.replace(/[[\]]/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return '127.0.0.1';
  throw new RangeError(`not on this machine: ${url.hostname}`);
}

/**
 * POSTs to a server on this machine. Rejects with RangeError for any other address, with `TimeoutError` if the whole
 * answer has not arrived within `timeoutMs`, and otherwise with the socket's error. It follows no redirects.
 */
export function post(
  target: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<PostResult> {
  const url = new URL(target);
  if (url.protocol !== 'http:') throw new RangeError('only http addresses of this machine');
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: loopbackHost(url),
        port: url.port || 80,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) request.destroy(new RangeError('answer too large'));
          else chunks.push(chunk);
        });
        response.on('error', (error) => reject(signal.aborted ? signal.reason : error));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.end(body);
  });
}
