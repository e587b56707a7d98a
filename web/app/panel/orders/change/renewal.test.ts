import type { RenewPreview } from '@vitrine/contract/renewals';
import { expect, test } from 'vitest';
import { groupsOf, leftOut, sentText } from './renewal.ts';

const change = (id: string, orderNumber: number, part: Partial<RenewPreview> = {}): RenewPreview => ({
  id,
  product: 'VIP',
  orderNumber,
  player: '17',
  before: 'Adicionar ao grupo vipp',
  after: 'Adicionar ao grupo vip',
  left: null,
  problem: null,
  ...part,
});

test('equal changes stand together, and what is left out stands apart', () => {
  const changes = [
    change('a', 1001),
    change('b', 1001),
    change('c', 1002),
    change('d', 1003, { after: null, left: 'same' }),
  ];
  expect(groupsOf(changes)).toMatchObject([{ ids: ['a', 'b', 'c'], orders: [1001, 1002] }]);
  expect(leftOut(changes).map(({ id }) => id)).toEqual(['d']);
});

test('the answer says what went and what stayed', () => {
  expect(sentText(1, [])).toBe('Entrega de volta à fila.');
  expect(sentText(2, [{ reason: 'moved', count: 1 }])).toBe(
    '2 entregas de volta à fila. 1 de fora: já chegou, está saindo ou não vale mais.',
  );
  expect(sentText(0, [{ reason: 'same', count: 3 }])).toBe(
    'Nada foi reenviado. 3 de fora: o produto ainda diz o mesmo.',
  );
});
