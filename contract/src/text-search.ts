/** The text without its accents: `Veículo` becomes `Veiculo`. */
export const foldAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The text without case and accents, for comparing. */
export const plainText = (text: string) => foldAccents(text).toLowerCase();

/** Whether the texts hold every word of the search, without case and accents. An empty search finds everything. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const haystack = plainText(texts.join('\n'));
  return plainText(search)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
