import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from './email-key.ts';
import { type MailKindName, mailKind } from './mail-kinds.ts';

/** Mails that one mailbox gets of all kinds, stores and accounts together; then what its reserves give beyond them. */
const BUDGET = { hour: 20, day: 60 };
const RESERVES = { security: { hour: 10, day: 20 }, access: { hour: 6, day: 12 } };
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Why a mail is not sent: over its mailbox's budget, refused by the mail server lately, not wanted, or of too young a store. */
export type MailProblem = 'mailbox_budget' | 'bounced' | 'unwanted' | 'young_store';

/**
 * Whether a mail may leave; undefined when it may. Counts it against its mailbox in the transaction of what it tells, in
 * one statement: the counters are the mailbox's own, so nobody waits here but others who write to the same one.
 */
export async function judgeMail(
  tx: Tx,
  {
    kind,
    mailbox,
    email,
    storeId,
  }: { kind: MailKindName; mailbox: string; email: string; storeId: StoreId | undefined },
): Promise<MailProblem | undefined> {
  const { reserve, shopper, optional } = mailKind(kind);
  const extra = reserve ? RESERVES[reserve] : { hour: 0, day: 0 };
  const { rows } = await sql<{ over: boolean; bounced: boolean; unwanted: boolean; young: boolean }>`
    with common as (
      insert into throttle as t (key, hits, window_ends_at)
      values (${`mail-hour:${mailbox}`}, 1, now() + make_interval(secs => ${HOUR})),
             (${`mail-day:${mailbox}`}, 1, now() + make_interval(secs => ${DAY}))
      on conflict (key) do update set
        hits = case when t.window_ends_at <= now() then 1 else least(t.hits + 1, 1000000) end,
        window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
      returning hits > case when key like 'mail-hour:%' then ${BUDGET.hour}::int else ${BUDGET.day}::int end as over
    ), spent as (
      select bool_or(over) as over from common
    ), reserved as (
      insert into throttle as t (key, hits, window_ends_at)
      select r.key, 1, now() + make_interval(secs => r.seconds)
        from spent, (values (${`mail-${reserve}-hour:${mailbox}`}, ${HOUR}::int),
                            (${`mail-${reserve}-day:${mailbox}`}, ${DAY}::int)) r (key, seconds)
       where spent.over and ${reserve !== undefined}
      on conflict (key) do update set
        hits = case when t.window_ends_at <= now() then 1 else least(t.hits + 1, 1000000) end,
        window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
      returning hits > case when key like '%-hour:%' then ${extra.hour}::int else ${extra.day}::int end as over
    )
    select spent.over and coalesce((select bool_or(over) from reserved), true) as over,
           exists (select from mail_bounce where mailbox = ${mailbox} and until > now())
             and not (${reserve === 'security'} and exists (
               select from account where email_key = ${emailKey(email)} and email_verified_at is not null)) as bounced,
           ${optional === true} and exists (
             select from mail_optout where mailbox = ${mailbox} and kind = ${kind}) as unwanted,
           ${shopper === true} and exists (
             select from store where id = ${storeId ?? null}
                and created_at > now() - make_interval(days => ${limits.youngStoreDays})
                and not exists (select from "order" o where o.store_id = store.id
                                   and o.completed_at is not null and o.total_centavos > 0)) as young
      from spent`.execute(tx);
  const verdict = rows[0];
  if (verdict?.young) return 'young_store';
  if (verdict?.bounced) return 'bounced';
  if (verdict?.unwanted) return 'unwanted';
  return verdict?.over ? 'mailbox_budget' : undefined;
}
