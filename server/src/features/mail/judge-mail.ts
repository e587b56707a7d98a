import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { emailKey } from './email-key.ts';
import { type MailKindName, mailKind } from './kinds/mail-kinds.ts';
import { reserveOf } from './kinds/mail-rules.ts';
import { type Budget, takeFrom } from './mail-budget.ts';
import { addressHash, mailboxOf } from './mailbox.ts';
import { youngStore } from './young-store.ts';

/** Mails per hour and per day that one mailbox gets, of all kinds, stores and accounts. `mail-rules.ts` adds reserves. */
const COMMON = { hour: 20, day: 60 };
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Why a mail is not sent: its mailbox's budget is used up, the mail server refused the address lately, the person does not
 * want this kind, the store is too young, or it warns about an account that never proved the address.
 */
export type MailProblem = 'mailbox_budget' | 'bounced' | 'unwanted' | 'young_store' | 'unproven';

export interface MailCase {
  kind: MailKindName;
  /** A checked e-mail address. */
  to: string;
  /** The store that causes the mail, where there is one. */
  storeId?: StoreId | undefined;
}

/**
 * Says whether a mail may leave, and after how many seconds. A mail that may leave is counted against its mailbox, in the
 * transaction of the event that it tells. Each mailbox has its own counters, so only mails to the same mailbox wait here.
 */
export async function judgeMail(tx: Tx, mail: MailCase): Promise<{ problem: MailProblem } | { wait: number }> {
  const problem = await problemOf(tx, mail);
  if (problem) return { problem };
  const wait = await takeRoom(tx, mail);
  return wait === undefined ? { problem: 'mailbox_budget' } : { wait };
}

/** Reasons against the mail beside the counters. Asked first, so that a mail that must not leave uses up no budget. */
async function problemOf(tx: Tx, { kind, to, storeId }: MailCase): Promise<MailProblem | undefined> {
  const { warning, despiteBounce, shopper, optional } = mailKind(kind);
  const { rows } = await sql<{ unproven: boolean; bounced: boolean; unwanted: boolean; young: boolean }>`
    select ${warning === true} and holder.proven is false as unproven,
           exists (select from mail_bounce where mailbox = ${addressHash(to)} and until > now())
             and not (${despiteBounce === true} and holder.proven is true) as bounced,
           ${optional !== undefined} and exists (
             select from mail_optout where mailbox = ${mailboxOf(to)} and kind = ${kind}) as unwanted,
           ${shopper === true} and exists (select from store where id = ${storeId ?? null} and ${youngStore}) as young
      from (select (select email_verified_at is not null from account where email_key = ${emailKey(to)}) as proven) holder`.execute(
    tx,
  );
  const verdict = rows[0];
  if (verdict?.young) return 'young_store';
  if (verdict?.unproven) return 'unproven';
  if (verdict?.bounced) return 'bounced';
  return verdict?.unwanted ? 'unwanted' : undefined;
}

/** Counts the mail under the first budget with room. Answers the seconds to wait; undefined if no budget has room. */
async function takeRoom(tx: Tx, { kind, to }: MailCase): Promise<number | undefined> {
  const mailbox = mailboxOf(to);
  const judged = mailKind(kind);
  const own = reserveOf(judged);
  if (!own?.alone && (await takeFrom(tx, windows('mail', mailbox, COMMON))).full.length === 0) return 0;
  if (!own) return undefined;
  const { full, wait } = await takeFrom(tx, windows(`mail-${judged.reserve}`, mailbox, own));
  if (full.length === 0) return 0;
  if (!own.waits) return undefined;
  // Only one hour's number of mails may wait, so that a thousand changes do not write a thousand mails.
  const late = await takeFrom(tx, [{ key: `mail-${judged.reserve}-late:${mailbox}`, seconds: DAY, most: own.hour }]);
  return late.full.length === 0 ? wait : undefined;
}

const windows = (name: string, mailbox: string, { hour, day }: { hour: number; day: number }): Budget[] => [
  { key: `${name}-hour:${mailbox}`, seconds: HOUR, most: hour },
  { key: `${name}-day:${mailbox}`, seconds: DAY, most: day },
];
