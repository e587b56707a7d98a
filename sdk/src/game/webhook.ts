import { bodyOf } from './body.ts';
import { type Clock, machineClock } from './clock.ts';
import { outcome } from './deliveries.ts';
import { isSame, signWebhook } from './signatures.ts';
import type { Action, Job, Outcome } from './types.ts';

export interface Webhook {
  /** The address of your own service. */
  url: string;
  /** The key of the signature, of at least 16 characters. Your service has the same. */
  secret: string;
  /** Ms until an answer counts as missing. Default 8000; the client gives an effect 10 s. */
  timeoutMs?: number;
  /** Whether the action works while the player is in the game, and while they are away. Default: both. */
  online?: boolean;
  offline?: boolean;
  /**
   * Your service keeps the keys of what it has done, and answers a second POST with the same key as the first. Then what
   * was interrupted or got no answer is sent again. Without it such a delivery is `uncertain`.
   */
  keepsKeys?: boolean;
  clock?: Clock;
}

const SECRET_LEAST = 16;
/** A longer answer of the service counts as no answer. */
const MOST_BYTES = 65_536;

/** A variable that nobody set is an empty key, and with that anybody could sign. */
function checkSecret(secret: string): void {
  if (secret.length < SECRET_LEAST) {
    throw new Error(`The secret of a webhook has at least ${SECRET_LEAST} characters. Is its variable set?`);
  }
}

/** Failures of a connection that was never made, so nothing was asked. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const wordOf = (error: unknown): string => {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown };
  return String(cause?.code ?? code ?? '');
};

function outcomeOf(body: string): Outcome | undefined {
  try {
    const { status, code, message, detail } = JSON.parse(body);
    const known = ['succeeded', 'failed', 'deferred', 'uncertain'].includes(status) && typeof code === 'string';
    return known
      ? { status, code, ...(typeof message === 'string' && { message }), ...(detail && { detail }) }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An action that is a signed POST to the owner's own service. The body is the delivery; the headers are
 * `Idempotency-Key` (the delivery's id), `X-Vitrine-Time` and `X-Vitrine-Signature`. The service answers 2xx with
 * `{ "status", "code" }`. 4xx says that it refused and did nothing; anything else leaves open what happened. Throws for a
 * secret that is too short.
 */
export function webhook({
  url,
  secret,
  timeoutMs = 8000,
  online = true,
  offline = true,
  keepsKeys = false,
  clock = machineClock,
}: Webhook): Action {
  checkSecret(secret);
  const unknown = keepsKeys ? outcome('deferred', 'timeout') : outcome('uncertain', 'uncertain');
  return {
    online,
    offline,
    repeatable: keepsKeys,
    async run({ id, attempt, player, action, args, order, phase, label }: Job) {
      const body = JSON.stringify({ id, attempt, player, action, args, order, phase, label });
      const time = String(Math.floor(clock.now() / 1000));
      try {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          body,
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': id,
            'X-Vitrine-Time': time,
            'X-Vitrine-Signature': signWebhook(secret, time, id, body),
          },
        });
        const text = await bodyOf(response, MOST_BYTES);
        if (response.ok) return outcomeOf(text) ?? unknown;
        if (response.status === 429) return outcome('deferred', 'framework_missing');
        if (response.status >= 400 && response.status < 500) return outcome('failed', 'action_refused', text);
        return unknown;
      } catch (error) {
        return NOT_SENT.has(wordOf(error)) ? outcome('deferred', 'framework_missing') : unknown;
      }
    },
  };
}

/** How old a POST may be, in seconds, so that nobody sends a copy of it later. */
const FRESH_SECONDS = 300;

/**
 * For the service: whether a POST comes from whoever has the secret, and is not an old copy. `headers` are named in lower
 * case; `now` is unix seconds. Throws for a secret that is too short.
 */
export function isSigned(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
  now = Date.now() / 1000,
): boolean {
  checkSecret(secret);
  const [time, key, signature] = ['x-vitrine-time', 'idempotency-key', 'x-vitrine-signature'].map((name) =>
    String(headers[name]),
  );
  const isFresh = Math.abs(now - Number(time)) <= FRESH_SECONDS;
  return isFresh && isSame(signature ?? '', signWebhook(secret, time ?? '', key ?? '', body));
}
