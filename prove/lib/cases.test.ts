import { expect, test } from 'vitest';
import { caseOf, sample } from './cases.ts';
import type { Operation } from './operations.ts';

const operation: Operation = {
  method: 'POST',
  path: '/v1/things/{id}',
  body: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 3, maxLength: 60 },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { enum: ['a', 'b'] },
      lines: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    },
  },
  query: [],
  login: false,
  permission: false,
};

test('a sample has every field, with known values for known names', () => {
  expect(sample(operation.body ?? {}, { id: 'abc' })).toEqual({
    name: 'texto',
    count: 1,
    kind: 'a',
    lines: [{ id: 'abc' }],
  });
});

test('the same number gives the same case, and other numbers give other cases', () => {
  const many = Array.from({ length: 300 }, (_, n) => caseOf(operation, n, { id: 'abc' }));
  expect(caseOf(operation, 7, { id: 'abc' })).toEqual(many[7]);
  const bodies = new Set(many.map(({ body, headers, path }) => `${path}${JSON.stringify(headers)}${body}`));
  expect(bodies.size).toBeGreaterThan(200);
});

test('headers of a case can be sent', () => {
  for (let n = 0; n < 300; n += 1) expect(() => new Headers(caseOf(operation, n, {}).headers)).not.toThrow();
});
