import { expect, test } from 'vitest';
import { createRefusals } from './refusals.ts';

test('attack: past half of the limit, servers that refuse again and again wait, and a server with one refusal goes on', () => {
  let time = 0;
  const refusals = createRefusals(() => time);
  for (let server = 0; server < 25; server += 1) {
    for (let turn = 0; turn < 50; turn += 1) refusals.note(`hostile ${server}`, 403, null);
  }
  refusals.note('one slip', 403, null);
  expect(refusals.waitOf('one slip')).toBe(0);
  expect(refusals.waitOf('never refused')).toBe(0);
  for (let turn = 0; turn < 4; turn += 1) refusals.note('one slip', 403, null);
  expect(refusals.waitOf('one slip')).toBeGreaterThan(0);
  time = 10 * 60_000;
  expect(refusals.waitOf('one slip')).toBe(0);
});
