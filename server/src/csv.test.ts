import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('what a spreadsheet would calculate is text, and a number below zero stays a number', () => {
  for (const hostile of [
    '=1+1',
    '+cmd',
    '-1+1',
    "-cmd|' /C calc'!A0",
    '@SOMA(A1)',
    '\t=1',
    '\r=1',
    '-',
    '-5;=1',
    '\n=1',
    '＝1+1',
    '＠SOMA(A1)',
  ]) {
    expect(csvLine([hostile]), hostile).toMatch(/^"'/);
  }
  expect(csvLine(['-12,50', '-3', '12,50', 'a "b"; c'])).toBe('"-12,50";"-3";"12,50";"a ""b""; c"\r\n');
});
