/** Its own copy, because a file that panel and shop share costs the shop a request. Letters without accents and case, so that `cafe` finds `Café`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of the search is in the text. Order, accents and case do not matter. */
export function matchesSearch(text: string, search: string): boolean {
  const where = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
