import { plainText } from '@vitrine/contract/text-search';
import { builtInVariables, type Variable, VariableInput } from '@vitrine/contract/variables';

/** The values of the variable dialog: the fields of both kinds at once, with choices as lines. */
export interface VariableDraft {
  kind: 'constant' | 'question';
  name: string;
  value: string;
  label: string;
  answer: 'text' | 'number' | 'choice';
  /** One choice per line. */
  choices: string;
  required: boolean;
  scope: 'all' | 'picked';
  products: string[];
}

export type DraftErrors = Partial<Record<keyof VariableDraft, string>>;

export const draftTexts = {
  value: 'Informe o valor.',
  choices: 'Informe ao menos duas opções, uma por linha.',
  products: 'Escolha ao menos um produto.',
  reserved: 'Este nome é de uma variável do sistema.',
} as const;

/** The values of an empty dialog, or those of an existing variable. */
export function draftOf(variable?: Variable): VariableDraft {
  const empty: VariableDraft = {
    kind: 'constant',
    name: '',
    value: '',
    label: '',
    answer: 'text',
    choices: '',
    required: false,
    scope: 'all',
    products: [],
  };
  if (!variable) return empty;
  if (variable.kind === 'constant') return { ...empty, name: variable.name, value: variable.value };
  const { kind, name, label, answer, choices, required, products } = variable;
  const scope = products.length > 0 ? 'picked' : 'all';
  return { ...empty, kind, name, label, answer, choices: choices.join('\n'), required, scope, products };
}

/** The choices of a text without empty and repeated lines. */
export function choicesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Reads a draft with the contract's schema. The errors are texts by field. */
export function checkDraft(draft: VariableDraft): { variable: VariableInput } | { errors: DraftErrors } {
  const { kind, name, value, label, answer, required } = draft;
  const choices = answer === 'choice' ? choicesOf(draft.choices) : [];
  const products = draft.scope === 'picked' ? draft.products : [];
  const parsed = VariableInput.safeParse(
    kind === 'constant' ? { kind, name, value } : { kind, name, label, answer, choices, required, products },
  );
  const errors: DraftErrors = {};
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as keyof VariableDraft] ??= issue.message;
  if ((builtInVariables as readonly string[]).includes(name.trim().toLowerCase())) errors.name = draftTexts.reserved;
  if (kind === 'constant' && value.trim() === '') errors.value ??= draftTexts.value;
  if (kind === 'question') {
    if (answer === 'choice' && choices.length < 2) errors.choices ??= draftTexts.choices;
    if (draft.scope === 'picked' && products.length === 0) errors.products ??= draftTexts.products;
  }
  return parsed.success && Object.keys(errors).length === 0 ? { variable: parsed.data } : { errors };
}

/** The name between the braces, made from the typed text: `Grupo VIP` -> `grupo_vip`. */
export function typedName(text: string): string {
  return plainText(text)
    .replace(/[\s-]+/g, '_')
    .replace(/[^a-z0-9_]/g, '');
}
