import { z } from 'zod';
import { requiredLine } from './common.ts';
import { limits } from './limits.ts';
import { isSafeValue } from './placeholders.ts';
import { optionKinds } from './product-options.ts';
import { variableName } from './variables.ts';

/** The options of a product as its owner sends them. The rules about their answers are in product-options.ts. */

const optionTexts = {
  label: 'Informe o nome da opção.',
  kind: 'Escolha o tipo da opção.',
  bound: `Use um número inteiro de 0 a ${limits.optionNumberMax}.`,
  bounds: 'O maior número não pode ser menor que o menor.',
  choiceLabel: 'Dê um nome a cada escolha, até 60 letras.',
  choiceValue: 'O valor de cada escolha usa letras, números e espaços, até 60.',
  choices: 'Adicione pelo menos uma escolha.',
  choicesTwice: 'Duas escolhas têm o mesmo valor.',
  namesTwice: 'Duas opções têm a mesma variável.',
  most: `Um produto tem no máximo ${limits.optionsPerProduct} opções.`,
} as const;

const bound = z
  .number({ error: optionTexts.bound })
  .int(optionTexts.bound)
  .min(0, optionTexts.bound)
  .max(limits.optionNumberMax, optionTexts.bound)
  .nullable()
  .default(null);

const Choice = z.object({
  label: requiredLine(limits.optionTextMax, optionTexts.choiceLabel),
  value: requiredLine(limits.optionTextMax, optionTexts.choiceValue).refine(isSafeValue, optionTexts.choiceValue),
});

const twice = (values: readonly string[]) => new Set(values).size < values.length;

const Option = z
  .object({
    name: variableName,
    label: requiredLine(limits.optionTextMax, optionTexts.label),
    kind: z.enum(optionKinds, { error: optionTexts.kind }),
    required: z.boolean().default(false),
    min: bound,
    max: bound,
    choices: z.array(Choice).max(limits.optionChoicesMax).default([]),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, {
    error: optionTexts.choices,
    path: ['choices'],
  })
  .refine(({ choices }) => !twice(choices.map(({ value }) => value)), {
    error: optionTexts.choicesTwice,
    path: ['choices'],
  })
  .refine(({ min, max }) => (min ?? 0) <= (max ?? limits.optionNumberMax), { error: optionTexts.bounds, path: ['max'] })
  // What belongs to another kind is dropped.
  .transform((option) => ({
    ...option,
    ...(option.kind !== 'number' && { min: null, max: null }),
    ...(option.kind !== 'choice' && { choices: [] }),
  }));

/** All options of a product, in the order of their fields. */
export const ProductOptions = z
  .array(Option)
  .max(limits.optionsPerProduct, optionTexts.most)
  .refine((options) => !twice(options.map(({ name }) => name)), optionTexts.namesTwice);
