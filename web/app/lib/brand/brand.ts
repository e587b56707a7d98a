import { contrast, type Oklch, oklchToRgb, parseHex, type Rgb, rgbToOklch, toHex } from './oklch.ts';

/** WCAG AA: the least contrast of text (SC 1.4.3), and of other parts that must be visible (SC 1.4.11). */
const AA_TEXT = 4.5;
const AA_SHAPE = 3;

/** The product's own accent, for an owner's colour that cannot be parsed. */
const FALLBACK_COLOUR = '#6a55f0';

/** The two text colours on an accent. One of them always reaches AA, because their luminances are far apart. */
const LIGHT_TEXT: Rgb = [1, 1, 1];
const DARK_TEXT: Rgb = [0.02, 0.02, 0.03];

/** Background of page and card in each scheme, as in tokens.css (`--surface`, `--raised`); brand.test.ts compares. */
export const grounds = {
  dark: { surface: { l: 0.165, c: 0.013, h: 282 }, raised: { l: 0.205, c: 0.015, h: 282 } },
  light: { surface: { l: 0.967, c: 0.005, h: 282 }, raised: { l: 1, c: 0, h: 282 } },
} as const;

export type Scheme = 'dark' | 'light';
/** The backgrounds that an accent must be seen on. */
export type Grounds = Record<Scheme, { surface: Oklch; raised: Oklch }>;

/** A store's colours in one scheme, every value `#rrggbb`. */
export interface BrandTheme {
  accent: string;
  accentHover: string;
  /** Text on the accent. The computation guarantees AA. */
  onAccent: string;
  /** The accent as text or icon on page and cards. The computation guarantees AA. */
  accentText: string;
  accentSoft: string;
  /** The owner's own choice. It only decorates: no text or control depends on it. */
  secondary: string;
  onSecondary: string;
  /** Which colours were changed to reach AA. The preview in the settings tells the owner. */
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

/** A colour as a screen shows it, 8 bits a channel. Contrast is measured on this, because rounding can lower it. */
export function onScreen(colour: Oklch): Rgb {
  return parseHex(toHex(oklchToRgb(colour))) ?? LIGHT_TEXT;
}

/** The worst contrast of a colour with the given backgrounds. */
const worst = (colour: Rgb, on: Rgb[]) => Math.min(...on.map((ground) => contrast(colour, ground)));

/**
 * Moves the lightness of a colour just far enough from its backgrounds to reach the ratio. Hue and chroma stay.
 * A colour that already reaches the ratio is returned as it is.
 */
export function reach(
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

function brandOn(primary: Oklch, secondary: Oklch, theme: Scheme, ground: Grounds): BrandTheme {
  const { surface, raised } = ground[theme];
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
 * Computes everything that a page needs from a store's two colours, in both schemes. Takes `#rgb` or `#rrggbb`; an
 * unreadable value counts as the product's accent. A colour that would be illegible changes its lightness only, and
 * `nudged` says so.
 */
export function makeBrand(primaryColor: string, secondaryColor: string, ground: Grounds = grounds): Brand {
  const primary = read(primaryColor);
  const secondary = read(secondaryColor);
  const scale = scaleSteps.map(([step, l, share]) => [
    step,
    toHex(oklchToRgb({ l, c: primary.c * share, h: primary.h })),
  ]);
  return {
    scale: Object.fromEntries(scale),
    dark: brandOn(primary, secondary, 'dark', ground),
    light: brandOn(primary, secondary, 'light', ground),
  };
}

/** The theme's colours as custom properties, with the names of tokens.css. */
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

/** A stylesheet that puts the store's colours over the product's. It holds `#rrggbb` only, never an owner's text. */
export function brandCss(primaryColor: string, secondaryColor: string): string {
  const { dark, light } = makeBrand(primaryColor, secondaryColor);
  const rules = (theme: BrandTheme) =>
    Object.entries(brandProperties(theme))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  return `:root{${rules(dark)}}@media (prefers-color-scheme:light){:root{${rules(light)}}}`;
}
