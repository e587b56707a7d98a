import { themes } from '@vitrine/contract/looks';
import type { ThemeFile } from '@vitrine/contract/stores';
import { describe, expect, it } from 'vitest';
import { readThemeFile, themeFileText } from './theme-file.ts';

const theme: ThemeFile = {
  vitrineTheme: 1,
  primaryColor: '#b3261e',
  secondaryColor: '#d4a017',
  density: 'pairs',
  look: { theme: 'realm', scheme: 'dark', letters: 'herald', corners: 'soft', card: 'line', ground: 'plain' },
};

describe('a theme’s file', () => {
  it('comes back as it was written, for every theme', () => {
    for (const name of themes) {
      const one: ThemeFile = { ...theme, look: { theme: name } };
      expect(readThemeFile(themeFileText(one))).toEqual(one);
    }
    expect(readThemeFile(themeFileText(theme))).toEqual(theme);
  });

  it('is refused when it is hostile, broken, or of another kind', () => {
    const changed = (change: object) => JSON.stringify({ ...theme, ...change });
    const hostile = [
      '',
      'null',
      '[]',
      '"realm"',
      '{',
      changed({ vitrineTheme: 2 }),
      changed({ primaryColor: 'red;}</style><script>alert(1)</script>' }),
      changed({ primaryColor: 'url(https://example.com/x)' }),
      changed({ density: 'none' }),
      changed({ look: { theme: 'constructor' } }),
      changed({ look: { theme: '__proto__' } }),
      changed({ look: { ...theme.look, letters: '"},body{display:none' } }),
      changed({ look: { ...theme.look, css: 'body{display:none}' } }),
      changed({ script: 'alert(1)' }),
      changed({ look: undefined }),
      themeFileText(theme).replace('{', '{"__proto__":{"polluted":true},'),
      `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
      `${' '.repeat(30_000)}${themeFileText(theme)}`,
    ];
    for (const text of hostile) expect(readThemeFile(text), text.slice(0, 80)).toBeNull();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
