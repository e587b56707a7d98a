import type { z } from 'zod';
import { accountMails } from './account-mails.ts';
import type { MailRules } from './mail-rules.ts';
import { noticeMails } from './notice-mails.ts';
import { shopperMails } from './shopper-mails.ts';
import { storeMails } from './store-mails.ts';

/**
 * Every mail there is. Its name is stored with each mail, so a kind that waits in the outbox keeps its name.
 * The table of senders in docs/security.md says who can cause each mail.
 */
export const mailKinds = { ...accountMails, ...storeMails, ...noticeMails, ...shopperMails };

type MailKinds = typeof mailKinds;
export type MailKindName = keyof MailKinds;
/** What the words of a kind are made of. */
export type MailData<Kind extends MailKindName> = z.output<MailKinds[Kind]['data']>;
/** The kinds whose words name a store. */
export type StoreMailKind = {
  [Kind in MailKindName]: MailKinds[Kind]['about'] extends 'store' ? Kind : never;
}[MailKindName];

/** Whether this version knows the kind. A stored mail may be of another version. */
export function isMailKind(name: string): name is MailKindName {
  return Object.hasOwn(mailKinds, name);
}

/** The rules of a stored mail's kind. A mail of a kind that this version does not know has no special rule. */
export function mailKind(name: string): MailRules {
  return isMailKind(name) ? mailKinds[name] : {};
}
