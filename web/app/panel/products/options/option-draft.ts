import { limits } from '@vitrine/contract/limits';
import { type OptionKind, optionKinds, type ProductOption } from '@vitrine/contract/product-options';
import { ProductOptions } from '@vitrine/contract/product-options-input';
import { builtInVariables } from '@vitrine/contract/variables';

/** An option as its dialog holds it. An empty value of a choice stands for its label. */
export interface OptionDraft {
  label: string;
  name: string;
  /** The person typed the name; until then it follows the label. */
  named: boolean;
  kind: OptionKind;
  required: boolean;
  min: number | null;
  max: number | null;
  choices: { key: number; label: string; value: string }[];
}

export type OptionErrors = Partial<Record<keyof OptionDraft, string>>;

export const isKind = (text: string): text is OptionKind => (optionKinds as readonly string[]).includes(text);

export function draftOf(option?: ProductOption): OptionDraft {
  const choices = (option?.choices ?? []).map(({ label, value }, key) => ({
    key,
    label,
    value: value === label ? '' : value,
  }));
  return {
    label: option?.label ?? '',
    name: option?.name ?? '',
    named: option !== undefined,
    kind: option?.kind ?? 'choice',
    required: option?.required ?? true,
    min: option?.min ?? null,
    max: option?.max ?? null,
    choices: choices.length > 0 ? choices : [blankChoice(0), blankChoice(1)],
  };
}

export const blankChoice = (key: number) => ({ key, label: '', value: '' });

/** A placeholder's name for a label: `Placa do carro` becomes `placa_do_carro`. */
export function nameFor(label: string): string {
  return label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, limits.variableNameMax);
}

/** Reads a draft by the contract's rules. `taken`: the names of the product's other options and of the store's variables. */
export function checkDraft(
  { named: _, ...draft }: OptionDraft,
  taken: readonly string[],
): { option: ProductOption; errors?: never } | { option?: never; errors: OptionErrors } {
  const choices = draft.choices
    .filter(({ label, value }) => label.trim() !== '' || value.trim() !== '')
    .map(({ label, value }) => ({ label, value: value.trim() || label }));
  const parsed = ProductOptions.safeParse([{ ...draft, choices: draft.kind === 'choice' ? choices : [] }]);
  const errors: OptionErrors = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[1] as keyof OptionDraft | undefined;
    if (field) errors[field] ??= message;
  }
  const [option] = parsed.data ?? [];
  const name = draft.name.trim();
  if ((builtInVariables as readonly string[]).includes(name)) errors.name = 'Este nome é de uma variável do sistema.';
  else if (taken.includes(name)) errors.name = 'Já existe uma variável ou opção com este nome.';
  return option && Object.keys(errors).length === 0 ? { option } : { errors };
}
