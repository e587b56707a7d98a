import { expect, test } from 'vitest';
import { Register } from './accounts.ts';
import { CategoryCreate, ProductCreate } from './catalog.ts';
import { cleanLine, outsideName } from './names.ts';
import { StoreCreate } from './stores.ts';
import { VariableInput } from './variables.ts';

test.each([
  ['Cidade Alta\r\nBcc: alvo@exemplo.com.br', 'Cidade Alta Bcc: alvo@exemplo.com.br'],
  ['Cidade\u0000\u0007Alta\u2028', 'Cidade Alta'],
  ['fatura\u202efdp.exe', 'faturafdp.exe'],
  ['\u2066Banco\u2069 \u200fdo Brasil', 'Banco do Brasil'],
  ['Ci\u200bda\ufeffde\u00ad', 'Cidade'],
  ['Nu\u200dbank', 'Nubank'],
  ['oi\u{e0061}\u{e0062}', 'oi'],
  ['Família 👨‍👩‍👧‍👦 RP', 'Família 👨‍👩‍👧‍👦 RP'],
  ['👩🏽‍🚒 ❤️‍🔥 🏴‍☠️', '👩🏽‍🚒 ❤️‍🔥 🏴‍☠️'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 ok', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ok'],
  ['  São João  ', 'São João'],
])('%j is stored as %j', (typed, kept) => {
  expect(cleanLine(typed)).toBe(kept);
});

test('a pasted name is saved as one line: account, store, category, product, question', () => {
  const hostile = 'Loja\u202e\r\nBcc: x';
  const clean = 'Loja Bcc: x';
  const register = { email: 'ana@exemplo.com.br', password: 'uma senha longa' };
  expect(Register.parse({ ...register, name: hostile }).name).toBe(clean);
  expect(Register.safeParse({ ...register, name: 'a\u200b\u200b\u200b' }).success).toBe(false);
  expect(StoreCreate.parse({ nameStore: hostile, nameDomain: 'minha-loja' }).nameStore).toBe(clean);
  expect(CategoryCreate.parse({ name: hostile }).name).toBe(clean);
  expect(CategoryCreate.safeParse({ name: '\u200b\u2066' }).success).toBe(false);
  expect(ProductCreate.parse({ name: hostile, categoryId: 'c', price: 10 }).name).toBe(clean);
  const question = { kind: 'question', name: 'apelido', answer: 'choice', label: hostile, choices: [hostile] };
  expect(VariableInput.parse(question)).toMatchObject({ label: clean, choices: [clean] });
});

test('a name from outside is one line of letters that people see, in their order', () => {
  expect(outsideName('  Ana\u202e anA\u200b\u2069\nLima ', 80)).toBe('Ana anA Lima');
  expect(outsideName('Zé 👩\u200d🚀', 80)).toBe('Zé 👩\u200d🚀');
});

test('a name from outside with invisible letters only is none', () => {
  for (const name of ['\u3164', '\u115f\u1160', '\u200b\u2060 \ufeff', '\u{e0061}\u{e0062}', '\u0000']) {
    expect(outsideName(name, 80)).toBe('');
  }
});

test('a name from outside is cut between two letters, not within an emoji', () => {
  expect(outsideName(`${'a'.repeat(79)}🚀`, 80)).toBe('a'.repeat(79));
  expect(outsideName('🚀'.repeat(50), 80)).toBe('🚀'.repeat(40));
  expect(outsideName(`${'a'.repeat(78)}👩\u200d🚀`, 81)).toBe(`${'a'.repeat(78)}👩`);
});
