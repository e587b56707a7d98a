import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { judgeMail, type MailCase } from './judge-mail.ts';
import { headerLine, type MailDocument, mailHtml, mailText } from './mail-document.ts';
import { countMail } from './mail-figures.ts';
import { mailboxOf } from './mailbox.ts';

/** What a mail says; made only for one that leaves. */
export interface MailText {
  subject: string;
  document: MailDocument;
}

export type OutgoingMail = MailCase & MailText;

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it leaves after the commit and never without it,
 * and no answer waits for a mail server. One that must not leave (`judgeMail`) is written as `dropped`, without address
 * and text, and what caused it goes on. Returns its id.
 */
export async function sendMail(tx: Tx, { subject, document, ...mail }: OutgoingMail): Promise<string> {
  return await sendMailOf(tx, mail, async () => ({ subject, document }));
}

/**
 * As `sendMail`, for a mail whose text takes more than words: `compose` is asked only where the mail may leave. A new
 * link ends the one before it, and nobody may lose a link that works for one that never comes.
 */
export async function sendMailOf(
  tx: Tx,
  { kind, to, storeId }: MailCase,
  compose: () => Promise<MailText>,
): Promise<string> {
  if (/[\s\p{Cc}<>,;]/u.test(to)) throw new Error('not a single e-mail address');
  const id = newId();
  const verdict = await judgeMail(tx, { kind, to, storeId });
  const mail = { id, kind, mailbox: mailboxOf(to), store_id: storeId ?? null };
  if ('problem' in verdict) {
    const { problem } = verdict;
    await tx
      .insertInto('mail')
      .values({ ...mail, recipient: '', subject: '', text_body: '', html_body: '', state: 'dropped', problem })
      .execute();
    countMail(kind, problem);
    return id;
  }
  const { subject, document } = await compose();
  const written = {
    ...mail,
    recipient: to,
    subject: headerLine(subject),
    text_body: mailText(document),
    html_body: mailHtml(document),
  };
  if (verdict.wait === 0) {
    await tx.insertInto('mail').values(written).execute();
    // A flood of one kind, which strangers can cause, takes turns with the others.
    await enqueue(tx, 'mail.send', { mailId: id, storeId }, { group: `mail ${kind}` });
    return id;
  }
  // The sweep takes it when its time has come.
  const next_at = sql<Date>`now() + make_interval(secs => ${verdict.wait})`;
  await tx
    .insertInto('mail')
    .values({ ...written, next_at })
    .execute();
  countMail(kind, 'waiting');
  return id;
}
