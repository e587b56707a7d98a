/** A text without case and accents, so that 'veiculo' finds 'Veículo'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether every word of the search is in one of the texts, whatever its case and accents. Nothing searched finds all. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const haystack = plain(texts.join('\n'));
  return plain(search)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
