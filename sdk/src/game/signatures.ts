import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Tells Vitrine which server asks: the first 12 hex digits of SHA-256 of its token, which itself never travels. */
export const keyOf = (token: string): string => sha(token).slice(0, 12);

/** The signature of a request. `path` is without query, as it is sent; `time` is unix seconds in digits. */
export function signRequest(
  token: string,
  { method, path, time, nonce, body }: { method: string; path: string; time: string; nonce: string; body: string },
): string {
  return hmac(token, [method, path, time, nonce, sha(body)].join('\n'));
}

/** The signature of the answer to the request with this nonce. */
export const signAnswer = (token: string, nonce: string, body: string): string => hmac(token, `${nonce}\n${sha(body)}`);

/** Compares two texts in a time that says nothing about where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The nonces of one start: 32 random digits, then 16 that count. Vitrine remembers them without a row for each. */
export class Nonces {
  readonly #start = randomBytes(16).toString('hex');
  #sent = 0;

  next(): string {
    this.#sent += 1;
    return this.#start + this.#sent.toString(16).padStart(16, '0');
  }
}

/** A signature of a webhook: hex HMAC-SHA256(secret, time LF key LF hex SHA-256(body)). */
export const signWebhook = (secret: string, time: string, key: string, body: string): string =>
  hmac(secret, `${time}\n${key}\n${sha(body)}`);
