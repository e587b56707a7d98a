import { expect, test } from 'vitest';
import { countedTitle, salesWords } from './tell-sales.ts';

test('the title counts the sales that nobody has seen, and loses the number when somebody looks', () => {
  expect(countedTitle('Pedidos · Vitrine', 3)).toBe('(3) Pedidos · Vitrine');
  expect(countedTitle('(3) Pedidos · Vitrine', 12)).toBe('(12) Pedidos · Vitrine');
  expect(countedTitle('(12) Pedidos · Vitrine', 0)).toBe('Pedidos · Vitrine');
  expect(salesWords(1)).toBe('1 venda nova');
  expect(salesWords(2)).toBe('2 vendas novas');
});
