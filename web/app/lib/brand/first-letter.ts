import { charactersOf } from '@vitrine/contract/cut-text';

/** The first sign of a name as people see it, for a mark without a picture: a flag or a family of emoji stays whole. */
export function firstLetter(name: string): string {
  const [first = ''] = charactersOf(name);
  return first.toLocaleUpperCase('pt-BR');
}
