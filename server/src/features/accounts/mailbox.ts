import { createHash } from 'node:crypto';
import { emailKey } from './email-key.ts';

/** Providers that read `a.b` and `ab` as one mailbox. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * One name for all spellings of a mailbox, hashed: `+tags` go, and dots where the provider ignores them. Only for
 * counting and remembering what was sent: whose account an address is, `emailKey` decides.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  const plain = key.slice(0, at).replace(/\+.*$/, '');
  const local = WITHOUT_DOTS.has(domain) ? plain.replaceAll('.', '') : plain;
  return createHash('sha256')
    .update(`mailbox:${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`)
    .digest('base64url');
}
