import { cleanLine } from './names.ts';
import { plainText } from './text-search.ts';

/** The owner's words for the search of the shop. Each line holds words that find the same products: "vip, assinatura". */

export const searchWordLimits = { lines: 30, line: 120 } as const;
/** Longest text of all lines, each with its end. */
export const SEARCH_WORDS_MAX = searchWordLimits.lines * (searchWordLimits.line + 2);

/** A line: its words as they were written, and each as it is looked for. */
export interface SearchGroup {
  written: string;
  plain: readonly string[];
}

/** Letters and digits alone, one space around each word: " vip ouro ". */
const spaced = (text: string) =>
  ` ${plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()} `;

const wordsOf = (line: string) =>
  line
    .split(',')
    .map((word) => word.trim())
    .filter((word) => spaced(word).trim() !== '');

/** The lines of a text, cleaned, without empty ones. */
export const searchLines = (text: string): string[] =>
  text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '');

/** Whether a line has at least two words. A single word is joined with nothing. */
export const saysTwoWords = (line: string): boolean => wordsOf(line).length > 1;

/** What a saved text means for the search. */
export const searchGroups = (text: string): SearchGroup[] =>
  searchLines(text).map((line) => {
    const words = wordsOf(line);
    return { written: words.join(' '), plain: words.map((word) => spaced(word).trim()) };
  });

/**
 * The words that also find this text: all words of each line that has at least one word in the text. A word finds its longer forms,
 * as `vip` finds `VIPs`; one of two letters or fewer has to stand alone.
 */
export function alsoFoundBy(text: string, groups: readonly SearchGroup[]): string {
  if (groups.length === 0) return '';
  const where = spaced(text);
  const stands = (word: string) => where.includes(word.length > 2 ? ` ${word}` : ` ${word} `);
  return groups
    .filter(({ plain }) => plain.some(stands))
    .map(({ written }) => written)
    .join(' ');
}
