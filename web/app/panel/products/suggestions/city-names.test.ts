import { expect, test } from 'vitest';
import { labelAfter, nameMeaning, offeredNames } from './city-names.ts';

const items = [
  { name: 'agua', label: 'Garrafa de Água' },
  { name: 'garrafa', label: 'Garrafa vazia' },
  { name: 'pao', label: 'Pão' },
  { name: 'kit caro' },
];
const names = (text: string) => offeredNames('itemName', text, items).map(({ name }) => name);

test('what was typed is looked for in names and labels, without accents and capitals', () => {
  expect(names('')).toEqual(['agua', 'garrafa', 'pao']);
  expect(names('GARRAFA D')).toEqual(['agua']);
  expect(names('garr')).toEqual(['garrafa', 'agua']);
  expect(names('pão')).toEqual(['pao']);
  expect(names('foguete')).toEqual([]);
});

test('a chosen name, or a variable, needs no suggestion', () => {
  expect(names('agua')).toEqual([]);
  expect(names('{{item}}')).toEqual([]);
});

test('a command is suggested while its first word is typed, with its missing permission', () => {
  const commands = [
    { name: 'darvip', allowed: true },
    { name: 'dardinheiro', allowed: false },
  ];
  expect(offeredNames('command', 'dar', commands)).toHaveLength(2);
  expect(offeredNames('command', 'dar 3', commands)).toEqual([]);
  expect(commands.map(nameMeaning)).toEqual(['', 'Sem permissão no server.cfg']);
});

test('a long list shows a part of it', () => {
  const many = Array.from({ length: 900 }, (_, index) => ({ name: `objeto${index}` }));
  expect(offeredNames('itemName', 'objeto', many)).toHaveLength(40);
});

test('buyers read the city’s own label, until the owner writes another', () => {
  expect(labelAfter('', '', 'agua', items)).toBe('Garrafa de Água');
  expect(labelAfter('Garrafa de Água', 'agua', 'pao', items)).toBe('Pão');
  expect(labelAfter('Garrafa de Água', 'agua', 'agu', items)).toBe('');
  expect(labelAfter('Água gelada', 'agua', 'pao', items)).toBe('Água gelada');
  expect(labelAfter('', 'agua', 'kit caro', items)).toBe('');
});
