import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { headerLine, type MailDocument, mailHtml, mailText } from './mail-document.ts';

export interface OutgoingMail {
  /** A checked e-mail address. */
  to: string;
  /** The store it is about, where there is one. */
  storeId?: StoreId;
  subject: string;
  document: MailDocument;
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it leaves after the commit and never without it,
 * and no answer waits for a mail server. Returns its id.
 */
export async function sendMail(tx: Tx, { to, storeId, subject, document }: OutgoingMail): Promise<string> {
  if (/[\s\p{Cc}<>,;]/u.test(to)) throw new Error('not a single e-mail address');
  const id = newId();
  await tx
    .insertInto('mail')
    .values({
      id,
      store_id: storeId ?? null,
      recipient: to,
      subject: headerLine(subject),
      text_body: mailText(document),
      html_body: mailHtml(document),
    })
    .execute();
  await enqueue(tx, 'mail.send', { mailId: id });
  return id;
}
