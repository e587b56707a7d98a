import { describe, expect, it } from 'vitest';
import { mostPopular, payableAddress, planStatus } from './plan-texts.ts';

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
});
