/**
 * How a shop looks, without schemas, so that pages of the shop may load it. A theme decides composition, type, edges and
 * ground; the owner's colours and pictures come on top. A scheme is dark, light, or what the visitor's system asks for.
 */

export const themes = ['vitrine', 'night', 'paper', 'arcade', 'realm', 'minimal', 'noir'] as const;
export type ThemeName = (typeof themes)[number];

export const schemes = ['auto', 'dark', 'light'] as const;
export type Scheme = (typeof schemes)[number];

/** Pairs of letters: one for titles, and Inter for everything else. */
export const letterPairs = ['plain', 'street', 'press', 'pixel', 'herald'] as const;
export type LetterPair = (typeof letterPairs)[number];

export const cornerShapes = ['square', 'soft', 'round'] as const;
export type Corners = (typeof cornerShapes)[number];

export const cardStyles = ['line', 'flat', 'shadow'] as const;
export type CardStyle = (typeof cardStyles)[number];

export const groundStyles = ['pattern', 'plain'] as const;
export type GroundStyle = (typeof groundStyles)[number];

/** What an owner chose. An absent choice is the theme's own. */
export interface Look {
  theme: ThemeName;
  scheme?: Scheme | undefined;
  letters?: LetterPair | undefined;
  corners?: Corners | undefined;
  card?: CardStyle | undefined;
  ground?: GroundStyle | undefined;
}

/** What a store has until its owner chooses. */
export const firstLook: Look = { theme: 'vitrine' };
