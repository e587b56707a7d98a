import { builtInVariables } from '@vitrine/contract/variables';

const placeholder = /\{\{([a-z0-9_]+)\}\}/g;

/** Names of the placeholders `{{name}}` in a text, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ''))];
}

/** The first placeholder that neither Vitrine nor the store knows, or undefined. */
export function unknownPlaceholder(texts: readonly string[], storeVariables: readonly string[]): string | undefined {
  const known = new Set<string>([...builtInVariables, ...storeVariables]);
  return texts.flatMap(placeholdersOf).find((name) => !known.has(name));
}

/** Replaces placeholders by values; a placeholder without a value becomes an empty text. Values are never re-read. */
export function render(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}
