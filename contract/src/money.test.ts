import { expect, test } from 'vitest';
import { formatCentavos } from './money.ts';

const byIntl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const expected = (centavos: number) => byIntl.format(centavos / 100).replaceAll('\u00a0', ' ');

test.each([
  [0, 'R$ 0,00'],
  [5, 'R$ 0,05'],
  [-5, '-R$ 0,05'],
  [99_999, 'R$ 999,99'],
  [100_000, 'R$ 1.000,00'],
  [123_456_789_00, 'R$ 123.456.789,00'],
  [-123_456, '-R$ 1.234,56'],
  [-0.4, 'R$ 0,00'],
])('%d centavos are written as %s', (centavos, text) => {
  expect(formatCentavos(centavos)).toBe(text);
});

test('every amount is written as the standard of the language writes it', () => {
  for (let step = 0, centavos = 1; step < 5000; step += 1, centavos = (centavos * 7919 + 13) % 9_007_199_254_740) {
    for (const amount of [centavos, -centavos, step]) expect(formatCentavos(amount)).toBe(expected(amount));
  }
  for (const fraction of [0.5, 1.5, 2.49, 100.5, 123_456.7]) expect(formatCentavos(fraction)).toBe(expected(fraction));
});
