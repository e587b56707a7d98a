import { createHash, createHmac } from 'node:crypto';

/** The messages between a game server and Vitrine, for code that plays Vitrine (docs/game-server-protocol.md). */

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** What a request's signature must be. */
export const requestSignature = (
  token: string,
  method: string,
  path: string,
  time: string,
  nonce: string,
  body: string,
) => hmac(token, `${method}\n${path}\n${time}\n${nonce}\n${sha(body)}`);

/** The signature of the answer to the request with this nonce. */
export const answerSignature = (token: string, nonce: string, body: string): string =>
  hmac(token, `${nonce}\n${sha(body)}`);

export const isNonce = (text: string): boolean => /^[0-9a-f]{16,64}$/.test(text);

/** An answer, or what stands in its place: `delayMs` later, and with status 0 the connection is cut. */
export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  delayMs?: number;
}

export interface Player {
  city_id?: string;
  identity?: { kind: string; value: string };
  discord_id?: string;
}

export interface Command {
  id: string;
  attempt?: number;
  player?: Player;
  action: string;
  args?: Record<string, unknown>;
  expires_at?: number;
  only_online?: boolean;
  phase?: string;
}

export interface Result {
  id: string;
  attempt: number;
  status: string;
  code: string;
  message: string;
  at?: number;
  detail?: Record<string, unknown>;
}

export interface Person {
  city_id: string;
  status: string;
  name?: string;
}

const isShort = (value: unknown, max: number, min = 0): boolean =>
  typeof value === 'string' && value.length >= min && value.length <= max;

/** Whether Vitrine can read a result. */
export function isResult({ id, attempt, status, code, message, at, detail }: Result): boolean {
  const plain = Object.entries(Array.isArray(detail) && detail.length === 0 ? {} : (detail ?? {})).every(
    ([key, value]) => isShort(key, 40) && (isShort(value, 200) || ['number', 'boolean'].includes(typeof value)),
  );
  return (
    isShort(id, 64, 1) &&
    Number.isSafeInteger(attempt) &&
    attempt >= 1 &&
    ['succeeded', 'failed', 'deferred', 'uncertain'].includes(status) &&
    isShort(code, 40) &&
    (message === undefined || typeof message === 'string') &&
    (at === undefined || Number.isSafeInteger(at)) &&
    plain
  );
}

const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;

/** Whether Vitrine can read a hello or a sync: names of the script, lists of at most 100, each result, and numbers of players. */
export function isReadable({
  boot_id,
  journal_id,
  results = [],
  in_progress = [],
  ready = [],
  players = {},
}: Record<string, unknown>): boolean {
  const lists = [results, in_progress, ready].map((list) => Object.values(list as object));
  return (
    isShort(boot_id, 64, 8) &&
    isShort(journal_id, 64, 8) &&
    lists.every((list) => list.length <= 100) &&
    Object.values(players as object).every(isCount) &&
    (lists[0] as Result[]).every(isResult)
  );
}
