import type { CityName } from '@vitrine/contract/city-lists';
import { type NameField, nameRules } from '@vitrine/contract/templates';

/** Suggestions from the connected city's lists, for the fields of an action. */

/** A field for which a city has names. */
export type ListField = NameField | 'command';

/** The most names that are offered. Whoever does not find a name among them types more letters of it. */
const MOST = 40;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The names that contain what was typed, in the name itself or in its label for players. Names that begin with it come first.
 * The list is empty while the field holds a variable, something after the command, or a whole name of the list.
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
 * What buyers read in place of a name that was just changed: the city's own label, unless the owner wrote another one. Players know
 * a thing by the label that the city shows them.
 */
export function labelAfter(label: string, before: string, after: string, names: readonly CityName[]): string {
  const shown = (name: string) => names.find((one) => one.name === name)?.label ?? '';
  return label === '' || label === shown(before) ? shown(after) : label;
}

/** What stands beside a name: its label, or why a command would fail. */
export function nameMeaning({ label, allowed }: CityName): string {
  return allowed === false ? 'Sem permissão no server.cfg' : (label ?? '');
}
