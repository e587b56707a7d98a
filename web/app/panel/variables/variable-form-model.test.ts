import type { Variable } from '@vitrine/contract/variables';
import { expect, test } from 'vitest';
import { checkDraft, choicesOf, draftOf, draftTexts, typedName, type VariableDraft } from './variable-form-model.ts';

const draft = (fields: Partial<VariableDraft>): VariableDraft => ({ ...draftOf(), ...fields });

test('a constant has a name and a value', () => {
  expect(checkDraft(draft({ name: 'grupo_vip', value: 'vip ouro' }))).toEqual({
    variable: { kind: 'constant', name: 'grupo_vip', value: 'vip ouro' },
  });
});

test('names of the system, empty values and characters that could end a command are refused', () => {
  expect(checkDraft(draft({ name: 'cidade', value: 'x' }))).toEqual({ errors: { name: draftTexts.reserved } });
  expect(checkDraft(draft({ name: 'a', value: ' ' }))).toEqual({ errors: { value: draftTexts.value } });
  expect(checkDraft(draft({ name: 'a', value: 'x; quit' }))).toEqual({
    errors: { value: 'O valor contém caracteres não permitidos.' },
  });
});

test('a question has its text; a choice has at least two answers', () => {
  const question = { kind: 'question', name: 'placa' } as const;
  expect(checkDraft(draft({ ...question }))).toEqual({ errors: { label: 'Informe a pergunta.' } });
  expect(checkDraft(draft({ ...question, label: 'Cor?', answer: 'choice', choices: 'Azul\n\nAzul' }))).toEqual({
    errors: { choices: draftTexts.choices },
  });
  expect(checkDraft(draft({ ...question, label: 'Cor?', scope: 'picked' }))).toEqual({
    errors: { products: draftTexts.products },
  });
});

test('fields of another kind of answer are not sent', () => {
  expect(
    checkDraft(draft({ kind: 'question', name: 'placa', label: 'Placa?', choices: 'a\nb', products: ['p1'] })),
  ).toEqual({
    variable: {
      kind: 'question',
      name: 'placa',
      label: 'Placa?',
      answer: 'text',
      choices: [],
      required: false,
      products: [],
    },
  });
});

test('a variable that is opened again stays the same', () => {
  const variable: Variable = {
    _id: '1',
    kind: 'question',
    name: 'cor',
    label: 'Qual cor?',
    answer: 'choice',
    choices: ['Azul', 'Preto'],
    required: true,
    products: ['p1'],
    usedBy: [],
    version: 1,
  };
  const { _id, usedBy, version, ...input } = variable;
  expect(checkDraft(draftOf(variable))).toEqual({ variable: input });
});

test('choices are lines; a repeated line counts once', () => {
  expect(choicesOf(' Azul \n\nPreto\nAzul')).toEqual(['Azul', 'Preto']);
});

test('a name is made from the typed text', () => {
  expect(typedName('Grupo VIP')).toBe('grupo_vip');
  expect(typedName('Nível-1!')).toBe('nivel_1');
});
