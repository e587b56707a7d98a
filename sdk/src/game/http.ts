import { bodyOf } from './body.ts';
import type { Clock } from './clock.ts';
import { isSame, keyOf, Nonces, signAnswer, signRequest } from './signatures.ts';

/** How long an answer is waited for, and the longest that is read. */
const PATIENCE_MS = 15_000;
const MOST_BYTES = 1_048_576;

interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
}

export interface Received {
  status: number;
  body: string;
  /** The header `X-Vitrine-Signature`. */
  signature?: string;
}

/** Sends one POST. It follows no redirect, and rejects where there is no answer. */
export type Send = (request: Sent) => Promise<Received>;

/** An answer that cannot be used, or none. Errors are not signed, so they only slow the client down. */
export interface Failure {
  status: number;
  code: string;
  message?: string;
  retryAfterMs?: number;
  /** Vitrine's clock in unix seconds. */
  now?: number;
}

export type Answer = Record<string, unknown>;

const overNetwork: Send = async ({ url, body, headers }) => {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const signature = response.headers.get('x-vitrine-signature');
  return {
    status: response.status,
    body: await bodyOf(response, MOST_BYTES),
    ...(signature !== null && { signature }),
  };
};

function object(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const integer = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);

function failureOf(status: number, body: string): Failure {
  const { code, error, retry_after_ms, now } = object(body) ?? {};
  const retry = integer(retry_after_ms);
  return {
    status,
    code: typeof code === 'string' && code.length <= 40 ? code : `http_${status}`,
    ...(typeof error === 'string' && { message: error.slice(0, 255) }),
    ...(retry !== undefined && { retryAfterMs: Math.max(0, Math.min(retry, 3_600_000)) }),
    now: integer(now),
  };
}

/** Signed requests to Vitrine. Nothing here rejects. */
export class Http {
  readonly #base: string;
  readonly #prefix: string;
  readonly #token: string;
  readonly #clock: Clock;
  readonly #send: Send;
  readonly #nonces = new Nonces();
  /** Vitrine's clock minus ours, in seconds. An error may have said it, and nobody signs errors. */
  offset = 0;
  /** Vitrine's last signed word about the time, and ours when it was asked. */
  #heard: { now: number; asked: number } | undefined;

  constructor({ address, token, clock, send }: { address: string; token: string; clock: Clock; send?: Send }) {
    const url = new URL(address);
    this.#base = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#token = token;
    this.#clock = clock;
    this.#send = send ?? overNetwork;
  }

  /** Unix seconds by Vitrine's clock, as far as it is known. */
  now(): number {
    return Math.floor(this.#clock.now() / 1000) + this.offset;
  }

  /** The latest time that Vitrine's clock can show now, judged by its signed answers alone. */
  latest(): number {
    if (!this.#heard) return this.now();
    return this.#heard.now + Math.floor((this.#clock.now() - this.#heard.asked) / 1000);
  }

  protected nextNonce(): string {
    return this.#nonces.next();
  }

  /** Whether the answer to this nonce comes from whoever knows the token. */
  protected isSigned({ body, signature = '' }: Received, nonce: string): boolean {
    return isSame(signature.toLowerCase(), signAnswer(this.#token, nonce, body));
  }

  /** Posts to `/v1/game/<call>` and returns the verified answer, or the failure. */
  async post(call: 'hello' | 'sync', payload: object): Promise<{ answer: Answer } | { failure: Failure }> {
    const path = `${this.#prefix}/v1/game/${call}`;
    const [body, time, nonce] = [JSON.stringify(payload), String(this.now()), this.nextNonce()];
    const headers = {
      'Content-Type': 'application/json',
      'X-Vitrine-Server': keyOf(this.#token),
      'X-Vitrine-Time': time,
      'X-Vitrine-Nonce': nonce,
      'X-Vitrine-Signature': signRequest(this.#token, { method: 'POST', path, time, nonce, body }),
    };
    const asked = this.#clock.now();
    const received = await this.#send({ url: this.#base + path, body, headers }).catch(() => undefined);
    if (!received) return { failure: { status: 0, code: 'network' } };
    const { status } = received;
    if (status !== 200) return { failure: failureOf(status, received.body) };
    if (received.body.length > MOST_BYTES || !this.isSigned(received, nonce)) {
      return { failure: { status, code: 'bad_signature' } };
    }
    const answer = object(received.body);
    if (!answer) return { failure: { status, code: 'bad_answer' } };
    const now = integer(answer.now);
    if (now !== undefined) {
      this.offset = now - Math.floor(this.#clock.now() / 1000);
      this.#heard = { now, asked };
    }
    return { answer };
  }
}
