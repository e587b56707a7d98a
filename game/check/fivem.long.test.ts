import { afterEach, expect, it } from 'vitest';
import { closePlayed } from '../fivem/test/played-city.ts';
import { table } from './report.ts';
import { brokenOf } from './run.ts';
import { checkFivem } from './test/played-fivem.ts';

/** The runner against the script of FiveM on the other bases. */

afterEach(closePlayed);

it.each([
  'creative3',
  'creative4-summerz',
  'network-newer',
  'network-older',
  'qbox',
  'qbcore',
  'esx',
  'ox_core',
  'vrp2',
] as const)('finds the script of FiveM right on %s', async (framework) => {
  const lines = await checkFivem(framework);
  expect(brokenOf(lines), table(lines)).toEqual([]);
  expect(lines.filter(({ verdict }) => verdict === 'held').length, table(lines)).toBeGreaterThan(30);
});
