import { passwordStrength } from '@vitrine/contract/accounts';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../panel/store-create/slug.ts';
import { formatRelative, formatTrend } from './format.ts';
import { safeReturnPath } from './guard.ts';

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
  it('leads only to our own paths', () => {
    expect(safeReturnPath('/orders?search=1')).toBe('/orders?search=1');
    for (const path of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(safeReturnPath(path), String(path)).toBe('/profile');
    }
  });

  it('cannot be led to another site by characters that browsers drop, turn or decode', () => {
    const ways = [
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/\u0000/evil.example',
      '/\u000b/evil.example',
      '/\u001f/evil.example',
      '/\u007f/evil.example',
      '/\u0085/evil.example',
      '/\u2028/evil.example',
      '/ok\n',
      '/ok\r\nSet-Cookie: a=b',
      '\\\\evil.example',
      '/\\/evil.example',
      '\\/evil.example',
      '/\\\\evil.example',
      '/ok\\..',
      '///evil.example',
      '//\\evil.example',
      '/..//evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/%2e%2e//evil.example',
      '/%2f/evil.example',
      '/%2Fevil.example',
      '/%2f%2fevil.example',
      '/%5cevil.example',
      '/%5C%5Cevil.example',
      '/%09/evil.example',
      '/%0a/evil.example',
      '/%0d%0aSet-Cookie:a',
      '/%00',
      '/%252f%252fevil.example',
      '/%255cevil.example',
      '/%',
      '/%e0%a4%a',
      'http:evil.example',
      'http:/evil.example',
      'https:///evil.example',
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'orders',
      '?next=/',
      '#x',
      '/\u202e/evil.example',
      '/\ufeff/evil.example',
      '\ufeff//evil.example',
      '@evil.example',
      '.evil.example',
      `/${'a'.repeat(3000)}`,
    ];
    for (const path of ways) expect(safeReturnPath(path), JSON.stringify(path)).toBe('/profile');
    for (const path of [
      '/orders',
      '/orders?order=1#x',
      '/invitations/accept?token=a%2Fb-_c',
      '/products/01/edit?a=%C3%A7',
      '/',
    ]) {
      expect(safeReturnPath(path)).toBe(path);
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
    ['2026-11-20T11:00:00Z', 'há 1 dia'],
    // the day before yesterday in Brasília, and a month that is not the last one
    ['2026-11-20T02:00:00Z', 'há 1 dia'],
    ['2026-11-23T03:30:00Z', 'em 1 dia'],
    ['2026-09-30T12:00:00Z', 'há 1 mês'],
    ['2026-11-21T14:00:00Z', 'em 2 horas'],
  ])('%s is %s', (at, text) => expect(formatRelative(at, now)).toBe(text));

  it('shows a trend, or a dash where there is nothing to compare with', () => {
    expect(formatTrend(null)).toBe('—');
    expect(formatTrend(1234)).toBe('1.234% a mais');
    expect(formatTrend(-5)).toBe('5% a menos');
    expect(formatTrend(0)).toBe('o mesmo');
  });
});
