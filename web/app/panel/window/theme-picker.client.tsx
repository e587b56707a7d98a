import { lookWords } from '@vitrine/contract/look-words';
import { type Look, type ThemeName, themes } from '@vitrine/contract/looks';
import { themeTable } from '@vitrine/contract/theme-table';
import type { CSSProperties } from 'react';
import { paint } from '../../lib/brand/paint.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { cornerSizes, TitleFaces, titleStyle } from '../brand/title-faces.tsx';

interface ThemePickerProps {
  look: Look;
  primaryColor: string;
  secondaryColor: string;
  onChange(look: Look): void;
}

/** A theme in small: its grounds, letters and corners with the store's colours. */
function Sample({
  theme,
  primaryColor,
  secondaryColor,
}: { theme: ThemeName } & Omit<ThemePickerProps, 'look' | 'onChange'>) {
  const { letters, scheme, corners, name } = themeTable[theme];
  const colours = paint(theme, scheme === 'light' ? 'light' : 'dark', primaryColor, secondaryColor);
  return (
    <span
      aria-hidden="true"
      className="block w-24 overflow-hidden border border-line p-2"
      style={
        {
          ...colours,
          background: 'var(--surface)',
          color: 'var(--text)',
          borderRadius: cornerSizes[corners],
        } as CSSProperties
      }
    >
      <span className="block truncate leading-5" style={titleStyle(letters, theme)}>
        {name}
      </span>
      <span
        className="mt-1 block h-5 border"
        style={{ background: 'var(--raised)', borderColor: 'var(--line)', borderRadius: cornerSizes[corners] / 2 }}
      />
      <span
        className="mt-1 block h-2.5"
        style={{ background: 'var(--accent)', borderRadius: cornerSizes[corners] / 2 }}
      />
    </span>
  );
}

const own = 'theme';
const fine = [
  { key: 'scheme', legend: 'Claro ou escuro', words: lookWords.scheme },
  { key: 'letters', legend: 'Letras dos títulos', words: lookWords.letters },
  { key: 'corners', legend: 'Cantos', words: lookWords.corners },
  { key: 'card', legend: 'Cartões', words: lookWords.card },
  // The other ground is the theme's own.
  { key: 'ground', legend: 'Fundo', words: { plain: lookWords.ground.plain } },
] as const;

/** The choice of a theme, and what may differ from it. A choice that is left to the theme is not stored. */
export function ThemePicker({ look, primaryColor, secondaryColor, onChange }: ThemePickerProps) {
  return (
    <div className="flex flex-col gap-5">
      <TitleFaces />
      <RadioCards
        legend="Tema"
        options={themes.map((theme) => ({
          value: theme,
          label: themeTable[theme].name,
          help: themeTable[theme].says,
          icon: <Sample theme={theme} primaryColor={primaryColor} secondaryColor={secondaryColor} />,
        }))}
        value={look.theme}
        onChange={(theme) => onChange({ theme })}
      />
      <details>
        <summary className="min-h-11 content-center font-medium">Ajustes finos</summary>
        <div className="mt-3 flex flex-col gap-5">
          {fine.map(({ key, legend, words }) => (
            <RadioCards<string>
              key={key}
              legend={legend}
              options={[
                { value: own, label: 'Do tema' },
                ...Object.entries(words).map(([value, label]) => ({ value, label })),
              ]}
              value={look[key] ?? own}
              onChange={(value) => onChange({ ...look, [key]: value === own ? undefined : value })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
