import { describe, expect, test } from 'vitest';
import { approveProblem, declineProblem, mayDecide, needsTwo, type Standing, subjectOf } from './approval.ts';

describe('what needs two people', () => {
  test.each([
    [null, 1_000_000, 0, false],
    [50_000, 49_999, 0, false],
    [50_000, 50_000, 0, true],
    [50_000, 20_000, 29_999, false],
    [50_000, 20_000, 30_000, true],
  ])('from %s on, %s after %s before: %s', (rule, centavos, before, two) => {
    expect(needsTwo(rule, centavos, before)).toBe(two);
  });
});

const waits: Standing = { kind: 'refund', state: 'waiting', over: false, askedBy: 'ana' };
const bruno = { account: 'bruno', role: 'admin' } as const;
const giver = { id: 'papel', name: 'Prêmios', permissions: ['orders.give', 'orders.read'] };

test('another member with the same right decides, and never whoever asked', () => {
  expect(approveProblem(waits, bruno, 'owner')).toBeUndefined();
  expect(approveProblem(waits, { account: 'ana', role: 'owner' }, 'owner')).toBe('approval_own');
  expect(declineProblem(waits, { account: 'ana', role: 'owner' })).toBe('approval_own');
});

test('a refund is decided by whoever may refund, and a manual order by whoever may give one', () => {
  const person = { account: 'caio', role: giver };
  expect(approveProblem(waits, person, 'owner')).toBe('forbidden');
  expect(approveProblem({ ...waits, kind: 'manual' }, person, 'owner')).toBeUndefined();
  expect(mayDecide(waits, { account: 'caio', role: 'attendant' })).toBe(false);
  expect(approveProblem(waits, { account: 'caio', role: undefined }, 'owner')).toBe('forbidden');
});

test('nothing is approved for somebody who lost the right, but it can be declined', () => {
  for (const role of [undefined, 'attendant'] as const) {
    expect(approveProblem(waits, bruno, role)).toBe('approval_asker');
  }
  expect(declineProblem(waits, bruno)).toBeUndefined();
});

test('a request that was decided or is over takes no other decision', () => {
  for (const state of ['approved', 'declined', 'withdrawn', 'ended'] as const) {
    expect(approveProblem({ ...waits, state }, bruno, 'owner')).toBe('approval_over');
  }
  expect(approveProblem({ ...waits, over: true }, bruno, 'owner')).toBe('approval_over');
  expect(declineProblem({ ...waits, over: true }, bruno)).toBe('approval_over');
});

test('a request is told in words', () => {
  expect(subjectOf('refund', 65_000, 7)).toBe('reembolso de R$ 650,00 do pedido 7');
  expect(subjectOf('manual', 65_000, null)).toBe('pedido manual de R$ 650,00');
});
