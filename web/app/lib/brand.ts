import { contrast, type Oklch, oklchToRgb, parseHex, type Rgb, rgbToOklch, toHex } from './oklch.ts';

/** WCAG AA: text, and what must be told from its ground without being text (SC 1.4.3 and 1.4.11). */
const AA_TEXT = 4.5;
const AA_SHAPE = 3;

/** Used where an owner's colour cannot be read: the product's own accent. */
const FALLBACK_COLOUR = '#6a55f0';

/** The two text colours that stand on an accent. One of them always reaches AA: their luminances are far enough apart. */
const LIGHT_TEXT: Rgb = [1, 1, 1];
const DARK_TEXT: Rgb = [0.02, 0.02, 0.03];

/** Page and card of each theme as tokens.css has them (`--surface`, `--raised`); brand.test.ts compares. */
export const grounds = {
  dark: { surface: { l: 0.165, c: 0.013, h: 282 }, raised: { l: 0.205, c: 0.015, h: 282 } },
  light: { surface: { l: 0.967, c: 0.005, h: 282 }, raised: { l: 1, c: 0, h: 282 } },
} as const;

export type Theme = keyof typeof grounds;

/** A store's colours in one theme, every value `#rrggbb`. */
export interface BrandTheme {
  accent: string;
  accentHover: string;
  /** Text on the accent, AA by computation. */
  onAccent: string;
  /** The accent as text or icon on page and cards, AA by computation. */
  accentText: string;
  accentSoft: string;
  /** As the owner chose it: it decorates, no text or control depends on it. */
  secondary: string;
  onSecondary: string;
  /** What had to move to reach AA; the settings' live preview tells the owner. */
  nudged: { accent: boolean; accentText: boolean };
}

export interface Brand {
  /** 50 to 950 in the primary colour's hue, for banners and pictures. */
  scale: Record<number, string>;
  dark: BrandTheme;
  light: BrandTheme;
}

const scaleSteps: readonly [step: number, lightness: number, chroma: number][] = [
  [50, 0.975, 0.14],
  [100, 0.945, 0.26],
  [200, 0.89, 0.45],
  [300, 0.82, 0.68],
  [400, 0.73, 0.9],
  [500, 0.64, 1],
  [600, 0.56, 1],
  [700, 0.48, 0.92],
  [800, 0.4, 0.75],
  [900, 0.31, 0.55],
  [950, 0.22, 0.35],
];

const read = (colour: string) => rgbToOklch(parseHex(colour) ?? parseHex(FALLBACK_COLOUR) ?? [0, 0, 0]);

/** A colour as a screen gets it: 8 bits a channel. Contrast is measured on this, or rounding could lose what was computed. */
function onScreen(colour: Oklch): Rgb {
  return parseHex(toHex(oklchToRgb(colour))) ?? LIGHT_TEXT;
}

/** The worst contrast of a colour against every ground it may stand on. */
const worst = (colour: Rgb, on: Rgb[]) => Math.min(...on.map((ground) => contrast(colour, ground)));

/**
 * Moves a colour's lightness, and nothing else, just far enough from its grounds to reach the ratio.
 * A colour that reaches it already comes back as it is.
 */
function reach(
  colour: Oklch,
  on: Rgb[],
  ratio: number,
  towards: 'lighter' | 'darker',
): { colour: Oklch; moved: boolean } {
  if (worst(onScreen(colour), on) >= ratio) return { colour, moved: false };
  let near = colour.l;
  let far = towards === 'lighter' ? 1 : 0;
  for (let step = 0; step < 20; step++) {
    const middle = (near + far) / 2;
    if (worst(onScreen({ ...colour, l: middle }), on) >= ratio) far = middle;
    else near = middle;
  }
  return { colour: { ...colour, l: far }, moved: true };
}

function textOn(ground: Rgb): string {
  return toHex(contrast(LIGHT_TEXT, ground) >= AA_TEXT ? LIGHT_TEXT : DARK_TEXT);
}

function themeOf(primary: Oklch, secondary: Oklch, theme: Theme): BrandTheme {
  const { surface, raised } = grounds[theme];
  const on = [onScreen(surface), onScreen(raised)];
  const away = theme === 'dark' ? 'lighter' : 'darker';
  const fill = reach(primary, on, AA_SHAPE, away);
  const soft = {
    l: theme === 'dark' ? 0.28 : 0.945,
    c: Math.min(primary.c, theme === 'dark' ? 0.075 : 0.035),
    h: primary.h,
  };
  const text = reach(primary, [...on, onScreen(soft)], AA_TEXT, away);
  const second = onScreen(secondary);
  const accent = onScreen(fill.colour);
  const onAccent = textOn(accent);
  const hover = { ...fill.colour, l: fill.colour.l + (onAccent === toHex(LIGHT_TEXT) ? -0.05 : 0.05) };
  return {
    accent: toHex(accent),
    accentHover: toHex(oklchToRgb(hover)),
    onAccent,
    accentText: toHex(oklchToRgb(text.colour)),
    accentSoft: toHex(oklchToRgb(soft)),
    secondary: toHex(second),
    onSecondary: textOn(second),
    nudged: { accent: fill.moved, accentText: text.moved },
  };
}

/**
 * A store's two colours (`#rgb` or `#rrggbb`; anything unreadable counts as the product's accent) as everything that a
 * page needs of them, in both themes. Text on the accent is computed, never guessed; a colour that would vanish on its
 * ground is nudged in lightness only, and says so.
 */
export function makeBrand(primaryColor: string, secondaryColor: string): Brand {
  const primary = read(primaryColor);
  const secondary = read(secondaryColor);
  const scale = scaleSteps.map(([step, l, share]) => [
    step,
    toHex(oklchToRgb({ l, c: primary.c * share, h: primary.h })),
  ]);
  return {
    scale: Object.fromEntries(scale),
    dark: themeOf(primary, secondary, 'dark'),
    light: themeOf(primary, secondary, 'light'),
  };
}

/** The theme's colours as custom properties, under the purposes of tokens.css. */
export function brandProperties(theme: BrandTheme): Record<`--${string}`, string> {
  return {
    '--accent': theme.accent,
    '--accent-hover': theme.accentHover,
    '--on-accent': theme.onAccent,
    '--accent-text': theme.accentText,
    '--accent-soft': theme.accentSoft,
    '--secondary': theme.secondary,
    '--on-secondary': theme.onSecondary,
  };
}

/** A stylesheet that puts the store's colours over the product's. Holds computed `#rrggbb` only, never an owner's text. */
export function brandCss(primaryColor: string, secondaryColor: string): string {
  const { dark, light } = makeBrand(primaryColor, secondaryColor);
  const rules = (theme: BrandTheme) =>
    Object.entries(brandProperties(theme))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  return `:root{${rules(dark)}}@media (prefers-color-scheme:light){:root{${rules(light)}}}`;
}
