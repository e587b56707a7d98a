import { expect, test } from 'vitest';
import { missingFromLock } from './check.mjs';
import { countPlaywright, countVitest } from './test.mjs';

test('an optional package of some platform that the lock does not hold is named', () => {
  const lock = {
    packages: {
      '': { name: 'x' },
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
      'node_modules/tool/node_modules/tool-linux': {},
    },
  };
  expect(missingFromLock(lock)).toEqual(['node_modules/tool names tool-darwin, which is not in package-lock.json']);
});

test('a test file that could not be loaded counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
});

test('a server that does not start counts as a failure of the stories', () => {
  const report = { stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [{ message: 'timed out' }] };
  expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
});
