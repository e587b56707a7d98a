import { expect, test } from 'vitest';
import { isNumbered, NonceMemory } from './game-nonces.ts';

const START = 'a'.repeat(32);
const numbered = (n: number, start = START) => `${start}${n.toString(16).padStart(16, '0')}`;

test('only 48 digits count; any other length is random', () => {
  expect([numbered(1), numbered(1).slice(1), 'ab'.repeat(8), `${numbered(1)}0`].map(isNumbered)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('each number of a start is taken once, in any order within 64', () => {
  const memory = new NonceMemory();
  const take = (n: number) => memory.take('token', numbered(n));
  expect([take(100), take(102), take(101), take(37), take(102), take(100), take(101), take(37)]).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([take(39), take(39), take(103), take(39), take(1000), take(937), take(936)]).toEqual([
    true,
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
});

test('another start and another token count for themselves', () => {
  const memory = new NonceMemory();
  expect(memory.take('token', numbered(5))).toBe(true);
  expect(memory.take('token', numbered(5, 'b'.repeat(32)))).toBe(true);
  expect(memory.take('other', numbered(5))).toBe(true);
});

test('a thousand shuffled requests are each taken once, whatever comes twice', () => {
  const memory = new NonceMemory();
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const order = Array.from({ length: 1000 }, (_, n) => ({ n: n + 1, at: n + random() * 30 })).sort(
    (a, b) => a.at - b.at,
  );
  const taken = order.map(({ n }) => memory.take('token', numbered(n)));
  expect(taken.every(Boolean)).toBe(true);
  expect(order.some(({ n }) => memory.take('token', numbered(n)))).toBe(false);
});
