import { limits } from './limits.ts';
import type { ShownOption } from './option-words.ts';
import { isSafeValue } from './placeholders.ts';
import type { AskedVariable } from './variables.ts';

/**
 * What a buyer chooses or types for one product, without another price: its plate, its colour. The shop's page, the cart's
 * quote and the order check it with the same rules. Actions use a value as the placeholder `{{name}}`.
 */

export const optionKinds = ['plate', 'code', 'number', 'text', 'choice'] as const;
export type OptionKind = (typeof optionKinds)[number];

/** A choice: the word for the buyer, and what goes to the game. */
interface OptionChoice {
  label: string;
  value: string;
}

export interface ProductOption {
  /** Its placeholder. It differs from every variable of the store. */
  name: string;
  /** For the buyer. */
  label: string;
  kind: OptionKind;
  required: boolean;
  /** The bounds of a number; null for other kinds. */
  min: number | null;
  max: number | null;
  /** Empty for other kinds than `choice`. */
  choices: OptionChoice[];
}

/** An option as an order keeps it: later changes of the product do not reach it. */
export interface KeptOption {
  name: string;
  label: string;
  kind: OptionKind;
  /** What goes to the game; empty without an answer. */
  value: string;
  /** What people read for it. */
  shown: string;
}

/** The rule of an option in plain words, for its field. */
export function optionRule({ kind, min, max }: ProductOption): string | undefined {
  if (kind === 'plate') return `${limits.plateLength} letras e números, sem espaços.`;
  if (kind === 'code') return `Só letras e números, até ${limits.optionCodeMax}.`;
  if (kind === 'number') return `Um número de ${min ?? 0} a ${max ?? limits.optionNumberMax}.`;
  return undefined;
}

/** The text for an option without its answer. */
export const optionMissing = ({ kind, label }: ProductOption): string =>
  kind === 'choice' ? `Escolha: ${label}.` : `Preencha: ${label}.`;

/** The text for an answer that breaks the option's rule. */
export function optionProblem(option: ProductOption): string {
  if (option.kind === 'choice') return `${option.label}: essa opção não existe mais. Escolha outra.`;
  if (option.kind === 'text') return `${option.label}: use letras, números e espaços, até ${limits.optionTextMax}.`;
  return `${option.label}: ${optionRule(option)}`;
}

/** The pattern of what may be typed, spaces around it left out. It is also the `pattern` of the field in the shop. */
export const optionPatterns: Readonly<Record<Exclude<OptionKind, 'choice'>, string>> = {
  plate: `[A-Za-z0-9]{${limits.plateLength}}`,
  code: `[A-Za-z0-9]{1,${limits.optionCodeMax}}`,
  number: `[0-9]{1,${String(limits.optionNumberMax).length}}`,
  // What `isSafeValue` lets through.
  text: `(?!.*--)[\\p{L}\\p{N} _.,@+:!?\\(\\)\\-]{1,${limits.optionTextMax}}`,
};

/** The value that an answer stands for, or undefined where it breaks the option's rule. */
function answerOf(option: ProductOption, typed: string): Pick<KeptOption, 'value' | 'shown'> | undefined {
  const { kind, min, max, choices } = option;
  if (kind === 'choice') {
    const choice = choices.find(({ value }) => value === typed);
    return choice && { value: choice.value, shown: choice.label };
  }
  if (!new RegExp(`^(?:${optionPatterns[kind]})$`, 'u').test(typed) || !isSafeValue(typed)) return undefined;
  if (kind === 'number' && (Number(typed) < (min ?? 0) || Number(typed) > (max ?? limits.optionNumberMax))) {
    return undefined;
  }
  const value = kind === 'plate' ? typed.toUpperCase() : kind === 'number' ? String(Number(typed)) : typed;
  return { value, shown: value };
}

export interface OptionRefused {
  problem: 'option_required' | 'option_invalid';
  /** The option's name. */
  option: string;
  /** pt-BR. */
  error: string;
}

/**
 * The answers of a line to the options of its product: complete, safe, and as they are kept. If there are problems, the first one is
 * returned instead. An answer to an option that the product does not have is a problem too, because the buyer counts on it.
 */
export function chosenOptions(
  options: readonly ProductOption[],
  given: Readonly<Record<string, string>> = {},
): { kept: KeptOption[] } | OptionRefused {
  const kept: KeptOption[] = [];
  for (const option of options) {
    const { name, label, kind, required } = option;
    // A keyboard may send a letter and its accent as two characters.
    const typed = (Object.hasOwn(given, name) ? (given[name] ?? '') : '').normalize('NFC').trim();
    if (typed === '' && required) return { problem: 'option_required', option: name, error: optionMissing(option) };
    const value = typed === '' ? { value: '', shown: '' } : answerOf(option, typed);
    if (!value) return { problem: 'option_invalid', option: name, error: optionProblem(option) };
    kept.push({ name, label, kind, ...value });
  }
  const [gone] = Object.keys(given).filter((name) => given[name] && !options.some((option) => option.name === name));
  if (gone === undefined) return { kept };
  return { problem: 'option_invalid', option: gone, error: 'As opções deste produto mudaram. Escolha de novo.' };
}

/** The answers of a kept line, as people read them. Options without an answer are left out. */
export const shownOptions = (kept: readonly KeptOption[]): ShownOption[] =>
  kept.filter(({ shown }) => shown !== '').map(({ label, shown }) => ({ label, value: shown }));

/** The options as the rules of templates know a question that this product asks. */
export const optionsAsVariables = (options: readonly ProductOption[]): AskedVariable[] =>
  options.map(({ name, label, kind, required, choices }) => ({
    kind: 'question',
    name,
    label,
    answer: kind === 'choice' || kind === 'number' ? kind : 'text',
    plate: kind === 'plate',
    choices: choices.map(({ value }) => value),
    required,
    products: [],
  }));

/** The options of an order's line with the one answer that each has now: what a correction of its deliveries may use. */
export const keptAsOptions = (kept: readonly KeptOption[]): ProductOption[] =>
  kept.map(({ name, label, kind, value, shown }) => ({
    ...{ name, label, kind, required: value !== '', min: null, max: null },
    choices: kind === 'choice' && value !== '' ? [{ label: shown, value }] : [],
  }));

/** An answer to each option that an order would take, for a try. */
export const sampleOptions = (options: readonly ProductOption[]): Record<string, string> =>
  Object.fromEntries(
    options.map(({ name, kind, min, choices }) => [
      name,
      kind === 'choice'
        ? (choices[0]?.value ?? '')
        : kind === 'number'
          ? String(min ?? 0)
          : kind === 'plate'
            ? 'TESTE123'
            : 'teste',
    ]),
  );
