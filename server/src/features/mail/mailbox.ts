import { createHash } from 'node:crypto';
import { emailKey } from './email-key.ts';

/** Providers that read `a.b` and `ab` as one mailbox. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

const hashOf = (name: string) => createHash('sha256').update(`mailbox:${name}`).digest('base64url');

/**
 * One hashed name for all spellings of a mailbox: without `+tags`, and without dots where the provider ignores them. It only
 * serves to count mails. Whose account an address belongs to is decided by `emailKey`.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email);
  const atSign = key.lastIndexOf('@');
  const domain = key.slice(atSign + 1);
  const plain = key.slice(0, atSign).replace(/\+.*$/, '');
  const local = WITHOUT_DOTS.has(domain) ? plain.replaceAll('.', '') : plain;
  return hashOf(`${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`);
}

/**
 * The hash of one address, to remember that a mail server refused it. It is not the mailbox's hash: a mail server that knows
 * no tags refuses `victim+x`, which a stranger typed, and that must not silence `victim`.
 */
export function addressHash(email: string): string {
  return hashOf(emailKey(email));
}
