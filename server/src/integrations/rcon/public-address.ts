import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Networks beside the public ones that the operator allows, as `10.8.0.0/24`. */
export type AllowedNetworks = readonly string[];

/** Public IPv6 addresses are given out of these alone (IANA, "IPv6 Global Unicast Address Assignments"). */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address);

/**
 * Whether Vitrine may connect to this numeric address for somebody who typed it: a public one, or one of the operator's
 * networks. ipaddr.js gives the name "unicast" to public addresses only: not to private, loopback, link-local, shared and reserved
 * ones, and not to IPv6 forms that carry another address (NAT64, 6to4, Teredo). An IPv4 address that is mapped into IPv6 is judged
 * as the IPv4 address. A public address of this machine (`own`) is refused too, because no firewall stands between its programs.
 */
export function isAllowedAddress(
  address: string,
  allowed: AllowedNetworks,
  own: readonly string[] = ownAddresses(),
): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const within = allowed.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === ip.kind() && ip.match(range);
  });
  if (within) return true;
  if (ip.range() !== 'unicast' || (ip.kind() === 'ipv6' && !ip.match(GIVEN_OUT))) return false;
  return !own.some((one) => ipaddr.isValid(one) && ipaddr.process(one).toString() === ip.toString());
}

/** The addresses that a name has, IPv4 first. */
type Resolve = (name: string) => Promise<string[]>;

/**
 * Asks the name servers and not the system's resolver. The resolver blocks a thread of a small pool for each slow name, and an
 * owner chooses the name.
 */
const resolve: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const none = () => [];
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)]);
  return [...four, ...six];
};

/**
 * The numeric address of a host. Undefined where the name has none, or where one of its addresses is not allowed: a name with a
 * public and a private address is a trick. The caller connects to this address and not to the name, which could answer anew.
 */
export async function allowedAddress(
  host: string,
  allowed: AllowedNetworks,
  resolveName = resolve,
): Promise<string | undefined> {
  const found = isIP(host) ? [host] : await resolveName(host);
  return found.every((address) => isAllowedAddress(address, allowed)) ? found[0] : undefined;
}
