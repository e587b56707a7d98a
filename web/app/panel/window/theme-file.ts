import { ThemeFile } from '@vitrine/contract/stores';

/** The largest file of a theme, in characters. A whole one has some hundred. */
const LONGEST = 20_000;

/** The text of a theme's file, as people read it. */
export const themeFileText = (theme: ThemeFile) => `${JSON.stringify(theme, null, 2)}\n`;

/** The theme in a file's text; null for every other text. Fields that a theme lacks are refused, not dropped. */
export function readThemeFile(text: string): ThemeFile | null {
  if (text.length > LONGEST) return null;
  try {
    return ThemeFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
