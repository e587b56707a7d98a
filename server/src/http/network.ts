import { isIP, isIPv4 } from 'node:net';

/** An IPv6 address as its eight groups, without zone; an IPv4 address in it as two groups. */
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
 * The network that an address belongs to: `203.0.113.x` (/24) for IPv4, `2001:db8:1::/48` for IPv6. Names no single
 * person, and is what one customer of a provider is usually given at least. An IPv4 address written as IPv6 counts as
 * IPv4; what is no address is empty.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.x`;
  if (isIP(plain.replace(/%.*$/, '')) === 0) return '';
  return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
}

/**
 * Whose budget of computing time an address uses: an IPv4 address, or the /48 of an IPv6 address, since a customer may be
 * given a whole /48 and has 65 536 senders in it.
 */
export function spenderOf(address: string): string {
  const sender = senderOf(address);
  return sender.includes(':') ? networkOf(address) : sender;
}

/**
 * What limits count as one sender: an IPv4 address, or the /64 of an IPv6 address, since whoever has one of those addresses
 * has all. An IPv4 address written as IPv6 counts as IPv4; what is no address is itself.
 */
export function senderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain) || isIP(plain.replace(/%.*$/, '')) === 0) return plain;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}
