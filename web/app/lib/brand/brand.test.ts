import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brandCss, grounds, makeBrand, type Scheme } from './brand.ts';
import { contrast, oklchToRgb, parseHex, type Rgb, rgbToOklch, toHex } from './oklch.ts';

const rgb = (hex: string): Rgb => {
  const parsed = parseHex(hex);
  if (!parsed) throw new Error(`not a colour: ${hex}`);
  return parsed;
};

// Every corner of the colour cube, greys, and colours that owners of such stores choose.
const owners = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#808080',
].concat(['#1a1a40', '#ffd000', '#5865f2', '#e50914', '#777777', '#0b0b0f', '#f5f5dc', '#2ecc71']);

describe('colour arithmetic', () => {
  it('comes back from OKLCH unchanged', () => {
    for (const hex of owners) expect(toHex(oklchToRgb(rgbToOklch(rgb(hex))))).toBe(hex);
  });

  it('knows the reference contrasts', () => {
    expect(contrast(rgb('#000'), rgb('#fff'))).toBeCloseTo(21, 5);
    expect(contrast(rgb('#767676'), rgb('#ffffff'))).toBeCloseTo(4.54, 2);
    expect(contrast(rgb('#ffffff'), rgb('#ffffff'))).toBe(1);
  });

  it('brings colours that no screen can show back without changing their lightness', () => {
    const shown = rgbToOklch(oklchToRgb({ l: 0.7, c: 0.4, h: 150 }));
    expect(shown.l).toBeCloseTo(0.7, 2);
    expect(shown.c).toBeLessThan(0.3);
  });

  it('refuses a text that is no colour', () => {
    for (const text of ['', '#12', '#12345', 'red', '#gggggg', '#fff;}', 'url(x)']) expect(parseHex(text)).toBeNull();
  });
});

describe('makeBrand', () => {
  it('keeps WCAG AA for every owner colour in both themes', () => {
    for (const hex of owners) {
      const brand = makeBrand(hex, hex);
      for (const theme of ['dark', 'light'] as Scheme[]) {
        const made = brand[theme];
        const name = `${hex} ${theme}`;
        expect(contrast(rgb(made.onAccent), rgb(made.accent)), `${name} text on accent`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(rgb(made.onAccent), rgb(made.accentHover)), `${name} text on hover`).toBeGreaterThanOrEqual(
          4.5,
        );
        expect(contrast(rgb(made.onSecondary), rgb(made.secondary)), `${name} on secondary`).toBeGreaterThanOrEqual(
          4.5,
        );
        expect(contrast(rgb(made.accentText), rgb(made.accentSoft)), `${name} on soft`).toBeGreaterThanOrEqual(4.5);
        for (const { l, c, h } of Object.values(grounds[theme])) {
          const ground = rgb(toHex(oklchToRgb({ l, c, h })));
          expect(contrast(rgb(made.accentText), ground), `${name} as text`).toBeGreaterThanOrEqual(4.5);
          expect(contrast(rgb(made.accent), ground), `${name} as shape`).toBeGreaterThanOrEqual(3);
        }
      }
    }
  });

  it('leaves a legible colour alone, and says so', () => {
    const { dark } = makeBrand('#ffd000', '#000000');
    expect(dark.accent).toBe('#ffd000');
    expect(dark.nudged).toEqual({ accent: false, accentText: false });
  });

  it('changes only the lightness of a colour, and says so', () => {
    const { dark, light } = makeBrand('#1a1a40', '#000000');
    expect(dark.nudged.accent).toBe(true);
    expect(light.nudged.accent).toBe(false);
    expect(rgbToOklch(rgb(dark.accent)).h).toBeCloseTo(rgbToOklch(rgb('#1a1a40')).h, -1);
    expect(rgbToOklch(rgb(dark.accent)).l).toBeGreaterThan(rgbToOklch(rgb('#1a1a40')).l);
  });

  it('makes a scale from light to dark', () => {
    const { scale } = makeBrand('#6d5efc', '#22b8cf');
    const lights = Object.keys(scale)
      .map(Number)
      .sort((a, b) => a - b)
      .map((step) => rgbToOklch(rgb(scale[step] ?? '')).l);
    expect(lights).toHaveLength(11);
    expect(lights).toEqual([...lights].sort((a, b) => b - a));
  });

  it('never lets an owner’s text into the page', () => {
    const css = brandCss('</style><script>alert(1)</script>', '#fff}body{display:none');
    expect(css).not.toMatch(/script|display|</);
    expect(css).toContain('--accent:#');
  });
});

describe('design tokens', () => {
  const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
  const [darkCss = '', lightCss = ''] = css.split('@media (prefers-color-scheme: light)');
  const declared = (text: string) =>
    new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']));
  const dark = declared(darkCss);
  const themes = { dark, light: new Map([...dark, ...declared(lightCss)]) };

  function read(theme: Scheme, name: string): Rgb {
    const value = themes[theme].get(name);
    const reference = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
    if (reference) return read(theme, reference);
    const numbers = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value ?? '');
    if (!numbers) throw new Error(`--${name} is no colour: ${value}`);
    return oklchToRgb({ l: Number(numbers[1]), c: Number(numbers[2]), h: Number(numbers[3]) });
  }

  it.each(['dark', 'light'] as const)('hold every text to AA in the %s theme', (theme) => {
    const pairs = [
      ...['text', 'muted'].flatMap((text) =>
        ['surface', 'raised', 'overlay', 'sunken', 'hover'].map((on) => [text, on]),
      ),
      ...['accent-text', 'ok', 'warn', 'bad', 'info'].flatMap((text) =>
        ['surface', 'raised', 'overlay'].map((on) => [text, on]),
      ),
      ...['ok', 'warn', 'bad', 'info'].map((tone) => [tone, `${tone}-soft`]),
      ['accent-text', 'accent-soft'],
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['on-danger', 'danger'],
      ['on-danger', 'danger-hover'],
      ['toast-text', 'toast'],
    ] as [string, string][];
    for (const [text, on] of pairs) {
      expect(contrast(read(theme, text), read(theme, on)), `--${text} on --${on}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['dark', 'light'] as const)('hold control edges and the focus ring to 3:1 in the %s theme', (theme) => {
    for (const on of ['surface', 'raised', 'sunken']) {
      expect(contrast(read(theme, 'line-strong'), read(theme, on)), `--line-strong on --${on}`).toBeGreaterThanOrEqual(
        3,
      );
      expect(contrast(read(theme, 'accent-text'), read(theme, on)), `focus on --${on}`).toBeGreaterThanOrEqual(3);
    }
  });

  it('agree with the backgrounds that brands are computed for', () => {
    for (const theme of ['dark', 'light'] as const) {
      for (const [name, ground] of Object.entries(grounds[theme])) {
        expect(toHex(read(theme, name)), `${theme} --${name}`).toBe(toHex(oklchToRgb(ground)));
      }
    }
  });
});
