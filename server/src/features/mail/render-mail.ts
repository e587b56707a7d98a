import { permissionToOpen } from '@vitrine/contract/screens/panel';
import type { Config } from '../../config.ts';
import { openText, seal } from '../../db/seal.ts';
import type { MailStore } from './kinds/define-mail.ts';
import { isMailKind, type MailData, type MailKindName, mailKinds } from './kinds/mail-kinds.ts';
import { headerLine, type MailDocument, mailHtml, mailText } from './mail-document.ts';

/** A mail of the outbox. `data` is null in a mail that an earlier version wrote with its words. */
export interface StoredMail {
  id: string;
  kind: string;
  data: Buffer | null;
  /** The mail's store as it is now. */
  store: MailStore | null;
  subject: string;
  text: string;
  html: string;
}

type Sealing = Pick<Config, 'secret'>;
type Rendering = Pick<Config, 'secret' | 'publicUrl'>;
/** A row's data opens in this row only, so that nobody copies a link into a mail to another address. */
const ownerOf = (id: string) => `mail:${id}`;

/**
 * The data of a mail as it is stored: sealed, because it may hold a link that logs somebody in. Throws if it does not fit
 * the kind's schema.
 */
export function sealData<Kind extends MailKindName>(
  { secret }: Sealing,
  id: string,
  kind: Kind,
  data: MailData<Kind>,
): Buffer {
  return seal(secret, JSON.stringify(mailKinds[kind].data.parse(data)), ownerOf(id));
}

/** What a stored mail's words are made of, as it was written. Throws when another secret sealed it. */
export function openData({ secret }: Sealing, id: string, data: Buffer): unknown {
  return JSON.parse(openText(secret, data, ownerOf(id)));
}

/**
 * Subject and both forms of a stored mail. Throws if they cannot be made: a kind or data of another version, a value that
 * another secret sealed, a link that is no web address.
 */
export function renderMail(config: Rendering, mail: StoredMail): { subject: string; text: string; html: string } {
  if (!mail.data) return { subject: mail.subject, text: mail.text, html: mail.html };
  if (!isMailKind(mail.kind)) throw new Error(`this version has no mail of the kind ${mail.kind}`);
  const kind = mailKinds[mail.kind];
  if (kind.about === 'store' && !mail.store) throw new Error('the mail has no store');
  const data = kind.data.parse(openData(config, mail.id, mail.data));
  // The compiler does not see that data and words are of the same kind.
  const words = kind as { subject: (...all: unknown[]) => string; document: (...all: unknown[]) => MailDocument };
  const document = inStore(words.document(data, mail.store), mail.store, config);
  return { subject: headerLine(words.subject(data, mail.store)), text: mailText(document), html: mailHtml(document) };
}

/**
 * The mail with a button that opens the panel in its store (`/s/{subdomain}`), because the reader may work in several. Other links
 * stay as they are.
 */
function inStore(
  document: MailDocument,
  store: MailStore | null,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): MailDocument {
  const { button } = document;
  if (!button || !store) return document;
  const url = new URL(button.url);
  if (url.origin !== new URL(publicUrl).origin || permissionToOpen(url.pathname) === undefined) return document;
  url.pathname = `/s/${store.subdomain}${url.pathname}`;
  return { ...document, button: { ...button, url: url.href } };
}
