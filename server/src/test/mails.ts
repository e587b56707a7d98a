import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { renderMail } from '../features/mail/render-mail.ts';

type WithMails = { db: Db; deps: { config: Pick<Config, 'secret' | 'publicUrl'> } };

/** The mails of the outbox, or those to one address, oldest first, with the words that they would have now. */
export async function readMails({ db, deps }: WithMails, recipient?: string) {
  const rows = await db
    .selectFrom('mail')
    .leftJoin('store', 'store.id', 'mail.store_id')
    .$if(recipient !== undefined, (all) => all.where('recipient', '=', recipient ?? ''))
    .orderBy('mail.id')
    .selectAll('mail')
    .select(['store.name as store_name', 'store.subdomain'])
    .execute();
  return rows.map(({ store_name, subdomain, subject, text_body: text, html_body: html, ...mail }) => ({
    ...mail,
    ...renderMail(deps.config, {
      ...mail,
      subject,
      text,
      html,
      store: store_name && subdomain ? { name: store_name, subdomain } : null,
    }),
  }));
}

/** The token of the newest link that was mailed to an address; empty without one. */
export async function newestMailToken(app: WithMails, email: string): Promise<string> {
  // A notice may come after the mail with the link.
  const links = (await readMails(app, email)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]);
  return links.findLast((token) => token !== undefined) ?? '';
}
