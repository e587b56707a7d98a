import type { CardStyle, Corners, LetterPair, Look, ThemeName } from '@vitrine/contract/looks';
import { themeTable } from '@vitrine/contract/theme-table';
import { brandCss, type Scheme } from '../../lib/brand/brand.ts';
import { titleLetters } from '../../lib/brand/letters.ts';
import { paint } from '../../lib/brand/paint.ts';
import arcade from '../../styles/themes/arcade.css?inline';
import centred from '../../styles/themes/centred.css?inline';
import minimal from '../../styles/themes/minimal.css?inline';
import night from '../../styles/themes/night.css?inline';
import noir from '../../styles/themes/noir.css?inline';
import paper from '../../styles/themes/paper.css?inline';
import realm from '../../styles/themes/realm.css?inline';

/** The stylesheet of a store's look. It stands behind the shop's own, inside each page, and is allowed by its hash. */

const shapes: Record<ThemeName, string> = {
  vitrine: '',
  night,
  paper: centred + paper,
  arcade,
  realm: centred + realm,
  minimal,
  noir: centred + noir,
};

/** Radius of controls and of cards, in rem. */
const radii: Record<Corners, readonly [control: number, card: number]> = {
  square: [0, 0],
  soft: [0.625, 0.875],
  round: [1.375, 1.5],
};

const cards: Record<CardStyle, string> = {
  line: '.shop-card{border:1px solid var(--line-strong);background:var(--raised);box-shadow:none}',
  flat: '.shop-card{border-color:transparent;background:var(--raised);box-shadow:none}',
  shadow: '.shop-card{background:var(--raised);box-shadow:var(--soft-shadow)}',
};

interface Dressed {
  look: Look;
  primaryColor: string;
  secondaryColor: string;
}

/** The pair of letters that a look shows. */
const pairOf = ({ letters, theme }: Look): LetterPair => letters ?? themeTable[theme].letters;

/** The address of the title face, which the page fetches before it paints; undefined where titles are in Inter. */
export function titleFace(look: Look): string | undefined {
  const pair = pairOf(look);
  return pair === 'plain' ? undefined : titleLetters[pair].face;
}

function lettersCss(look: Look): string {
  const pair = pairOf(look);
  if (pair === 'plain') return ':root{--title:var(--font-inter)}';
  const { face, weight, otherwise } = titleLetters[pair];
  // `optional`: titles never change their shape while a person reads, so nothing moves
  return (
    `@font-face{font-family:"Title";font-display:optional;font-weight:${weight};src:url(${face}) format("woff2")}` +
    `:root{--title:"Title",${otherwise}}:is(h1,h2,h3,.card-name){font-family:var(--title);font-weight:${weight};letter-spacing:0}`
  );
}

function coloursCss({ look, primaryColor, secondaryColor }: Dressed): string {
  const scheme = look.scheme ?? themeTable[look.theme].scheme;
  if (look.theme === 'vitrine' && scheme === 'auto') return brandCss(primaryColor, secondaryColor);
  const rules = (one: Scheme) =>
    `color-scheme:${one};${Object.entries(paint(look.theme, one, primaryColor, secondaryColor))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}`;
  if (scheme !== 'auto') return `:root{${rules(scheme)}}`;
  return `:root{${rules('dark')}}@media (prefers-color-scheme:light){:root{${rules('light')}}}`;
}

/** The stylesheets, each computed once for a look, because pages outside the page cache are drawn for each visit. */
const made = new Map<string, string>();
const REMEMBERED = 500;

/** The rules of a store's look. They hold numbers and colours that we computed, never an owner's text. */
export function themeCss({ look, primaryColor, secondaryColor }: Dressed): string {
  const key = JSON.stringify([look, primaryColor, secondaryColor]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const [control, card] = radii[look.corners ?? themeTable[look.theme].corners];
  const css = [
    coloursCss({ look, primaryColor, secondaryColor }),
    lettersCss(look),
    `:root{--corner:${control}rem;--corner-card:${card}rem}`,
    shapes[look.theme],
    look.card ? cards[look.card] : '',
    look.ground === 'plain' ? '[data-pattern]{background-image:none}' : '',
  ].join('');
  made.set(key, css);
  if (made.size > REMEMBERED) made.delete(made.keys().next().value ?? '');
  return css;
}
