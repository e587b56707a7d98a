import { describe, expect, it } from 'vitest';
import {
  currentMonth,
  dateInWords,
  greeting,
  monthNames,
  plotted,
  productsInShort,
  shortMoney,
} from './dashboard-texts.ts';

describe('dashboard texts', () => {
  it.each([
    [3, 'Boa noite'],
    [5, 'Bom dia'],
    [11, 'Bom dia'],
    [12, 'Boa tarde'],
    [18, 'Boa noite'],
  ])('at %i h: %s', (hour, text) => expect(greeting(new Date(2026, 10, 21, hour))).toBe(text));

  it('uses the store’s day, not the reader’s', () => {
    const newYear = new Date('2027-01-01T01:00:00Z');
    expect(dateInWords(newYear, 'America/Sao_Paulo')).toBe('quinta-feira, 31 de dezembro de 2026');
    expect(currentMonth(newYear, 'America/Sao_Paulo')).toBe(11);
    expect(currentMonth(newYear, 'UTC')).toBe(0);
  });

  it('draws no month that is still to come', () => {
    expect(plotted([1, 0, 3, 0], 2)).toEqual([1, 0, 3, null]);
    expect(monthNames).toHaveLength(12);
  });

  it.each([
    [[{ name: 'VIP Ouro', quantity: 1 }], 'VIP Ouro'],
    [[{ name: 'VIP Ouro', quantity: 2 }], '2 × VIP Ouro'],
    [
      [
        { name: 'VIP Ouro', quantity: 1 },
        { name: 'Sultan', quantity: 1 },
        { name: 'Panto', quantity: 3 },
      ],
      'VIP Ouro e mais 2',
    ],
  ])('says what an order has: %j', (products, text) => expect(productsInShort({ products })).toBe(text));

  it('shortens money for the axis', () => {
    expect(shortMoney(12_500)).toBe('R$ 12,5 mil');
    expect(shortMoney(0)).toBe('R$ 0');
  });
});
