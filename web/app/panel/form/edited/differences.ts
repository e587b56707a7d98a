import { formatReais } from '@vitrine/contract/money';

/** The differences between two people's edits of one thing, field by field, for the dialog that asks which edit stays. */

/** A field in words. Its places in the form's state change together. */
export interface FieldWords<State> {
  paths: readonly string[];
  label: string;
  text(state: State): string;
  /** The value to compare, if it is not the value at `paths`. */
  compared?(state: State): unknown;
}

/** A field in which both states differ. */
export interface Difference {
  label: string;
  paths: readonly string[];
  mine: string;
  theirs: string;
  /** Whether this form changed it; otherwise only the other save did. */
  changed: boolean;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two values say the same. An absent field, an empty one and an empty text are one. */
export function same(one: unknown, other: unknown): boolean {
  if (isTree(one) && isTree(other)) {
    return Object.keys({ ...one, ...other }).every((key) => same(one[key], other[key]));
  }
  const plain = (value: unknown) => (Number.isNaN(value) ? '' : (value ?? ''));
  return plain(one) === plain(other);
}

/** The value at a path such as `settings.links.x`. */
export const valueAt = (state: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), state);

/** The fields in which `mine` and `theirs` differ. `base` is what both were made over. */
export function differences<State>(
  fields: readonly FieldWords<State>[],
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', State>,
): Difference[] {
  return fields.flatMap(({ paths, label, text, compared = (state) => paths.map((path) => valueAt(state, path)) }) =>
    same(compared(mine), compared(theirs))
      ? []
      : [{ label, paths, mine: text(mine), theirs: text(theirs), changed: !same(compared(mine), compared(base)) }],
  );
}

const EMPTY = 'Vazio';
/** Letters of a long text that the question shows. */
const SHOWN = 240;

const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text);
const wordsOf = (value: unknown) => shortened(String(value ?? '').trim()) || EMPTY;

/** A field whose value is shown as it is, or in the words that `words` gives. */
export function field<State>(
  path: string,
  label: string,
  words: (value: never) => string = wordsOf,
): FieldWords<State> {
  return { paths: [path], label, text: (state) => words(valueAt(state, path) as never) || EMPTY };
}

export const reais = (value: number | null | undefined) =>
  typeof value === 'number' && !Number.isNaN(value) ? formatReais(value) : EMPTY;
export const yesNo = (value: boolean | undefined) => (value ? 'Sim' : 'Não');
/** One of a few values, by its name. */
export const oneOf =
  (names: Readonly<Record<string, string>>) =>
  (value: string | undefined): string =>
    names[value ?? ''] ?? wordsOf(value);
export const listed = (names: readonly string[], none = EMPTY) => shortened(names.join(', ')) || none;
