import { domainToASCII } from 'node:url';

/**
 * The canonical form in which e-mails are compared everywhere: trimmed, composed (NFC), lower case, the domain in ASCII.
 * Dots and +tags stay: only the provider knows whether two such addresses are one mailbox. If we joined two people's
 * addresses, one of them would get the other's account.
 */
export function emailKey(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const atSign = text.lastIndexOf('@');
  if (atSign < 0) return text;
  const domain = text.slice(atSign + 1).replace(/\.$/, '');
  return `${text.slice(0, atSign)}@${domainToASCII(domain) || domain}`;
}
