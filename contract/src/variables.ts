import { z } from 'zod';
import { Done, id, line, StoreScope, text, version } from './common.ts';
import { limits } from './limits.ts';
import { isSafeValue, safeValuePattern } from './placeholders.ts';

/** Variables: placeholders `{{name}}` in action fields (DECISIONS.md, Variables). */

/** Their values are known at every purchase. */
export const builtInVariables = [
  'cidade',
  'discord',
  'nome',
  'email',
  'pedido',
  'produto',
  'quantidade',
  'valor',
  'loja',
] as const;

/** The name of a placeholder. */
export const variableName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_]*$/, 'Use letras minúsculas, números e sublinhado, começando por letra.')
  .max(limits.variableNameMax, 'O nome deve ter no máximo 40 caracteres.');

export const VariableInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('constant'),
    name: variableName,
    value: text(limits.variableValueMax).refine(
      (value) => safeValuePattern.test(value),
      'O valor contém caracteres não permitidos.',
    ),
  }),
  z.object({
    kind: z.literal('question'),
    name: variableName,
    label: line(120).refine((value) => value.length > 0, 'Informe a pergunta.'),
    answer: z.enum(['text', 'number', 'choice']),
    choices: z
      .array(
        line(60).refine(
          (value) => value !== '' && isSafeValue(value),
          'Uma das opções contém caracteres não permitidos.',
        ),
      )
      .max(30)
      .default([]),
    required: z.boolean().default(false),
    /** Empty: asked for every product. */
    products: z.array(id).max(500).default([]),
  }),
]);
export type VariableInput = z.infer<typeof VariableInput>;
/** A variable as the rules of templates know it; `plate`: a product asks for it as a plate (product-options.ts). */
export type AskedVariable = VariableInput & { plate?: boolean };

/** POST /v1/variables/create */
export const VariableCreate = StoreScope.extend({ variable: VariableInput });
/** POST /v1/variables/edit/{subdomain}/{id} */
export const VariableEdit = z.object({ variable: VariableInput, version: version.optional() });
export type VariableEdit = z.infer<typeof VariableEdit>;

/** A question in the checkout. */
export const CheckoutQuestion = z.object({
  name: z.string(),
  label: z.string(),
  answer: z.enum(['text', 'number', 'choice']),
  choices: z.array(z.string()),
  required: z.boolean(),
  /** Empty: for every product. */
  products: z.array(id),
});
export type CheckoutQuestion = z.infer<typeof CheckoutQuestion>;

const Saved = z.object({
  _id: id,
  /** The products on sale whose actions use the variable. */
  usedBy: z.array(z.object({ id, name: z.string() })),
  version,
});
/** A variable as stored. */
export const Variable = z.discriminatedUnion('kind', [
  Saved.extend({ kind: z.literal('constant'), name: z.string(), value: z.string() }),
  Saved.extend({ kind: z.literal('question'), ...CheckoutQuestion.shape }),
]);
export type Variable = z.infer<typeof Variable>;

export const VariablesAnswer = Done.extend({ variables: z.array(Variable) });
export const VariableMade = Done.extend({ variable: Saved.pick({ _id: true }).extend({ name: z.string() }) });
