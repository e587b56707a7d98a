import { WindowDocument } from '@vitrine/contract/window';
import { sectionKinds } from '@vitrine/contract/window-kinds';
import { expect, test } from 'vitest';
import { labelOf, missingIn, newSection, wordsOf } from './sections.ts';

const nothing = { categories: [], products: [] };
const named = (id: string) => ({ id, name: id });

test('a new shelf shows a category that no shelf shows yet, and a comparison the first two products', () => {
  const store = { categories: ['vips', 'carros'].map(named), products: ['bronze', 'prata', 'ouro'].map(named) };
  const first = newSection('category', store, []);
  const second = newSection('category', store, [first]);
  expect([first, second, newSection('category', store, [first, second])]).toMatchObject([
    { category: 'vips' },
    { category: 'carros' },
    { category: '' },
  ]);
  expect(newSection('tiers', store, [])).toMatchObject({ products: ['bronze', 'prata'] });
});

test('a new section of every kind can be saved at once, under a name of its own', () => {
  const sections = sectionKinds.map((kind) => newSection(kind, nothing, []));
  expect(WindowDocument.parse({ form: 1, sections }).sections).toEqual(sections);
});

test('a new section says what it lacks, unless the store fills it', () => {
  const complete = sectionKinds.filter((kind) => missingIn(newSection(kind, nothing, [])) === null);
  expect(complete).toEqual(['featured', 'proof', 'buyers', 'supporters']);
});

test('a section is called by its kind and its own words', () => {
  const nameOf = (id: string) => (id === 'vips' ? 'VIPs' : undefined);
  const shelf = { kind: 'category', id: 'prateleira', category: 'vips' } as const;
  expect(labelOf(shelf, wordsOf(shelf, nameOf))).toBe('Prateleira: VIPs');
  const proof = newSection('proof', nothing, []);
  expect(labelOf(proof, wordsOf(proof, nameOf))).toBe('Entregas');
});
