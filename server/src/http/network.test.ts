import { expect, test } from 'vitest';
import { networkOf, senderOf, spenderOf } from './network.ts';

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001::5', '2001:db8:1::/48'],
  ['2001:db8::5', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', ''],
  ['203.0.113', ''],
  ['<script>', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::5', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('limits count %s as %s', (address, sender) => {
  expect(senderOf(address)).toBe(sender);
});

test('one budget of computing time belongs to a whole IPv6 network, or to one IPv4 address', () => {
  expect(spenderOf('2001:db8:1:2::1')).toBe(spenderOf('2001:db8:1:ffff::9'));
  expect(spenderOf('2001:db8:2:2::1')).not.toBe(spenderOf('2001:db8:1:2::1'));
  expect(spenderOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(spenderOf('203.0.113.8')).not.toBe(spenderOf('203.0.113.7'));
});
