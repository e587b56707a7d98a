import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Refusal } from '../../../http/errors.ts';
import { checkPassword, hashPassword } from './password.ts';

test('a password fits its own stored form and no other; no password fits an account without one', async () => {
  const stored = await hashPassword('cidade-alta-2026');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(stored, 'cidade-alta-2026')).toBe(true);
  expect(await checkPassword(stored, 'cidade-alta-2027')).toBe(false);
  expect(await checkPassword(undefined, 'cidade-alta-2026')).toBe(false);
});

test('a damaged stored form fails its own call only', async () => {
  await expect(checkPassword('no hash at all', 'cidade-alta-2026')).rejects.toThrow();
  const stored = await hashPassword('cidade-alta-2026');
  expect(await checkPassword(stored, 'cidade-alta-2026')).toBe(true);
});

test('attack: of a hundred passwords at once 41 are checked, and the others are asked to try again', async () => {
  const stored = await hashPassword('cidade-alta-2026');
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => checkPassword(stored, 'cidade-alta-2026')));
  const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(59);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } });
  expect(refused.every((reason) => reason instanceof Refusal)).toBe(true);
  expect(await checkPassword(stored, 'cidade-alta-2026')).toBe(true);
});

test.runIf(process.platform === 'linux')('hashing passwords has a lower priority than answering shoppers', async () => {
  await hashPassword('cidade-alta-2026');
  const nice = readdirSync('/proc/self/task').map((id) =>
    Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  );
  const own = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[16]);
  expect(own).toBeLessThan(10);
  expect(nice.filter((value) => value === 10).length).toBeGreaterThanOrEqual(1);
});
