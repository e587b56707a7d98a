import type { ThemeName } from '@vitrine/contract/looks';
import { type ThemeInks, themeTable } from '@vitrine/contract/theme-table';
import { brandProperties, type Grounds, makeBrand, onScreen, reach, type Scheme } from './brand.ts';
import { type Oklch, oklchToRgb, toHex } from './oklch.ts';

/** WCAG AA: the least contrast of text, and of edges that must be seen. */
const AA_TEXT = 4.5;
const AA_SHAPE = 3;

const oklch = ([l, c, h]: readonly [number, number, number]): Oklch => ({ l, c, h });
const hex = (colour: Oklch) => toHex(oklchToRgb(colour));

/** Hues of the states, with the chroma of their text. */
const states = { ok: [155, 0.13], warn: [80, 0.12], bad: [24, 0.15], info: [238, 0.1] } as const;

/** How much lightness a theme's pattern may take from the contrast of the page's ground. */
const PATTERN = 0.03;

/** The page where its pattern is strongest: nearer to the text than the ground itself. */
const patterned = (surface: ThemeInks['surface'], scheme: Scheme): Oklch => {
  const ground = oklch(surface);
  return { ...ground, l: ground.l + (scheme === 'dark' ? PATTERN : -PATTERN) };
};

const groundsOf = ({ surface, raised }: ThemeInks, scheme: Scheme) => ({
  surface: patterned(surface, scheme),
  raised: oklch(raised),
});

/** The grounds of a theme, on which its accents must be seen. */
export const themeGrounds = (theme: ThemeName): Grounds => ({
  dark: groundsOf(themeTable[theme].dark, 'dark'),
  light: groundsOf(themeTable[theme].light, 'light'),
});

/**
 * Every colour purpose of tokens.css for a theme in one scheme, with a store's two colours on top. Each value is
 * `#rrggbb`. Texts are moved until they reach 4.5 on each of their grounds and edges of controls until they reach 3, so
 * every combination of theme, scheme and owner's colours is legible.
 */
export function paint(
  theme: ThemeName,
  scheme: Scheme,
  primaryColor: string,
  secondaryColor: string,
): Record<`--${string}`, string> {
  const inks = themeTable[theme][scheme];
  const away = scheme === 'dark' ? 'lighter' : 'darker';
  const surface = oklch(inks.surface);
  const raised = oklch(inks.raised);
  const hover = oklch(inks.hover);
  const sunken = scheme === 'dark' ? surface : raised;
  const on = [surface, raised, hover, patterned(inks.surface, scheme)].map(onScreen);
  const text = reach(oklch(inks.text), on, AA_TEXT, away).colour;
  const muted = reach(oklch(inks.muted), on, AA_TEXT, away).colour;
  const strong = reach({ ...muted, l: (muted.l + hover.l) / 2 }, on, AA_SHAPE, away).colour;
  const colours: Record<`--${string}`, string> = {
    '--surface': hex(surface),
    '--raised': hex(raised),
    '--overlay': hex(raised),
    '--sunken': hex(sunken),
    '--hover': hex(hover),
    '--line': hex(oklch(inks.line)),
    '--line-strong': hex(strong),
    '--text': hex(text),
    '--muted': hex(muted),
  };
  for (const [name, [h, c]] of Object.entries(states)) {
    const soft = { l: scheme === 'dark' ? 0.28 : 0.955, c: 0.045, h };
    const grounds = [surface, raised, soft].map(onScreen);
    const from = { l: scheme === 'dark' ? 0.82 : 0.47, c, h };
    colours[`--${name}`] = hex(reach(from, grounds, AA_TEXT, away).colour);
    colours[`--${name}-soft`] = hex(soft);
  }
  const brand = makeBrand(primaryColor, secondaryColor, themeGrounds(theme));
  return { ...colours, ...brandProperties(brand[scheme]) };
}
