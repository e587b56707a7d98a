import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { currentKeyId, deriveKey, open, openText, SealError, type Secret, seal } from './seal.ts';

const secret: Secret = [randomBytes(32)];

test('opens what was sealed for the same owner', () => {
  expect(openText(secret, seal(secret, 'APP_USR-ção', 'store-1'), 'store-1')).toBe('APP_USR-ção');
  expect(open(secret, seal(secret, Buffer.of(0, 255), 'x'), 'x')).toEqual(Buffer.of(0, 255));
  expect(openText(secret, seal(secret, '', 'x'), 'x')).toBe('');
});

test('never makes the same bytes twice', () => {
  expect(seal(secret, 'a', 'x')).not.toEqual(seal(secret, 'a', 'x'));
});

test('refuses another owner, another secret and every changed byte', () => {
  const sealed = seal(secret, 'token', 'store-1');
  expect(() => open(secret, sealed, 'store-2')).toThrow(SealError);
  expect(() => open([randomBytes(32)], sealed, 'store-1')).toThrow('sealed with another secret');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(secret, changed, 'store-1')).toThrow(SealError);
  }
  expect(() => open(secret, Buffer.alloc(0), 'store-1')).toThrow(SealError);
  expect(() => open(secret, sealed.subarray(0, 20), 'store-1')).toThrow(SealError);
});

test('keys of two purposes differ and always stay the same', () => {
  expect(deriveKey(secret[0], 'a')).toEqual(deriveKey(secret[0], 'a'));
  expect(deriveKey(secret[0], 'a')).not.toEqual(deriveKey(secret[0], 'b'));
});

test('opens with a former secret, seals with the current one, and recognises an old value', () => {
  const old = seal(secret, 'token', 'x');
  const both: Secret = [randomBytes(32), ...secret];
  expect(openText(both, old, 'x')).toBe('token');
  const fresh = seal(both, 'token', 'x');
  expect(() => open(secret, fresh, 'x')).toThrow('sealed with another secret');
  const keyId = (value: Buffer) => value.subarray(1, 5);
  expect(keyId(fresh)).toEqual(currentKeyId(both));
  expect(keyId(old)).not.toEqual(currentKeyId(both));
});
