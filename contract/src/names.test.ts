import { expect, test } from 'vitest';
import { Register } from './accounts.ts';
import { CategoryCreate, ProductCreate } from './catalog.ts';
import { cleanLine } from './names.ts';
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
