const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** The characters of a text as people count them: the emoji of a family of three is one. */
export const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment);

/**
 * The text, or its start with `…` if it is longer than `max` UTF-16 units. The `…` counts too. No character is cut in two, because half an
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
