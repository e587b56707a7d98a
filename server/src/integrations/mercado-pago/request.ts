import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { guarded } from '../breaker.ts';
import { readText } from '../read-text.ts';
import { isUnreachable } from '../unreachable.ts';
import { codeOf, kindOf, MercadoPagoError } from './errors.ts';

export interface Connection {
  /** Without a final slash. */
  baseUrl: string;
  accessToken: string;
  /** Store and token of the calls, without a secret. */
  party: string;
  /** For one call with its retries and bodies, in ms. */
  deadlineMs: number;
}

export interface Call<T> {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  /** Saved by the caller before sending, and the same on every retry. A write without it is never repeated. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  answer: z.ZodType<T>;
}

/** Mercado Pago's bodies have some 20 KB with the QR picture. A larger one is not theirs. */
const MOST_BYTES = 512 * 1024;
const RETRIES = 2;
/** Longest pause inside one call, in ms. */
const MOST_PAUSE_MS = 4000;

/**
 * Makes one call, with at most two retries after 429, 423, 424, 5xx or a lost connection, only for reads and for
 * writes with a key. Everything, also the wait for the party's turn, happens within the deadline. Resolves with the
 * validated answer. Rejects with MercadoPagoError: `later`, with nothing sent, while the provider is away or the
 * party has too many running calls.
 */
export async function request<T>(connection: Connection, call: Call<T>): Promise<T> {
  const { baseUrl: address, party, deadlineMs } = connection;
  // The timer of this signal ends with the call. The timer of `AbortSignal.timeout` would run on and make an error that nobody reads.
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs).unref();
  const { signal } = cut;
  try {
    return await guarded({ address, party, signal }, () => withRetries(connection, call, signal), {
      outageOf: (error) => {
        if (!(error instanceof MercadoPagoError) || error.kind !== 'unknown') return undefined;
        return isUnreachable(error) ? 'unreachable' : 'failed';
      },
      away: () => new MercadoPagoError(nameOf(call), { kind: 'later', code: 'circuit_open' }),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The name in errors and logs, without the query, which may hold a reference. */
const nameOf = (call: Pick<Call<unknown>, 'method' | 'path'>) => `${call.method} ${call.path.replace(/\?.*/, '')}`;

async function withRetries<T>(connection: Connection, call: Call<T>, deadline: AbortSignal): Promise<T> {
  const repeatable = call.method === 'GET' || call.idempotencyKey !== undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(connection, call, deadline);
    } catch (error) {
      if (!(error instanceof MercadoPagoError) || error.kind === 'refused') throw error;
      if (!repeatable || attempt === RETRIES || deadline.aborted) throw error;
      const pause = error.retryAfter === undefined ? 300 * 2 ** attempt : error.retryAfter * 1000;
      if (pause > MOST_PAUSE_MS) throw error;
      await delay(pause * (0.75 + Math.random() * 0.5), undefined, { signal: deadline }).catch(() => {
        throw error;
      });
    }
  }
}

async function once<T>({ baseUrl, accessToken }: Connection, call: Call<T>, signal: AbortSignal): Promise<T> {
  const name = nameOf(call);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${baseUrl}${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.idempotencyKey === undefined ? {} : { 'x-idempotency-key': call.idempotencyKey }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal,
    });
    text = await readText(response, MOST_BYTES);
  } catch (error) {
    throw new MercadoPagoError(name, { kind: 'unknown' }, error);
  }
  const requestId = response.headers.get('x-request-id')?.slice(0, 100);
  const { status } = response;
  const body = parse(text);
  if (!response.ok) {
    const code = codeOf(body);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new MercadoPagoError(name, {
      kind: kindOf(status, code),
      status,
      code,
      requestId,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    });
  }
  const answer = call.answer.safeParse(body);
  // A 2xx with an unreadable body: it was done, but nobody knows what.
  if (!answer.success) {
    const code = `unreadable:${answer.error.issues[0]?.path.join('.') ?? ''}`.slice(0, 80);
    throw new MercadoPagoError(name, { kind: 'unknown', status, code, requestId }, answer.error);
  }
  return answer.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
