/** The first sign of a name as people see it, for a mark without a picture: a flag or a family of emoji stays whole. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('pt-BR').segment(name);
  return first?.segment.toLocaleUpperCase('pt-BR') ?? '';
}
