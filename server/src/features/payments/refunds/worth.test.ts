import { expect, test } from 'vitest';
import { worthOfNext } from './worth.ts';

/** Every order in which parts of so many units can go back: 3, 2 + 1, 1 + 2, 1 + 1 + 1. */
function waysToReturn(units: number): number[][] {
  if (units === 0) return [[]];
  const firsts = Array.from({ length: units }, (_, n) => n + 1);
  return firsts.flatMap((first) => waysToReturn(units - first).map((rest) => [first, ...rest]));
}

test('units that go back in any parts add up to what was paid, and each part is worth zero or more', () => {
  for (const quantity of [1, 2, 3, 5, 7]) {
    const ways = waysToReturn(quantity);
    for (let paid = 0; paid <= 1000; paid += 1) {
      for (const way of ways) {
        let returned = 0;
        let sum = 0;
        for (const units of way) {
          const worth = worthOfNext({ id: 'a', quantity, returned, paid }, units);
          if (worth < 0 || worth > paid - sum) throw new Error(`${way} of ${paid} centavos: ${worth} for ${units}`);
          sum += worth;
          returned += units;
        }
        if (sum !== paid) throw new Error(`${way} of ${paid} centavos came to ${sum}`);
      }
    }
  }
  expect(waysToReturn(3)).toEqual([[1, 1, 1], [1, 2], [2, 1], [3]]);
});

test('the dearest line that a price and a quantity allow is divided without a loss', () => {
  const line = { id: 'a', quantity: 999, paid: 2_147_483_647 };
  const both = worthOfNext({ ...line, returned: 0 }, 500) + worthOfNext({ ...line, returned: 500 }, 499);
  expect(both).toBe(line.paid);
});
