import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { mailKind } from './mail-kinds.ts';

/** Mails that a store's shoppers and guests get in a day, by its age and plan. */
const STORE_DAY = { young: 100, free: 500, paid: 5000 };
const HOUR = 3600;
const DAY = 24 * HOUR;
/** How far into the platform's hour each may go: a flood of one leaves room for what matters more. */
const SHARES = { common: 0.8, access: 0.9, security: 1 };

/** `wait`: so many seconds, because a budget is used up; `whose` is used up. */
export type Allowance = { allowed: true } | { allowed: false; whose: 'store' | 'platform'; wait: number };

/**
 * Whether a mail may leave now. Counted when it is sent, not when it is written: an order never waits for a counter that
 * all share. `perHour` is the platform's budget; the first mail over it in an hour leaves an alarm, which is `first` then.
 */
export async function allowMail(
  db: Db,
  { kind, storeId }: { kind: string; storeId: string | null },
  perHour: number,
): Promise<Allowance & { first?: boolean }> {
  const { ofStore, reserve } = mailKind(kind);
  if (storeId && ofStore) {
    const most = await storeBudget(db, storeId);
    const { hits, left } = await count(db, `mail-store:${storeId}`, DAY);
    if (hits > most) return { allowed: false, whose: 'store', wait: left };
  }
  const most = Math.max(1, Math.floor(perHour * SHARES[reserve ?? 'common']));
  const { hits, left } = await count(db, 'mail-platform', HOUR);
  if (hits <= most) return { allowed: true };
  return { allowed: false, whose: 'platform', wait: left, first: await raiseAlarm(db, perHour) };
}

async function storeBudget(db: Db, storeId: string): Promise<number> {
  const { rows } = await sql<{ tier: keyof typeof STORE_DAY }>`
    select case when exists (select from subscription where store_id = store.id and paid_until > now()) then 'paid'
                when created_at > now() - make_interval(days => ${limits.youngStoreDays}) then 'young' else 'free' end as tier
      from store where id = ${storeId}`.execute(db);
  return STORE_DAY[rows[0]?.tier ?? 'young'];
}

async function count(db: Db, key: string, seconds: number): Promise<{ hits: number; left: number }> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into throttle as t (key, hits, window_ends_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      hits = case when t.window_ends_at <= now() then 1 else least(t.hits + 1, 1000000000) end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
    returning hits, extract(epoch from window_ends_at - now())::float8 as left`.execute(db);
  return rows[0] as { hits: number; left: number };
}

/** Leaves the row that operators look at, once an hour; true for who wrote it. */
async function raiseAlarm(db: Db, perHour: number): Promise<boolean> {
  const detail = `more than ${perHour} mails in an hour (MAIL_PER_HOUR): the others wait`;
  const { rows } = await sql`
    insert into alarm (name, hour, detail) values ('mail_budget', date_trunc('hour', now()), ${detail})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}
