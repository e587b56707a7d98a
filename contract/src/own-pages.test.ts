import { expect, test } from 'vitest';
import { OwnPageFields } from './own-pages.ts';

const fields = { title: 'Regras', slug: 'regras', description: '', inMenu: true };
const refusedField = (change: object) =>
  OwnPageFields.safeParse({ ...fields, ...change }).error?.issues[0]?.path.join('.');

test('the last part of an address is letters, digits and hyphens', () => {
  for (const slug of ['a', 'regras', 'como-entrar-2', 'a--b', 'x'.repeat(40)])
    expect(refusedField({ slug })).toBe(undefined);
  const bad = [
    '',
    '-',
    'a-',
    '-a',
    'Regras',
    'região',
    'a/b',
    '..',
    'a.data',
    'a b',
    'x'.repeat(41),
    `${'a-'.repeat(19)}-`,
  ];
  for (const slug of bad) expect([slug, refusedField({ slug })]).toEqual([slug, 'slug']);
});

test('a title is one line, and each text has a bound', () => {
  expect(OwnPageFields.parse({ ...fields, title: ' Como\nentrar\u202e ' }).title).toBe('Como entrar');
  expect(refusedField({ title: '   ' })).toBe('title');
  expect(refusedField({ title: 'x'.repeat(61) })).toBe('title');
  expect(refusedField({ description: 'x'.repeat(201) })).toBe('description');
});
