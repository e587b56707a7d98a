import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { judgeMail } from './judge-mail.ts';
import { headerLine, type MailDocument, mailHtml, mailText } from './mail-document.ts';
import { countMail } from './mail-figures.ts';
import type { MailKindName } from './mail-kinds.ts';
import { mailboxOf } from './mailbox.ts';

export interface OutgoingMail {
  kind: MailKindName;
  /** A checked e-mail address. */
  to: string;
  /** The store it is about, where there is one. */
  storeId?: StoreId;
  subject: string;
  document: MailDocument;
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it leaves after the commit and never without it,
 * and no answer waits for a mail server. One that must not leave (`judgeMail`) is written as `dropped`, without address
 * and text, and what caused it goes on. Returns its id.
 */
export async function sendMail(tx: Tx, { kind, to, storeId, subject, document }: OutgoingMail): Promise<string> {
  if (/[\s\p{Cc}<>,;]/u.test(to)) throw new Error('not a single e-mail address');
  const id = newId();
  const mailbox = mailboxOf(to);
  const problem = await judgeMail(tx, { kind, mailbox, email: to, storeId });
  const mail = { id, kind, mailbox, store_id: storeId ?? null };
  if (problem) {
    await tx
      .insertInto('mail')
      .values({ ...mail, recipient: '', subject: '', text_body: '', html_body: '', state: 'dropped', problem })
      .execute();
    countMail(kind, problem);
    return id;
  }
  await tx
    .insertInto('mail')
    .values({
      ...mail,
      recipient: to,
      subject: headerLine(subject),
      text_body: mailText(document),
      html_body: mailHtml(document),
    })
    .execute();
  await enqueue(tx, 'mail.send', { mailId: id, storeId });
  return id;
}
