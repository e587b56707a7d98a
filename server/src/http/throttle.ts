import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from './errors.ts';
import { NETWORK_TIMES, senderOf, spenderOf } from './network.ts';

/** At most `limit` attempts for `key` within `seconds`, counted from the first one. */
export interface ThrottleRule {
  /** The counted thing, such as `login:address:203.0.113.7`. Stored as a hash, because it may name a person. */
  key: string;
  limit: number;
  seconds: number;
}

/**
 * The rules for the sender at an address: one for the sender and, for IPv6, one for its /48, because one renter may
 * have its 65 536 senders. `kind` names what is counted.
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

/**
 * A process repeats a refusal for this long, in ms, without asking the table: a flood costs statements per second,
 * not per attempt.
 */
const REPEAT_MS = 500;
/** Most remembered refusals; the oldest are dropped first. */
const REMEMBERED = 10_000;
/** A repeated refusal comes late, in ms, so that a script that waits for it is slowed down. */
const LATE_MS = 500;
/** Most refusals that wait, because each uses memory. Further ones come at once. */
const MOST_WAITING = 1000;

/** When a refusal's window ends, and until when it is repeated without asking; both in ms. */
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
 * Counts one attempt under every rule. Refuses with 429 and Retry-After if one is over its limit. It counts before
 * the attempt, in one statement, so a hundred attempts at once count as a hundred. It slows down and never locks out:
 * the window ends by itself, and further attempts do not prolong it. Within half a second a refusal is repeated
 * without counting, half a second late. `onRefusal` is called for counted refusals only.
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

/** Counts one attempt and says whether it is within the limit, for a caller that then silently does nothing. */
export async function withinLimit(db: Db, rule: ThrottleRule): Promise<boolean> {
  return (await countAttempt(db, rule)).hits <= rule.limit;
}

/** Seconds until a used-up rule lets an attempt pass; 0 while it has attempts left. Counts nothing. */
export async function secondsShut(db: Db, { key, limit }: ThrottleRule): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from window_ends_at - now())::float8 as left
      from throttle where key = ${keyHash(key)} and hits >= ${limit} and window_ends_at > now()`.execute(db);
  return Math.ceil(rows[0]?.left ?? 0);
}

/** Counts one attempt. Returns the attempts of this window and its remaining seconds. */
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

/** Takes one counted attempt back, because the rule is not about attempts like it. */
export async function uncountAttempt(db: Db, { key }: ThrottleRule): Promise<void> {
  await sql`update throttle set hits = greatest(0, hits - 1) where key = ${keyHash(key)}`.execute(db);
}

/** Forgets the attempts of these keys: after a person has proven who they are, counting starts again. */
export async function forgive(db: Db, keys: string[]): Promise<void> {
  for (const key of keys) lastRefusalsOf(db).delete(keyHash(key));
  await db.deleteFrom('throttle').where('key', 'in', keys.map(keyHash)).execute();
}

/** Deletes windows that have ended; a sweep calls it. */
export async function forgetEndedThrottles(db: Db): Promise<void> {
  await db.deleteFrom('throttle').where('window_ends_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
