import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the library can do to a request. "after": the handler ran, and only the answer is lost or spoilt. */
const FAULT_KINDS = [
  'status', // answers `status` (500) with `headers`, `retryAfter` and `body`; the handler does not run
  'html', // a gateway's HTML page with `status` (502); the handler does not run
  'delay', // waits `ms` (1000), then goes on normally
  'hang', // never answers; the handler does not run
  'reset-before', // the socket is destroyed before the handler runs
  'reset-after', // the handler runs, then the socket is destroyed instead of answering
  'malformed', // the handler runs; the answer is cut JSON with a matching length
  'truncate', // the handler runs; half of the announced bytes arrive, then the socket ends
  'empty', // the handler runs; the answer has its status and no body
  'slow-body', // the handler runs; the body arrives slowly, over `ms` (5000)
] as const;

/** One waiting fault. Kinds outside FAULT_KINDS belong to the stand-in, which reads `request.fault`. */
interface Fault {
  kind: string;
  match: { method?: string; path?: string; token?: string };
  /** How many more requests it hits. */
  times: number;
  status?: number;
  ms?: number;
  retryAfter?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A fault as callers write it; `{ kind: 'reset', when: 'before' | 'after' }` is accepted too. */
export interface FaultInput {
  kind: string;
  when?: 'before' | 'after';
  match?: { method?: string; path?: string; token?: string };
  /** Default 1. */
  times?: number;
  status?: number;
  ms?: number;
  retryAfter?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Faults {
  /** Adds a fault after the waiting ones. Throws TypeError when the input is wrong. */
  add(input: FaultInput): Fault;
  list(): Fault[];
  clear(): void;
  /** Takes the first matching fault and lowers its `times`. `authorization` is the request's header. */
  take(method: string, url: string, authorization?: string): Fault | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault of this request, if it has one. */
    fault?: Fault;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function optionalNumber(input: Record<string, unknown>, key: string, least: number): number | undefined {
  const value = input[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least) throw new TypeError(`${key} is not valid`);
  return value;
}

function toFault(input: unknown, kinds: ReadonlySet<string>): Fault {
  if (!isRecord(input)) throw new TypeError('a fault is an object');
  const kind = input.kind === 'reset' ? `reset-${input.when === 'after' ? 'after' : 'before'}` : input.kind;
  if (typeof kind !== 'string' || !kinds.has(kind)) throw new TypeError(`kind is one of ${[...kinds].join(', ')}`);
  const match = isRecord(input.match) ? input.match : {};
  const { method, path, token } = match;
  if (path !== undefined && typeof path !== 'string') throw new TypeError('match.path is text');
  if (method !== undefined && typeof method !== 'string') throw new TypeError('match.method is text');
  if (path !== undefined && !path.startsWith('/')) new RegExp(path);
  const fault: Fault = {
    kind,
    match: {
      ...(method === undefined ? {} : { method: method.toUpperCase() }),
      ...(path === undefined ? {} : { path }),
      ...(typeof token === 'string' ? { token } : {}),
    },
    times: optionalNumber(input, 'times', 1) ?? 1,
  };
  const status = optionalNumber(input, 'status', 100);
  const ms = optionalNumber(input, 'ms', 0);
  const retryAfter = optionalNumber(input, 'retryAfter', 0);
  if (status !== undefined) fault.status = status;
  if (ms !== undefined) fault.ms = ms;
  if (retryAfter !== undefined) fault.retryAfter = retryAfter;
  if (isRecord(input.headers)) {
    fault.headers = Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, String(value)]));
  }
  if (input.body !== undefined) fault.body = input.body;
  return fault;
}

/**
 * The faults of one stand-in. A `match.path` that starts with `/` is a prefix of the path; any other text is a
 * regular expression over path and query; `match.token` hits one caller's requests. Without `match`, every request is
 * hit except those under `/__control`.
 */
export function createFaults(ownKinds: readonly string[] = []): Faults {
  const kinds = new Set<string>([...FAULT_KINDS, ...ownKinds]);
  let waiting: Fault[] = [];
  const fits = (fault: Fault, method: string, url: string, authorization = ''): boolean => {
    if (fault.match.token !== undefined && !authorization.endsWith(` ${fault.match.token}`)) return false;
    if (fault.match.method !== undefined && fault.match.method !== method.toUpperCase()) return false;
    const { path } = fault.match;
    if (path === undefined) return true;
    return path.startsWith('/') ? (url.split('?')[0] ?? url).startsWith(path) : new RegExp(path).test(url);
  };
  return {
    add(input) {
      const fault = toFault(input, kinds);
      waiting.push(fault);
      return fault;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting = [];
    },
    take(method, url, authorization) {
      const fault = waiting.find((candidate) => fits(candidate, method, url, authorization));
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times < 1) waiting = waiting.filter((candidate) => candidate !== fault);
      return fault;
    },
  };
}

const GATEWAY_PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

async function beforeHandler(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (fault.kind === 'delay') {
    await wait(fault.ms ?? 1000);
  } else if (fault.kind === 'hang') {
    reply.hijack();
  } else if (fault.kind === 'reset-before') {
    reply.hijack();
    request.raw.socket.destroy();
  } else if (fault.kind === 'html') {
    await reply
      .code(fault.status ?? 502)
      .type('text/html')
      .headers(fault.headers ?? {})
      .send(fault.body ?? GATEWAY_PAGE);
  } else if (fault.kind === 'status') {
    const status = fault.status ?? 500;
    if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
    await reply
      .code(status)
      .headers(fault.headers ?? {})
      .send(fault.body ?? { message: 'fault', status });
  }
}

async function* trickle(bytes: Buffer, ms: number): AsyncGenerator<Buffer> {
  const pieces = 10;
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await wait(ms / pieces);
  }
}

async function* half(bytes: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  await wait(20);
  request.raw.socket.destroy();
}

function spoil(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (fault.kind === 'reset-after') {
    request.raw.socket.destroy();
    return payload;
  }
  if (fault.kind === 'empty') {
    reply.header('content-length', '0');
    return '';
  }
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const bytes = Buffer.from(payload);
  if (fault.kind === 'malformed') {
    const cut = bytes.subarray(0, Math.max(1, Math.floor(bytes.length * 0.6)));
    reply.header('content-length', String(cut.length));
    return cut;
  }
  if (fault.kind === 'truncate' || fault.kind === 'slow-body') {
    reply.header('content-length', String(bytes.length));
    return Readable.from(fault.kind === 'truncate' ? half(bytes, request) : trickle(bytes, fault.ms ?? 5000));
  }
  return payload;
}

/**
 * Applies the faults to every route that is registered later, and serves `POST`, `GET` and `DELETE
 * /__control/faults`. Call it on the root instance, after the journal.
 */
export function installFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/__control')) return;
    const fault = faults.take(request.method, request.url, request.headers.authorization);
    if (!fault) return;
    request.fault = fault;
    await beforeHandler(fault, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) =>
    request.fault ? spoil(request.fault, request, reply, payload) : payload,
  );
  app.post('/__control/faults', async (request, reply) => {
    try {
      return await reply.code(201).send(faults.add(request.body as FaultInput));
    } catch (error) {
      return reply.code(400).send({ message: error instanceof Error ? error.message : 'invalid fault' });
    }
  });
  app.get('/__control/faults', async () => faults.list());
  app.delete('/__control/faults', async () => {
    faults.clear();
    return { cleared: true };
  });
}
