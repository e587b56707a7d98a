import type { LetterPair, ThemeName } from '@vitrine/contract/looks';
import type { CSSProperties } from 'react';
import { titleLetters } from '../../lib/brand/letters.ts';

/** How titles and corners of a theme look in the panel's samples. */

const faces = Object.entries(titleLetters)
  .map(([pair, { face, weight }]) => `@font-face{font-family:"Title ${pair}";font-weight:${weight};src:url(${face})}`)
  .join('');

/** The title faces. The browser fetches a face only when a sample on the page is drawn with it. */
export const TitleFaces = () => (
  <style href="title-faces" precedence="default">
    {faces}
  </style>
);

/** The corners of a card, in px. */
export const cornerSizes = { square: 0, soft: 6, round: 12 } as const;

export function titleStyle(letters: LetterPair, theme: ThemeName): CSSProperties {
  return {
    ...(letters !== 'plain' && { fontFamily: `"Title ${letters}", ${titleLetters[letters].otherwise}` }),
    fontWeight: 700,
    textTransform: theme === 'night' ? 'uppercase' : undefined,
  };
}
