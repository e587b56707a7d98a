import { themes } from '@vitrine/contract/looks';
import { describe, expect, it } from 'vitest';
import { contrast, parseHex, type Rgb } from './oklch.ts';
import { paint } from './paint.ts';

const rgb = (text: string | undefined): Rgb => {
  const read = parseHex(text ?? '');
  if (!read) throw new Error(`not a colour: ${text}`);
  return read;
};

// Corners of the colour cube, greys, and colours that owners choose: twelve pairs.
const owners = [
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ff0000', '#00ff00'],
  ['#00ff00', '#ff00ff'],
  ['#0000ff', '#ffff00'],
  ['#ffff00', '#0000ff'],
  ['#00ffff', '#808080'],
  ['#ff00ff', '#f5f5dc'],
  ['#808080', '#808080'],
  ['#6d5efc', '#22b8cf'],
  ['#ffd000', '#1a1a40'],
  ['#e50914', '#0b0b0f'],
] as const;

const texts: [string, string[]][] = [
  ['text', ['surface', 'raised', 'overlay', 'sunken', 'hover']],
  ['muted', ['surface', 'raised', 'overlay', 'sunken', 'hover']],
  ['accent-text', ['surface', 'raised', 'overlay', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-secondary', ['secondary']],
  ...['ok', 'warn', 'bad', 'info'].map((name): [string, string[]] => [name, ['surface', 'raised', `${name}-soft`]]),
];
const shapes: [string, string[]][] = [
  ['line-strong', ['surface', 'raised', 'sunken']],
  ['accent', ['surface', 'raised']],
];

describe('every theme', () => {
  it.each(themes)('%s is legible in dark and light with every colour of an owner', (theme) => {
    for (const scheme of ['dark', 'light'] as const) {
      for (const [primary, secondary] of owners) {
        const painted = paint(theme, scheme, primary, secondary);
        const least = (pairs: typeof texts, ratio: number) => {
          for (const [name, grounds] of pairs) {
            for (const ground of grounds) {
              expect(
                contrast(rgb(painted[`--${name}`]), rgb(painted[`--${ground}`])),
                `${theme} ${scheme} ${primary}: --${name} on --${ground}`,
              ).toBeGreaterThanOrEqual(ratio);
            }
          }
        };
        least(texts, 4.5);
        least(shapes, 3);
      }
    }
  });

  it('holds colours only, whatever an owner sends', () => {
    const painted = paint('realm', 'dark', '</style><script>', '#fff}body{display:none');
    for (const value of Object.values(painted)) expect(value).toMatch(/^#[0-9a-f]{6}$/);
  });
});
