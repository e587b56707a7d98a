import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { judgeMail, type MailCase } from './judge-mail.ts';
import { headerLine, type MailDocument, mailHtml, mailText } from './mail-document.ts';
import { countMail } from './mail-figures.ts';
import { mailboxOf } from './mailbox.ts';

/** What a mail says. It is only written for a mail that may leave. */
export interface MailText {
  subject: string;
  document: MailDocument;
}

export type OutgoingMail = MailCase & MailText;

/**
 * Writes a mail into the outbox, in the transaction of the event that it tells. The mail leaves after the commit and never
 * without it, and no answer waits for a mail server. A mail that must not leave (`judgeMail`) is stored as `dropped`, without
 * address and text, and the caller goes on. Returns its id.
 */
export async function sendMail(tx: Tx, { subject, document, ...mail }: OutgoingMail): Promise<string> {
  return await sendMailOf(tx, mail, async () => ({ subject, document }));
}

/**
 * Like `sendMail`, but `compose` writes the text, and only if the mail may leave. Use it for mails with a new link: the new
 * link ends the one before it, and nobody may lose a working link for a mail that never comes.
 */
export async function sendMailOf(
  tx: Tx,
  { kind, to, storeId }: MailCase,
  compose: () => Promise<MailText>,
): Promise<string> {
  if (/[\s\p{Cc}<>,;]/u.test(to)) throw new Error('the recipient of a mail is not a single e-mail address');
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
    // Strangers can cause a flood of one kind. As a group, such a kind takes turns with the others.
    await enqueue(tx, 'mail.send', { mailId: id, storeId }, { group: `mail ${kind}` });
    return id;
  }
  // Without a job: the sweep sends it when it is due.
  const next_at = sql<Date>`now() + make_interval(secs => ${verdict.wait})`;
  await tx
    .insertInto('mail')
    .values({ ...written, next_at })
    .execute();
  countMail(kind, 'waiting');
  return id;
}
