import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { presentRole } from '../../http/held-role.ts';
import type { MailStore } from './kinds/define-mail.ts';
import { addressHash } from './mailbox.ts';
import { quietSeconds } from './quiet.ts';

/** Longer than one attempt takes. A process that claimed a mail and died holds it only for this long. */
const LEASE_SECONDS = 60;

/** Mails that wait. Written out, so that the planner sees that the index `mail_waiting` fits. */
const waiting = sql<boolean>`state in ('pending', 'queued')`;

/** Takes a due mail for one attempt. Undefined if it is not due, has ended, or another process holds it. */
export async function claimMail(db: Db, id: string) {
  return await db
    .updateTable('mail')
    .set({ attempts: sql<number>`attempts + 1`, next_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where(waiting)
    .where('next_at', '<=', sql<Date>`now()`)
    .returning(['id', 'kind', 'mailbox', 'store_id as storeId', 'recipient as to', 'attempts'])
    .returning(['data', 'subject', 'text_body as text', 'html_body as html'])
    .returning(
      sql<MailStore | null>`(select jsonb_build_object('name', s.name, 'subdomain', s.subdomain)
                               from store s where s.id = mail.store_id)`.as('store'),
    )
    .returning(['member_id as member', 'needs', 'hears'])
    .returning(
      sql<Role | null>`(select ${presentRole('m')} from member m join store s on s.id = m.store_id and s.deleted_at is null
                          where m.store_id = mail.store_id and m.account_id = mail.member_id)`.as('role'),
    )
    .returning(
      sql<Partial<Record<string, boolean | null>>>`coalesce((
        select json_object_agg(c.kind, c.mail) from notice_choice c
         where c.store_id = mail.store_id and c.account_id = mail.member_id and c.kind = any(mail.hears)), '{}')`.as(
        'chosen',
      ),
    )
    .returning(quietSeconds(sql.ref('mail.store_id')).as('quiet'))
    .returning(sql<number>`extract(epoch from now() - created_at)::float8 / 3600`.as('hours_old'))
    .executeTakeFirst();
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Stores how a mail ended, and erases what it said. */
export async function settleMail(
  db: Db,
  id: string,
  state: 'sent' | 'failed' | 'dropped',
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      state,
      problem,
      data: null,
      text_body: '',
      html_body: '',
      sent_at: state === 'sent' ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
}

export async function postponeMail(db: Db, id: string, seconds: number, problem: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${seconds})`, problem })
    .where('id', '=', id)
    .execute();
}

/** Puts a mail off until a budget's next window and up to a minute more, so that they do not all leave at once. */
export async function holdMail(db: Db, id: string, seconds: number, problem: string): Promise<void> {
  const wait = Math.max(1, seconds) + Math.random() * 60;
  await db
    .updateTable('mail')
    .set({ attempts: 0, next_at: sql<Date>`now() + make_interval(secs => ${wait})`, problem })
    .where('id', '=', id)
    .execute();
}

/** An address that was refused for good gets nothing for a day, then for a week, then for a month at a time. */
export async function rememberBounce(db: Db, email: string, problem: string): Promise<void> {
  await sql`
    insert into mail_bounce as b (mailbox, until, problem) values (${addressHash(email)}, now() + interval '1 day', ${problem})
    on conflict (mailbox) do update set
      bounces = b.bounces + 1, problem = excluded.problem, last_at = now(),
      until = now() + case when b.bounces = 1 then interval '7 days' else interval '30 days' end`.execute(db);
}

/** Forgets a refusal, because somebody opened a link that was mailed to this address. */
export async function forgetBounce(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mail_bounce').where('mailbox', '=', addressHash(email)).execute();
}

/** Whether the mail server refused this address lately. Such an address gets only warnings and reset links. */
export async function isBounced(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_bounce')
    .where('mailbox', '=', addressHash(email))
    .where('until', '>', sql<Date>`now()`)
    .select('mailbox')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of mails that are due, the longest waiting first. */
export async function dueMails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .where(waiting)
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes mails after 30 days, because addresses are personal data, and bounces and alarms after 180 days. */
export async function forgetOldMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('state', 'not in', ['pending', 'queued'])
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
  await db.deleteFrom('mail_bounce').where('last_at', '<', sql<Date>`now() - interval '180 days'`).execute();
  await db.deleteFrom('alarm').where('hour', '<', sql<Date>`now() - interval '180 days'`).execute();
}
