import { isIP, isIPv4 } from 'node:net';

/** An IPv6 address as eight groups, without zone. An IPv4 address in it takes two groups. */
function groupsOf(address: string): string[] {
  const text = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const group = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16);
    return `${group(a, b)}:${group(c, d)}`;
  });
  const [head = '', tail] = text.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * The network of an address: `203.0.113.x` (/24) for IPv4, `2001:db8:1::/48` for IPv6. It names no single person, and
 * a provider gives one customer at least that much. An IPv4 address written as IPv6 counts as IPv4. An invalid
 * address gives an empty text.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.x`;
  if (isIP(plain.replace(/%.*$/, '')) === 0) return '';
  return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
}

/**
 * The holder of a budget of computing time: an IPv4 address, or the /48 of an IPv6 address, because one customer may
 * have a whole /48 with its 65 536 senders.
 */
export function spenderOf(address: string): string {
  const sender = senderOf(address);
  return sender.includes(':') ? networkOf(address) : sender;
}

/**
 * The sender for limits: an IPv4 address, or the /64 of an IPv6 address, because the owner of one of its addresses
 * owns all of them. An IPv4 address written as IPv6 counts as IPv4. An invalid address is returned as it is.
 */
export function senderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain) || isIP(plain.replace(/%.*$/, '')) === 0) return plain;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** A whole IPv6 /48 may make this many times the calls of one sender: it has 65 536 senders. */
export const NETWORK_TIMES = 8;
