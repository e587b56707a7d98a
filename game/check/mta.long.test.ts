import { afterEach, expect, it } from 'vitest';
import { closeMta } from '../mta/test/played-mta.ts';
import { table } from './report.ts';
import { brokenOf } from './run.ts';
import { checkMta } from './test/played-mta.ts';

/** The runner against the resource of MTA, in a played server. */

afterEach(closeMta);

it.each([
  // Nobody asks about an account.
  { kind: 'account', not: ['who'] },
  // A number says nothing of a player who is away, so everything waits.
  { kind: 'city_id', not: ['deferred-free'] },
] as const)('finds the resource of MTA right with players known by $kind', async ({ kind, not }) => {
  const lines = await checkMta(kind);
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  expect(untried, table(lines)).toEqual(not);
});
