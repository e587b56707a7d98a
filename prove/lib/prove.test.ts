import { expect, test } from 'vitest';
import type { Line, Section } from './line.ts';
import { groupsOf } from './prove.ts';

const line = (title: string, more: Partial<Line> = {}): Line => ({
  promise: 'P1',
  title,
  run: () => Promise.reject(new Error('not asked')),
  ...more,
});
const sections: Section[] = [
  { name: 'money', lines: [line('a'), line('b'), line('c'), line('d', { longOnly: true })] },
  { name: 'faults', lines: [line('e'), line('f', { alone: true }), line('g'), line('h')] },
];
const titles = (length: 'short' | 'long') =>
  groupsOf(sections, length).map((group) => group.map(({ line: { title } }) => title).join(''));

test('a short run tries three lines at once, but never beside one that others would notice', () => {
  expect(titles('short')).toEqual(['abc', 'e', 'f', 'gh']);
});

test('a long run tries each line alone, in the order of the table', () => {
  expect(titles('long')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});
