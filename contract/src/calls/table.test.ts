import { describe, expect, test } from 'vitest';
import type { Call } from './call.ts';
import { calls } from './table.ts';

const rows = Object.entries(calls) as [string, Call][];

test('no two calls have one id, and each says in one sentence what it does', () => {
  const ids = rows.map(([, { id }]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { id, says }] of rows) {
    expect([name, id]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
    expect([name, says]).toEqual([name, expect.stringMatching(/^[A-Z][^.]+\.$/)]);
  }
});

test('every call that needs no login has a limit of calls, in its row or by what it holds', () => {
  const open = rows.filter(([, { access }]) => ['public', 'shopper', 'customer', 'provider', 'game'].includes(access));
  expect(open.length).toBeGreaterThan(10);
  // A stream takes one of the places of its sender and its order.
  const held = ['GET /order/:external_reference/events'];
  expect(open.filter(([name, { limit }]) => !limit && !held.includes(name)).map(([name]) => name)).toEqual([]);
});

describe('the examples are what the schemas read', () => {
  test.each(rows)('%s', (name, { params, body, answer, events, example }) => {
    expect([...name.matchAll(/:(\w+)/g)].map(([, part]) => part)).toEqual(Object.keys(params?.shape ?? {}));
    expect(body?.safeParse(example.body).error).toBeUndefined();
    expect(example.body === undefined).toBe(body === undefined);
    const told = answer ?? Object.values(events ?? {})[0];
    expect(example.answer === undefined).toBe(told === undefined);
    // Nothing is stripped: the example shows no field that the answer does not have.
    if (told) expect(told.parse(example.answer)).toEqual(example.answer);
  });
});

test.each(rows)('%s says what a success of it is', (_name, { answer, file, events, redirect }) => {
  expect([answer ?? redirect, file, events].filter((kind) => kind !== undefined)).toHaveLength(1);
});
