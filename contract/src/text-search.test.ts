import { expect, test } from 'vitest';
import { matchesSearch } from './text-search.ts';

test('case and accents do not matter', () => {
  expect(matchesSearch('veiculo', 'Veículo de luxo')).toBe(true);
  expect(matchesSearch('VEÍCULO', 'veiculo')).toBe(true);
});

test('every word must be found, in any order', () => {
  expect(matchesSearch('ouro vip', 'VIP', 'Ouro')).toBe(true);
  expect(matchesSearch('ouro prata', 'VIP Ouro')).toBe(false);
});

test('an empty search, or one of spaces only, finds everything', () => {
  expect(matchesSearch('', 'x')).toBe(true);
  expect(matchesSearch('   ', 'x')).toBe(true);
});
