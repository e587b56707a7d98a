import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A client's request. A body that is neither text nor bytes is sent as JSON. */
export interface Ask {
  port: number;
  path: string;
  method?: string;
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  token?: string;
  /** The client's address in 127.0.0.0/8. */
  from?: string;
  agent?: Agent | false;
  /** Longest wait for the whole answer, in ms. Default 30 000. */
  ms?: number;
  /** The headers are the answer, because a stream without an end follows. */
  headOnly?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** From the first sent byte to the last received one, in ms. */
  waited: number;
  /** The body as JSON. Throws if it is not JSON. */
  json<T = Record<string, unknown>>(): T;
  /** `code` of a refusal, if it has one. */
  code: string | undefined;
}

const MOST_BYTES = 8_000_000;
const agent = new Agent({ keepAlive: true, timeout: 4000 });

/** Closes connections that wait for their next request: the process at their other end is gone, and they do not know it yet. */
export function closeIdle(): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of [...(sockets ?? [])]) socket.destroy();
}

function bytesOf(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return JSON.stringify(body);
}

/** One request with its whole answer, of any status. Rejects without an answer. */
export async function ask(what: Ask): Promise<Answer> {
  const start = performance.now();
  const body = bytesOf(what.body);
  const json = body !== undefined && typeof what.body !== 'string' && !Buffer.isBuffer(what.body);
  const headers = {
    ...(what.host && { host: what.host }),
    ...(what.token && { authorization: `Bearer ${what.token}` }),
    ...(json && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...what.headers,
  };
  return await new Promise((settle, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: what.port,
        path: what.path,
        method: what.method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        agent: what.agent ?? agent,
        ...(what.from && { localAddress: what.from }),
        signal: AbortSignal.timeout(what.ms ?? 30_000),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const finish = (text: string) =>
          settle({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            waited: performance.now() - start,
            json: <T>() => JSON.parse(text) as T,
            code: /"code":"([a-z_]+)"/.exec(text.slice(0, 4000))?.[1],
          });
        incoming.once('error', reject);
        if (what.headOnly) {
          finish('');
          incoming.destroy();
          return;
        }
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) incoming.destroy(new Error('The answer has no end.'));
          else chunks.push(chunk);
        });
        incoming.once('end', () => finish(Buffer.concat(chunks).toString('utf8')));
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** One request that throws for anything except 2xx, and else returns the JSON of the answer. */
export async function demand<T = Record<string, unknown>>(what: Ask): Promise<T> {
  const answer = await ask(what);
  if (answer.status >= 300) {
    throw new Error(`${what.method ?? ''} ${what.path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  return (answer.text.startsWith('{') || answer.text.startsWith('[') ? JSON.parse(answer.text) : {}) as T;
}

/** Like `demand`, for a whole address: for the stand-ins. */
export async function control<T = Record<string, unknown>>(
  address: string,
  body?: unknown,
  method?: string,
): Promise<T> {
  const { port, pathname, search } = new URL(address);
  return await demand<T>({ port: Number(port), path: pathname + search, body, ...(method && { method }) });
}
