import { passwordStrength } from '@vitrine/contract/accounts';
import { describe, expect, it } from 'vitest';
import { fieldOfCode } from './form-errors.ts';
import { formatRelative, formatTrend } from './format.ts';
import { safeReturnPath } from './guard.ts';
import { slugOf } from './slug.ts';

describe('strength meter', () => {
  it.each([
    ['', 'Senha muito fraca'],
    ['Abc1234', 'Senha muito fraca'],
    ['Abc12345', 'Senha fraca'],
    ['Abcdefgh123', 'Senha fraca'],
    ['abcdefgh1234', 'Senha média'],
    ['Abcdefghijkl', 'Senha média'],
    ['Abcdefgh1234', 'Senha forte'],
    ['Ávila senha 9', 'Senha forte'],
  ])('%s: %s', (password, text) => expect(passwordStrength(password).text).toBe(text));
});

describe('safeReturnPath', () => {
  it('leads to our own paths only', () => {
    expect(safeReturnPath('/orders?search=1')).toBe('/orders?search=1');
    for (const path of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(safeReturnPath(path), String(path)).toBe('/profile');
    }
  });
});

describe('slugOf', () => {
  it.each([
    ['Cidade Alta RP!', 'cidade-alta-rp'],
    ['  São Paulo — Roleplay ', 'sao-paulo-roleplay'],
    ['!!!', ''],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ])('%s -> %s', (name, slug) => expect(slugOf(name)).toBe(slug));
});

describe('formats', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-21T11:59:40Z', 'agora'],
    ['2026-11-21T11:55:00Z', 'há 5 minutos'],
    ['2026-11-20T11:00:00Z', 'ontem'],
    ['2026-11-21T14:00:00Z', 'em 2 horas'],
  ])('%s is %s', (at, text) => expect(formatRelative(at, now)).toBe(text));

  it('shows a trend, or a dash where there is nothing to compare with', () => {
    expect(formatTrend(null)).toBe('—');
    expect(formatTrend(12.34)).toBe('+12,3%');
    expect(formatTrend(-5)).toBe('-5%');
    expect(formatTrend(0)).toBe('0%');
  });
});

describe('fieldOfCode', () => {
  it('finds the field of the contract’s table, and nothing else', () => {
    expect(fieldOfCode('subdomain_taken')).toBe('nameDomain');
    expect(fieldOfCode('internal')).toBeUndefined();
    expect(fieldOfCode('constructor')).toBeUndefined();
  });
});
