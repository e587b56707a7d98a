import { builtInVariables, type Variable } from '@vitrine/contract/variables';
import { expect, test } from 'vitest';
import { insertPlaceholder, placeholderAt, placeholderOptions } from './placeholders.ts';

const variables: Variable[] = [
  { _id: '1', kind: 'constant', name: 'grupo_vip', value: 'vip_ouro', usedBy: [], version: 1 },
  {
    _id: '2',
    kind: 'question',
    name: 'placa',
    label: 'Qual placa?',
    answer: 'text',
    choices: [],
    required: true,
    products: [],
    usedBy: [],
    version: 1,
  },
];
const options = placeholderOptions(variables);

test('built-in and own variables are offered with their meaning', () => {
  expect(options.map((option) => option.name)).toEqual([...builtInVariables, 'grupo_vip', 'placa']);
  expect(options.find((option) => option.name === 'grupo_vip')?.meaning).toBe('Valor fixo: vip_ouro');
  expect(options.find((option) => option.name === 'placa')?.meaning).toBe('Pergunta: Qual placa?');
});

test('a placeholder is typed only right after open braces', () => {
  expect(placeholderAt('giveitem {{ci', 13)).toEqual({ start: 9, query: 'ci' });
  expect(placeholderAt('{{', 2)).toEqual({ start: 0, query: '' });
  expect(placeholderAt('{{cidade}} ', 11)).toBeUndefined();
  expect(placeholderAt('giveitem {ci', 12)).toBeUndefined();
  expect(placeholderAt('{{cidade', 0)).toBeUndefined();
});

test('picking a name replaces only the typed part of it', () => {
  expect(insertPlaceholder('giveitem {{ci 5', 13, 'cidade')).toEqual({ text: 'giveitem {{cidade}} 5', caret: 19 });
  expect(insertPlaceholder('vip ', 4, 'nome')).toEqual({ text: 'vip {{nome}}', caret: 12 });
});

test('picking a name inside a whole placeholder replaces its end as well', () => {
  expect(insertPlaceholder('a {{nome}} b', 4, 'cidade')).toEqual({ text: 'a {{cidade}} b', caret: 12 });
});
