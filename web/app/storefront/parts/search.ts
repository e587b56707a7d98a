/**
 * The shop has its own copy of this function, because a file that panel and shop share costs the shop a request. It makes letters plain,
 * so that `cafe` finds `Café`, and `vip` finds `𝓥𝓘𝓟`, which nobody can type.
 */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A typed price in reais: `49,90`, `1.000`, and `49.90`, because some keyboards have no comma. `missing` if it is no price. */
export function typedReais(text: string, missing: number): number {
  const plainDot = /^\s*\d+\.\d{1,2}\s*$/.test(text) ? text : text.replace(/\./g, '').replace(',', '.');
  const value = Number.parseFloat(plainDot);
  return Number.isNaN(value) ? missing : value;
}

/** Whether every word of the search is in the text. Order, accents and case do not matter. */
export function matchesSearch(text: string, search: string): boolean {
  const where = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
