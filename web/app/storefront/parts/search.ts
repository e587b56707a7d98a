/** Letters without accents and case, so that `cafe` finds `Café`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** True when every word of the search stands somewhere in the text, whatever the order, accents and case. */
export function matchesSearch(text: string, search: string): boolean {
  const where = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
