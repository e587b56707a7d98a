import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type Budget, takeFrom } from './mail-budget.ts';
import { mailKind, reserveOf } from './mail-kinds.ts';

/** Mails that a store's shoppers and guests get in a day, by its age and plan. */
const STORE_DAY = { young: 100, free: 500, paid: 5000 };
/** How much of it goes to mails that cost nobody money; the rest is for orders that were paid. */
const STORE_SHARE = 0.7;
/** How much of the platform's hour goes to mails without a reserve. */
const COMMON_SHARE = 0.8;
const HOUR = 3600;
const DAY = 24 * HOUR;

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
  const judged = mailKind(kind);
  const share = reserveOf(judged)?.platform ?? COMMON_SHARE;
  const platform: Budget = { key: 'mail-platform', seconds: HOUR, most: Math.max(1, Math.floor(perHour * share)) };
  const { full, wait } = await transaction(db, async (tx) => {
    if (!storeId || !judged.ofStore) return await takeFrom(tx, [platform]);
    const most = Math.floor((await storeDay(tx, storeId)) * (judged.reserve === 'money' ? 1 : STORE_SHARE));
    return await takeFrom(tx, [{ key: `mail-store:${storeId}`, seconds: DAY, most }, platform]);
  });
  if (full.length === 0) return { allowed: true };
  if (full.some((key) => key !== platform.key)) return { allowed: false, whose: 'store', wait };
  return { allowed: false, whose: 'platform', wait, first: await raiseAlarm(db, perHour) };
}

async function storeDay(tx: Tx, storeId: string): Promise<number> {
  const { rows } = await sql<{ tier: keyof typeof STORE_DAY }>`
    select case when exists (select from subscription where store_id = store.id and paid_until > now()) then 'paid'
                when created_at > now() - make_interval(days => ${limits.youngStoreDays}) then 'young' else 'free' end as tier
      from store where id = ${storeId}`.execute(tx);
  return STORE_DAY[rows[0]?.tier ?? 'young'];
}

/** Leaves the row that operators look at, once an hour; true for who wrote it. */
async function raiseAlarm(db: Db, perHour: number): Promise<boolean> {
  const detail = `more than ${perHour} mails in an hour (MAIL_PER_HOUR): the others wait`;
  const { rows } = await sql`
    insert into alarm (name, hour, detail) values ('mail_budget', date_trunc('hour', now()), ${detail})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}
