import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { mailKind } from './kinds/mail-kinds.ts';
import { reserveOf } from './kinds/mail-rules.ts';
import { type Budget, takeFrom } from './mail-budget.ts';

/** Mails per day to a store's shoppers and guests, by the store's age and plan. */
const STORE_DAY = { young: 100, free: 500, paid: 5000 };
/** The share of a store's day for mails without a payment behind them. The rest is kept for paid orders. */
const STORE_SHARE = 0.7;
/** The share of a store's day for one kind that comes in large numbers, so that a restock leaves room for sign-in links. */
const MANY_SHARE = 0.25;
/** The share of the platform's hour for mails without a reserve. */
const COMMON_SHARE = 0.8;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** `whose` budget is used up, and the seconds to `wait` until it has room again. */
export type Allowance = { allowed: true } | { allowed: false; whose: 'store' | 'platform'; wait: number };

/**
 * Says whether a mail may leave now. It counts when the mail is sent and not when it is written, because an order must never
 * wait for a counter that all share. `perHour` is the platform's budget. The first mail over it in an hour raises an alarm;
 * `first` is true for that mail.
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
    const day = await storeDay(tx, storeId);
    const most = Math.floor(day * (judged.reserve === 'money' ? 1 : STORE_SHARE));
    const own: Budget[] = judged.many
      ? [{ key: `mail-store-${kind}:${storeId}`, seconds: DAY, most: Math.floor(day * MANY_SHARE) }]
      : [];
    return await takeFrom(tx, [...own, { key: `mail-store:${storeId}`, seconds: DAY, most }, platform]);
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

/** Writes the row that operators look at, once an hour. True for the caller that wrote it. */
async function raiseAlarm(db: Db, perHour: number): Promise<boolean> {
  const detail = `more than ${perHour} mails in an hour (MAIL_PER_HOUR): the others wait`;
  const { rows } = await sql`
    insert into alarm (name, hour, detail) values ('mail_budget', date_trunc('hour', now()), ${detail})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}
