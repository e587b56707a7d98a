import { expect, test } from 'vitest';
import { allowedAddress, isAllowedAddress } from './public-address.ts';

test.each([
  ['127.0.0.1'],
  ['127.9.9.9'],
  ['0.0.0.0'],
  ['10.0.0.1'],
  ['172.16.0.1'],
  ['172.31.255.255'],
  ['192.168.1.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['192.0.0.192'],
  ['192.0.2.1'],
  ['198.18.0.1'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['fe80::1'],
  ['fd00:ec2::254'],
  ['ff02::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:a9fe:a9fe'],
  ['64:ff9b::a9fe:a9fe'],
  ['2002:7f00:1::'],
  ['2001:0:7f00:1::'],
  ['2001:db8::1'],
  // An IPv4 address in a form that is out of use, site-local addresses, local NAT64, and addresses that nobody was given yet.
  ['::7f00:1'],
  ['::a9fe:a9fe'],
  ['::ffff:0:127.0.0.1'],
  ['fec0::1'],
  ['64:ff9b:1::a00:1'],
  ['4000::1'],
  ['e000::1'],
  ['a::b'],
  ['no address'],
])('%s is refused', (address) => {
  expect(isAllowedAddress(address, [])).toBe(false);
});

test('public addresses are allowed, and those of the operator', () => {
  expect(['177.54.144.10', '8.8.8.8', '::ffff:8.8.8.8', '2804:14c::1'].map((one) => isAllowedAddress(one, []))).toEqual(
    [true, true, true, true],
  );
  const own = ['10.8.0.0/24', 'fd12::/16'];
  expect(['10.8.0.7', '::ffff:10.8.0.7', 'fd12::7'].map((one) => isAllowedAddress(one, own))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['10.8.1.7', 'fd13::7', '127.0.0.1'].map((one) => isAllowedAddress(one, own))).toEqual([false, false, false]);
});

test('an address of this machine is refused, because its other programs listen there too', () => {
  const machine = ['177.54.144.10', '2804:14c::1'];
  expect(isAllowedAddress('177.54.144.10', [], machine)).toBe(false);
  expect(isAllowedAddress('::ffff:177.54.144.10', [], machine)).toBe(false);
  expect(isAllowedAddress('2804:014c:0::1', [], machine)).toBe(false);
  expect(isAllowedAddress('177.54.144.11', [], machine)).toBe(true);
  expect(isAllowedAddress('177.54.144.10', ['177.54.144.10/32'], machine)).toBe(true);
});

test('a name is allowed only if each of its addresses is allowed', async () => {
  const names: Record<string, string[]> = {
    'mc.example.com': ['177.54.144.10', '177.54.144.11'],
    'inside.example.com': ['10.0.0.5'],
    'both.example.com': ['177.54.144.10', '169.254.169.254'],
    'six.example.com': ['177.54.144.10', '::1'],
  };
  const judge = (host: string, allowed: string[] = []) =>
    allowedAddress(host, allowed, async (name) => names[name] ?? []);
  expect(await judge('mc.example.com')).toBe('177.54.144.10');
  expect(await judge('177.54.144.12')).toBe('177.54.144.12');
  for (const host of ['inside.example.com', 'both.example.com', 'six.example.com', 'none.example.com', '127.0.0.1'])
    expect(await judge(host), host).toBeUndefined();
  expect(await judge('inside.example.com', ['10.0.0.0/8'])).toBe('10.0.0.5');
});
