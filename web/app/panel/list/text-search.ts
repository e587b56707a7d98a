/** A text without case and accents: 'veiculo' finds 'Veículo'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether the texts hold every word of the search, without case and accents. An empty search finds everything. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const haystack = plain(texts.join('\n'));
  return plain(search)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
