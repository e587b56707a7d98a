import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
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
 * all share. Only what leaves is counted, for its store and for the platform: mails that wait ask again, and would keep
 * a budget used up for ever. `perHour` is the platform's budget; the first mail over it in an hour leaves an alarm, which
 * is `first` then.
 */
export async function allowMail(
  db: Db,
  { kind, storeId }: { kind: string; storeId: string | null },
  perHour: number,
): Promise<Allowance & { first?: boolean }> {
  const { ofStore, reserve } = mailKind(kind);
  const most = Math.max(1, Math.floor(perHour * SHARES[reserve ?? 'common']));
  const allowance = await transaction(db, async (tx): Promise<Allowance> => {
    const store = storeId && ofStore ? `mail-store:${storeId}` : undefined;
    if (store) {
      const wait = await take(tx, store, DAY, await storeBudget(tx, storeId ?? ''));
      if (wait > 0) return { allowed: false, whose: 'store', wait };
    }
    // The platform's row comes last: all mails share it, and it is held for one statement.
    const wait = await take(tx, 'mail-platform', HOUR, most);
    if (wait === 0) return { allowed: true };
    if (store) await sql`update throttle set hits = hits - 1 where key = ${store}`.execute(tx);
    return { allowed: false, whose: 'platform', wait };
  });
  if (allowance.allowed || allowance.whose === 'store') return allowance;
  return { ...allowance, first: await raiseAlarm(db, perHour) };
}

async function storeBudget(db: Tx, storeId: string): Promise<number> {
  const { rows } = await sql<{ tier: keyof typeof STORE_DAY }>`
    select case when exists (select from subscription where store_id = store.id and paid_until > now()) then 'paid'
                when created_at > now() - make_interval(days => ${limits.youngStoreDays}) then 'young' else 'free' end as tier
      from store where id = ${storeId}`.execute(db);
  return STORE_DAY[rows[0]?.tier ?? 'young'];
}

/** Counts one more under `key` where fewer than `most` were counted in its window; else the seconds until the next one. */
async function take(tx: Tx, key: string, seconds: number, most: number): Promise<number> {
  const { rows } = await sql<{ taken: boolean; left: number | null }>`
    with taken as (
      insert into throttle as t (key, hits, window_ends_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        hits = case when t.window_ends_at <= now() then 1 else t.hits + 1 end,
        window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
      where t.hits < ${most} or t.window_ends_at <= now()
      returning key)
    select exists (select from taken) as taken,
           (select extract(epoch from window_ends_at - now())::float8 from throttle where key = ${key}) as left`.execute(tx);
  return rows[0]?.taken ? 0 : Math.max(1, rows[0]?.left ?? seconds);
}

/** Leaves the row that operators look at, once an hour; true for who wrote it. */
async function raiseAlarm(db: Db, perHour: number): Promise<boolean> {
  const detail = `more than ${perHour} mails in an hour (MAIL_PER_HOUR): the others wait`;
  const { rows } = await sql`
    insert into alarm (name, hour, detail) values ('mail_budget', date_trunc('hour', now()), ${detail})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}
