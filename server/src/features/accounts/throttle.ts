import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';

/** At most `limit` attempts of what `key` names within `seconds`, counted from the first one. */
export interface ThrottleRule {
  /** What is counted, such as `login:address:203.0.113.7`. Kept as a hash: it may name a person. */
  key: string;
  limit: number;
  seconds: number;
}

function keyHash(key: string): string {
  const [kind = ''] = key.split(':', 1);
  return `${kind}:${createHash('sha256').update(key).digest('base64url')}`;
}

/**
 * Counts one attempt under every rule and refuses with 429 and Retry-After when one is over its limit. Counted before
 * the attempt, in one statement, so that a hundred attempts at once are a hundred. A slow-down, never a lock-out: the
 * window ends by itself and is not prolonged by further attempts.
 */
export async function slowDown(db: Db, rules: ThrottleRule[]): Promise<void> {
  const counted = await Promise.all(rules.map((rule) => countAttempt(db, rule)));
  const waits = counted.filter(({ hits }, at) => hits > (rules[at]?.limit ?? 0)).map(({ left }) => left);
  if (waits.length > 0) throw new Refusal('rate_limited', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits))) });
}

/** Counts one attempt and says whether it is within the limit: for what is then left out without a word. */
export async function withinLimit(db: Db, rule: ThrottleRule): Promise<boolean> {
  return (await countAttempt(db, rule)).hits <= rule.limit;
}

async function countAttempt(db: Db, { key, seconds }: ThrottleRule): Promise<{ hits: number; left: number }> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into throttle as t (key, hits, window_ends_at)
    values (${keyHash(key)}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      hits = case when t.window_ends_at <= now() then 1 else least(t.hits + 1, 1000000) end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
    returning hits, extract(epoch from window_ends_at - now())::float8 as left`.execute(db);
  return rows[0] as { hits: number; left: number };
}

/** Forgets the attempts of these keys: who has proved who they are starts again from none. */
export async function forgive(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('throttle').where('key', 'in', keys.map(keyHash)).execute();
}

/** Removes windows that ended; run by a sweep. */
export async function forgetEndedThrottles(db: Db): Promise<void> {
  await db.deleteFrom('throttle').where('window_ends_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
