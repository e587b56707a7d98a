import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benches, benchSample } from './bench.mjs';
import { chosenParts, verdict } from './long.mjs';
import { root } from './run.mjs';

const names = (words: string[]) => chosenParts(words).map(({ name }: { name: string }) => name);

test('the long run has every part, or the named ones; a group names several', () => {
  expect(names([])).toEqual(['proof', 'fuzz', 'soak', 'storm', 'themes', ...Object.keys(benches)]);
  expect(names(['soak'])).toEqual(['soak']);
  expect(names(['bench', 'soak'])).toEqual(['soak', ...Object.keys(benches)]);
  expect(() => names(['soap'])).toThrow(
    'There is no part soap. There are: proof | fuzz | soak | storm | themes | storefront | bench',
  );
});

test('the table says what was held, what was not, and which bench missed a limit', () => {
  const line = (held: boolean | null) => ({ section: 'stock', title: 'Few units', held });
  expect(verdict(0, { lines: [line(true), line(null)] })).toBe('1 held, 0 not held');
  expect(verdict(1, { lines: [line(true), line(false)] })).toBe('1 held, 1 not held; stock: Few units');
  expect([0, 2, 1].map((code) => verdict(code, undefined))).toEqual([
    'within its limits',
    'a limit was missed',
    'could not measure (1)',
  ]);
});

test('the sample of a bench fails when the bench cannot measure, not when the busy machine misses a limit', async () => {
  const codes: Record<string, number> = {
    storefront: 0,
    delivery: 2,
    lists: 0,
    sync: 0,
    backlog: 0,
    live: 0,
    order: 0,
    dashboard: 1,
  };
  const result = await benchSample(async ([name]: string[]) => codes[name ?? ''] ?? 1);
  expect(result).toEqual({ passed: 7, failures: ['bench dashboard ended with 1; see above'] });
  for (const name of Object.keys(benches)) expect(existsSync(join(root, 'bench', `${name}.ts`))).toBe(true);
});
