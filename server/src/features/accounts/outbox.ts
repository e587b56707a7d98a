import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Longer than one attempt may take: who claimed a mail and died frees it after this. */
const LEASE_SECONDS = 60;

/** Takes a due mail for one attempt; undefined when it is not due, gone, or somebody else's just now. */
export async function claimMail(db: Db, id: string) {
  return await db
    .updateTable('mail')
    .set({ attempts: sql<number>`attempts + 1`, next_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_at', '<=', sql<Date>`now()`)
    .returning(['id', 'recipient as to', 'subject', 'text_body as text', 'html_body as html', 'attempts'])
    .executeTakeFirst();
}

/** Ends a mail's life. Its text goes: it may hold a link that logs somebody in. */
export async function settleMail(db: Db, id: string, state: 'sent' | 'failed', problem: string | null): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      state,
      problem,
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

/** Ids of mails that are due, the longest waiting first. */
export async function dueMails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .where('state', '=', 'queued')
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Addresses are personal data: nobody needs them a month after. */
export async function forgetOldMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('state', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
