import { afterEach, expect, it } from 'vitest';
import { closePlayed } from '../fivem/test/played-city.ts';
import { table } from './report.ts';
import { brokenOf } from './run.ts';
import { checkFivem } from './test/played-fivem.ts';

/** The runner against the script of FiveM, in a played city. */

afterEach(closePlayed);

it('finds the script of FiveM right', async () => {
  const lines = await checkFivem('vrpex');
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  // In the played city an effect takes no time, so no kill can meet it. The script's own tests stop it at each point.
  expect(untried, table(lines)).toEqual(['decided']);
});
