import { shopLimits } from './shop-limits.ts';

/** Placeholders `{{name}}` in the texts of actions. The text between them belongs to the owner. */

/** A text of the owner, or the name of a variable. */
export type Part = string | { name: string };

const placeholder = /\{\{([a-z0-9_]+)\}\}/g;

/** The parts of a text in their order. No text part is empty. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push({ name: match[1] ?? '' });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** Names of the placeholders in a text, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}

/**
 * What may be in a command: letters of any alphabet, digits, spaces and some signs. No control character, quote,
 * semicolon, backslash or separator of a target (DECISIONS.md, Variables).
 */
export const safeValuePattern = /^[\p{L}\p{N} _.,@+:!?()-]*$/u;

/** Whether a buyer's answer may become an argument: it matches `safeValuePattern` and starts no comment. */
export function isSafeValue(value: string): boolean {
  return value.length <= shopLimits.variableValueMax && safeValuePattern.test(value) && !value.includes('--');
}
