import { afterEach, expect, it } from 'vitest';
import { closeMta } from '../mta/test/played-mta.ts';
import { table } from './report.ts';
import { brokenOf } from './run.ts';
import { checkMta } from './test/played-mta.ts';

/** The runner against the resource of MTA, in a played server. */

afterEach(closeMta);

it.each([
  // Vitrine never asks about an account, so this rule is not tried.
  { kind: 'account', not: ['who'] },
  // From a number MTA cannot find a player who is away, so every delivery waits.
  { kind: 'city_id', not: ['deferred-free'] },
] as const)('finds the resource of MTA right with players known by $kind', async ({ kind, not }) => {
  const lines = await checkMta(kind);
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  expect(untried, table(lines)).toEqual(not);
});
