/** Addresses outside the shop, without the rules of their kinds (store-links.ts), so that a page that reads only one of them is light. */

/** Longest text of a link that an owner may type. */
export const LINK_MAX = 200;

/** A name with a top domain of letters, without user, password and port, then visible ASCII that needs no escape in a page. */
const ADDRESS = /^https:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]+)([/?#][!#-&(-;=?-[\]^_a-z{|}~]*)?$/i;

/**
 * The whole address that a text means, or null for one that is refused. Only `https:` without a user, a password or a port passes,
 * and where `hosts` are given, only a page on one of them.
 */
export function readAddress(typed: string, hosts?: readonly string[]): string | null {
  const given = typed.trim();
  const [, named = '', rest = ''] = ADDRESS.exec(/^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`) ?? [];
  const host = named.toLowerCase();
  if (host === '') return null;
  if (hosts && (!hosts.includes(host.replace(/^(www|m)\./, '')) || !/^\/./.test(rest))) return null;
  const address = `https://${host}${rest || '/'}`;
  return address.length <= LINK_MAX ? address : null;
}
