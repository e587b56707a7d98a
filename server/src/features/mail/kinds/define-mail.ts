import { z } from 'zod';
import type { MailDocument } from '../mail-document.ts';
import { looksLikeLink, mailName } from '../mail-names.ts';
import type { MailRules } from './mail-rules.ts';

/** A store as mails name it: by its subdomain if its name looks like a link. Read when the mail is sent. */
export interface MailStore {
  name: string;
  subdomain: string;
}

/**
 * One kind of mail: its rules, the schema of its data, and its words, pt-BR. The data is checked when the mail is written and
 * again when it is rendered, minutes or days later and maybe by a newer version. So it holds values, and the words are here.
 * Names that people chose go through `mailName` here.
 */
interface Words<Schema extends z.ZodType, About extends unknown[]> {
  data: Schema;
  subject: (data: z.output<Schema>, ...about: About) => string;
  document: (data: z.output<Schema>, ...about: About) => MailDocument;
}

/** Defines a mail that belongs to no store. */
export function accountMail<Schema extends z.ZodType>(mail: MailRules & Words<Schema, []>) {
  return { ...mail, about: 'account' as const };
}

/** Defines a mail of a store. Its words get the store as it is when the mail is sent. */
export function storeMail<Schema extends z.ZodType>(mail: MailRules & Words<Schema, [store: MailStore]>) {
  return { ...mail, about: 'store' as const };
}

/** A link in a mail: a web address of ours. */
export const link = z.url({ protocol: /^https?$/ });

/** The rules of a mail that warns of a change. */
export const warning = { warning: true, despiteBounce: true } as const;

export const AUTOMATIC = 'Mensagem automática da Vitrine. Não responda a este e-mail.';

const PERSON_MAX = 60;
/** Without the name if it looks like a link: whoever registers a stranger's address chooses the name in the mail. */
export const greeting = (name: string) =>
  looksLikeLink(name) ? 'Olá!' : `Olá, ${mailName(name, '').slice(0, PERSON_MAX)}!`;

/** The store's name, as a mail may carry it. */
export const nameOf = ({ name, subdomain }: MailStore) => mailName(name, subdomain);

/** The facts of a mail about an order. */
export const orderFacts = (store: MailStore, order: number): [name: string, value: string][] => [
  ['Loja', nameOf(store)],
  ['Pedido', String(order)],
];
