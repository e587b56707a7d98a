import { createHash } from 'node:crypto';
import { emailKey } from './email-key.ts';

/** Providers that read `a.b` and `ab` as one mailbox. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

const hashOf = (name: string) => createHash('sha256').update(`mailbox:${name}`).digest('base64url');

/**
 * One name for all spellings of a mailbox, hashed: `+tags` go, and dots where the provider ignores them. Only for
 * counting what was sent: whose account an address is, `emailKey` decides.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  const plain = key.slice(0, at).replace(/\+.*$/, '');
  const local = WITHOUT_DOTS.has(domain) ? plain.replaceAll('.', '') : plain;
  return hashOf(`${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`);
}

/**
 * One address, hashed, for remembering what a mail server refused. Not its mailbox: where tags are no part of the mailbox's name,
 * a stranger has `victim+x` refused, and that must not silence `victim`.
 */
export function addressHash(email: string): string {
  return hashOf(emailKey(email));
}
