import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingFromLock } from './check.mjs';
import { root } from './run.mjs';
import { readPlaywright, readProve, readVitest } from './test.mjs';

test('an optional package of a platform that the lock lacks is named', () => {
  const lock = {
    packages: {
      '': { name: 'x' },
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
      'node_modules/tool/node_modules/tool-linux': {},
    },
  };
  expect(missingFromLock(lock)).toEqual(['node_modules/tool names tool-darwin, which is not in package-lock.json']);
});

test('a failed test is named with the beginning of its error, one that this machine cannot try is counted; a test file that could not be loaded is a failure; one that passed the second time is named', () => {
  const report = {
    numPassedTests: 3,
    numPendingTests: 2,
    testResults: [
      {
        name: join(root, 'a.test.ts'),
        status: 'passed',
        assertionResults: [
          { status: 'passed', failureMessages: [] },
          { status: 'passed', fullName: 'waits', failureMessages: ['too early'] },
        ],
      },
      {
        name: join(root, 'b.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'sums' },
          {
            status: 'failed',
            fullName: 'prices adds',
            failureMessages: ['\u001b[31mexpected 2\u001b[39m', 'x\n'.repeat(40)],
          },
        ],
      },
      { name: join(root, 'c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  const { passed, failures, unsure, untried } = readVitest(report);
  expect([passed, untried]).toEqual([3, 2]);
  expect(failures).toEqual([
    ['b.test.ts › prices adds', '    expected 2', ...Array(12).fill('    x')].join('\n'),
    'c.test.ts\n    no such module',
  ]);
  expect(unsure).toEqual(['a.test.ts › waits\n    too early']);
});

test('a story that failed, or passed only the second time, is named; a server that does not start is a failure too', () => {
  const ok = { title: 'pays', ok: true, tests: [] };
  const late = { errors: [{ message: 'not yet' }] };
  const second = { title: 'turns', ok: true, tests: [{ status: 'flaky', results: [late, { errors: [] }] }] };
  const red = { title: 'waits', ok: false, tests: [{ results: [{ errors: [{ message: 'too late' }] }] }] };
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [{ title: 'cart.test.ts', specs: [ok, second], suites: [{ title: '360 px', specs: [red] }] }],
    errors: [{ message: 'timed out' }],
  };
  expect(readPlaywright(report)).toEqual({
    passed: 2,
    failures: ['e2e/cart.test.ts › 360 px › waits\n    too late', 'outside any story\n    timed out'],
    unsure: ['e2e/cart.test.ts › turns\n    not yet'],
  });
});

test('a promise that was not held is a failure with its figure and its floor; the others count', () => {
  const held = { promise: 'P3', section: 'stock', title: 'Few units', held: true, figure: '10 sold', floor: '10 sold' };
  const lost = { promise: 'P1', section: 'money', title: 'Once', held: false, figure: 'R$ 100', floor: 'R$ 50' };
  const untried = { ...held, held: null };
  expect(readProve({ lines: [held, lost, untried, held] })).toEqual({
    passed: 2,
    failures: ['prove › money › P1 Once\n    R$ 100; asked for: R$ 50'],
  });
});
