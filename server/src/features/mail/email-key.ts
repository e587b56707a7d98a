import { domainToASCII } from 'node:url';

/**
 * The canonical form in which e-mails are compared everywhere: trimmed, composed (NFC), lower case, the domain in ASCII.
 * Dots and +tags stay: whether two such addresses are one mailbox is the provider's business, and joining them would
 * hand one person's account to another.
 */
export function emailKey(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const domain = text.slice(at + 1).replace(/\.$/, '');
  return `${text.slice(0, at)}@${domainToASCII(domain) || domain}`;
}
