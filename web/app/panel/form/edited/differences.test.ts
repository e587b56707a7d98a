import { expect, test } from 'vitest';
import { differences, field, reais, same, yesNo } from './differences.ts';

interface Product {
  name: string;
  price: number;
  stock?: number | null;
  tags: string[];
}
const base: Product = { name: 'VIP', price: 10, stock: null, tags: ['a'] };
const fields = [
  field<Product>('name', 'Nome'),
  field<Product>('price', 'Preço', reais),
  field<Product>('stock', 'Estoque'),
  { paths: ['tags'], label: 'Marcas', text: ({ tags }: Product) => tags.join(', ') },
];

test('only fields in which both differ are asked about, and each says who changed it', () => {
  const mine = { ...base, name: 'VIP Ouro', stock: 3, tags: ['b'] };
  const theirs = { ...base, price: 12.5, stock: 3, tags: ['c'] };
  expect(differences(fields, { base, mine, theirs })).toEqual([
    { label: 'Nome', paths: ['name'], mine: 'VIP Ouro', theirs: 'VIP', changed: true },
    { label: 'Preço', paths: ['price'], mine: 'R$ 10,00', theirs: 'R$ 12,50', changed: false },
    { label: 'Marcas', paths: ['tags'], mine: 'b', theirs: 'c', changed: true },
  ]);
  expect(differences(fields, { base, mine, theirs: mine })).toEqual([]);
});

test('an absent value, an empty one and an empty text are the same, and 0 differs from them', () => {
  for (const empty of [undefined, null, '', Number.NaN]) expect(same(empty, null)).toBe(true);
  expect(same(0, null)).toBe(false);
  expect(same({ a: 1 }, { a: 1, b: null })).toBe(true);
  expect(same(['a'], ['a', 'b'])).toBe(false);
});

test('what the question shows is short, and says when a field is empty', () => {
  const [name] = fields;
  expect(name?.text({ ...base, name: 'x'.repeat(500) }).length).toBeLessThan(250);
  expect(name?.text({ ...base, name: ' ' })).toBe('Vazio');
  expect(reais(Number.NaN)).toBe('Vazio');
  expect([yesNo(true), yesNo(undefined)]).toEqual(['Sim', 'Não']);
});
