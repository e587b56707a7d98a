import { createHash } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { expect, test } from 'vitest';
import { firstBits, solve } from './proof-of-work.ts';

const truth = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

test('the page computes the standard SHA-256, in one block and in two', () => {
  for (let length = 0; length <= 119; length++) {
    const text = 'abc:0:9'.repeat(20).slice(0, length);
    expect([length, firstBits(text)]).toEqual([length, truth(text)]);
  }
});

test('a solution has the bits that were asked for', async () => {
  const challenge = 'mf3x1k2a.AbCdEfGhIjKl.0123456789abcdefghijkl';
  const { answers } = await solve({ challenge, puzzles: limits.proofPuzzles, bits: limits.proofBits });
  expect(answers).toHaveLength(limits.proofPuzzles);
  for (const [puzzle, answer] of answers.entries()) {
    expect(Math.clz32(truth(`${challenge}:${puzzle}:${answer}`))).toBeGreaterThanOrEqual(limits.proofBits);
  }
}, 60_000);

test('all puzzles together cost about a quarter of a million hashes, little enough for a phone', () => {
  expect(limits.proofPuzzles * 2 ** limits.proofBits).toBe(262_144);
});
