const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** The characters of a text as people count them: a family of three is one. */
export const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment);

/**
 * The text, or where it is longer its start with `…`: at most `max` UTF-16 units in all. No character is cut in two, because half an
 * emoji is shown as a sign for a fault.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of characters.segment(text)) {
    if (kept.length + segment.length >= max) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
