import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from './errors.ts';
import { NETWORK_TIMES, senderOf, spenderOf } from './network.ts';

/** At most `limit` attempts of what `key` names within `seconds`, counted from the first one. */
export interface ThrottleRule {
  /** What is counted, such as `login:address:203.0.113.7`. Kept as a hash: it may name a person. */
  key: string;
  limit: number;
  seconds: number;
}

/**
 * The rules for whoever sends from an address: one for the sender and, of an IPv6 address, one for the /48 around it, since
 * whoever rents a /48 has 65 536 senders. `kind` names what is counted.
 */
export function senderRules(
  kind: string,
  address: string,
  { limit, seconds }: Omit<ThrottleRule, 'key'>,
): [ThrottleRule, ...ThrottleRule[]] {
  const [sender, network] = [senderOf(address), spenderOf(address)];
  const own = { key: `${kind}:${sender}`, limit, seconds };
  if (network === sender) return [own];
  return [own, { key: `${kind}-network:${network}`, limit: limit * NETWORK_TIMES, seconds }];
}

function keyHash(key: string): string {
  const [kind = ''] = key.split(':', 1);
  return `${kind}:${createHash('sha256').update(key).digest('base64url')}`;
}

/** So long a process repeats a refusal without asking the table: a flood costs statements by the second, not by the attempt. */
const REPEAT_MS = 500;
/** Refusals remembered at most; the oldest go first. */
const REMEMBERED = 10_000;
/** A repeated refusal is given late, so that a script that waits for its answer is slowed down as well. */
const LATE_MS = 500;
/** Waiting answers hold memory: beyond so many, refusals are given at once. */
const MOST_WAITING = 1000;

/** When a refusal's window ends, and until when it is repeated unasked; both in ms. */
interface LastRefusal {
  endsAt: number;
  until: number;
}

const lastRefusals = new WeakMap<Db, Map<string, LastRefusal>>();
let waiting = 0;

function lastRefusalsOf(db: Db): Map<string, LastRefusal> {
  const known = lastRefusals.get(db) ?? new Map<string, LastRefusal>();
  lastRefusals.set(db, known);
  return known;
}

function refuse(endsAt: number): never {
  throw new Refusal('rate_limited', { retryAfter: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) });
}

async function repeat({ endsAt }: LastRefusal): Promise<never> {
  if (waiting >= MOST_WAITING) refuse(endsAt);
  waiting += 1;
  await delay(LATE_MS).finally(() => {
    waiting -= 1;
  });
  refuse(endsAt);
}

/**
 * Counts one attempt under every rule and refuses with 429 and Retry-After when one is over its limit. Counted before
 * the attempt, in one statement, so that a hundred attempts at once are a hundred. A slow-down, never a lock-out: the
 * window ends by itself and is not prolonged by further attempts. Within half a second a refusal is repeated without
 * counting, half a second late. `onRefusal` is told of refusals that were counted, not of repeated ones.
 */
export async function slowDown(db: Db, rules: ThrottleRule[], onRefusal?: () => Promise<void>): Promise<void> {
  const lately = lastRefusalsOf(db);
  const hashes = rules.map(({ key }) => keyHash(key));
  for (const hash of hashes) {
    const last = lately.get(hash);
    if (last && last.until > Date.now()) await repeat(last);
  }
  const counted = await Promise.all(rules.map((rule) => countAttempt(db, rule)));
  const now = Date.now();
  let latest = 0;
  for (const [at, { hits, left }] of counted.entries()) {
    if (hits <= (rules[at]?.limit ?? 0)) continue;
    const endsAt = now + left * 1000;
    latest = Math.max(latest, endsAt);
    remember(lately, hashes[at] ?? '', { endsAt, until: now + REPEAT_MS });
  }
  if (latest === 0) return;
  await onRefusal?.();
  refuse(latest);
}

function remember(lately: Map<string, LastRefusal>, hash: string, last: LastRefusal): void {
  lately.delete(hash);
  lately.set(hash, last);
  if (lately.size > REMEMBERED) lately.delete(lately.keys().next().value ?? '');
}

/** Counts one attempt and says whether it is within the limit: for what is then left out without a word. */
export async function withinLimit(db: Db, rule: ThrottleRule): Promise<boolean> {
  return (await countAttempt(db, rule)).hits <= rule.limit;
}

/** Seconds until a rule that is used up lets anyone through again; 0 while it has attempts left. Counts nothing. */
export async function secondsShut(db: Db, { key, limit }: ThrottleRule): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from window_ends_at - now())::float8 as left
      from throttle where key = ${keyHash(key)} and hits >= ${limit} and window_ends_at > now()`.execute(db);
  return Math.ceil(rows[0]?.left ?? 0);
}

/** Counts one attempt: the attempts of this window with it, and the seconds that the window still has. */
export async function countAttempt(db: Db, { key, seconds }: ThrottleRule): Promise<{ hits: number; left: number }> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into throttle as t (key, hits, window_ends_at)
    values (${keyHash(key)}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      hits = case when t.window_ends_at <= now() then 1 else least(t.hits + 1, 1000000) end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
    returning hits, extract(epoch from window_ends_at - now())::float8 as left`.execute(db);
  return rows[0] as { hits: number; left: number };
}

/** Takes one counted attempt back: it was none of those that the rule is about. */
export async function uncountAttempt(db: Db, { key }: ThrottleRule): Promise<void> {
  await sql`update throttle set hits = greatest(0, hits - 1) where key = ${keyHash(key)}`.execute(db);
}

/** Forgets the attempts of these keys: who has proved who they are starts again from none. */
export async function forgive(db: Db, keys: string[]): Promise<void> {
  for (const key of keys) lastRefusalsOf(db).delete(keyHash(key));
  await db.deleteFrom('throttle').where('key', 'in', keys.map(keyHash)).execute();
}

/** Removes windows that ended; run by a sweep. */
export async function forgetEndedThrottles(db: Db): Promise<void> {
  await db.deleteFrom('throttle').where('window_ends_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
