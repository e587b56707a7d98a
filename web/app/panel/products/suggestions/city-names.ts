import type { CityName } from '@vitrine/contract/city-lists';
import { type NameField, nameRules } from '@vitrine/contract/templates';

/** Suggestions from the connected city's lists, for the fields of an action. */

/** A field for which a city has names. */
export type ListField = NameField | 'command';

/** More do not help whoever looks for one: typing narrows them. */
const MOST = 40;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The names that contain what was typed, in the name or in what players see, those that begin with it first. None while
 * the field holds a variable or something after the command, or is a name of the list already.
 */
export function offeredNames(field: ListField, text: string, names: readonly CityName[]): CityName[] {
  const further = field === 'command' && /\s/.test(text);
  if (further || text.includes('{{') || names.some(({ name }) => name === text)) return [];
  const fits = (name: string) => field === 'command' || nameRules[field].pattern.test(name);
  const query = fold(text);
  const found = names.filter(
    ({ name, label }) => fits(name) && (fold(name).includes(query) || fold(label ?? '').includes(query)),
  );
  const begins = ({ name }: CityName) => (fold(name).startsWith(query) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
}

/**
 * What buyers read of a name, after it changed: the city's own label for it, unless the owner wrote another. Players know a thing
 * by what the city shows them.
 */
export function labelAfter(label: string, before: string, after: string, names: readonly CityName[]): string {
  const shown = (name: string) => names.find((one) => one.name === name)?.label ?? '';
  return label === '' || label === shown(before) ? shown(after) : label;
}

/** What stands beside a name: its label, or why a command would fail. */
export function nameMeaning({ label, allowed }: CityName): string {
  return allowed === false ? 'Sem permissão no server.cfg' : (label ?? '');
}
