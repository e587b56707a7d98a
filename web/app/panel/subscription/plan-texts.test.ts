import { describe, expect, it } from 'vitest';
import { daysUntil, mostPopular, offerText, payableAddress, planStatus, yearText } from './plan-texts.ts';

describe('plans', () => {
  it('marks the most expensive one', () => {
    const plan = (id: string, price: number) => ({ _id: id, price });
    expect(mostPopular([plan('a', 0), plan('b', 59.9), plan('c', 29.9)])).toBe('b');
    expect(mostPopular([plan('a', 0), plan('b', 0)])).toBeUndefined();
    expect(mostPopular([])).toBeUndefined();
  });

  it('shows the days of grace as active', () => {
    expect(planStatus('grace').text).toBe('Ativo');
    expect(planStatus('inactive').text).toBe('Inativo');
  });

  it('leads nobody to an address that is no page', () => {
    expect(payableAddress('https://pay.example/1', 'http://a/')).toBe('https://pay.example/1');
    expect(payableAddress('/checkout/success', 'http://a/')).toBe('http://a/checkout/success');
    expect(payableAddress('javascript:alert(1)', 'http://a/')).toBeUndefined();
    expect(payableAddress('http://', 'http://a/')).toBeUndefined();
  });

  it('says what is left of another plan in figures', () => {
    const offer = { planId: 'premium', months: 1 as const, price: 59.9, until: '2026-12-27T12:00:00.000Z' };
    const told = (rest: Parameters<typeof offerText>[0]['rest']) =>
      offerText({ ...offer, rest }, 'Premium').replaceAll('\u00a0', ' ');
    expect(told(null)).toBe('Pago agora, o plano Premium vale até 27/12/2026.');
    expect(told({ plan: 'Pro', days: 12, value: 11.96, becomes: 6 })).toBe(
      'O que resta do plano Pro (12 dias) vale R$ 11,96 e vira 6 dias de Premium. Pago agora, o plano Premium vale até 27/12/2026.',
    );
    expect(told({ plan: 'Pro', days: 1, value: 0.98, becomes: 0 })).toContain('vira menos de 1 dia de Premium');
  });

  it('says the price of a year and what it saves', () => {
    expect(yearText({ price: 29.9, yearPrice: 299 })?.replaceAll('\u00a0', ' ')).toBe(
      'ou R$ 299,00 por ano, R$ 59,80 a menos',
    );
    expect(yearText({ price: 10, yearPrice: 120 })).not.toContain('a menos');
    expect(yearText({ price: 0 })).toBeUndefined();
  });

  it('counts the days of the calendar in Brasília until the end, and none after it', () => {
    const now = new Date('2026-11-26T12:00:00.000Z');
    expect(daysUntil('2026-11-28T13:00:00.000Z', now)).toBe(2);
    expect(daysUntil('2026-11-27T11:00:00.000Z', now)).toBe(1);
    // the last hour of the 26th, and of the year
    expect(daysUntil('2026-11-27T02:59:00.000Z', now)).toBe(0);
    expect(daysUntil('2027-01-01T03:00:00.000Z', new Date('2027-01-01T02:59:00.000Z'))).toBe(1);
    expect(daysUntil('2026-11-20T12:00:00.000Z', now)).toBe(0);
  });
});
