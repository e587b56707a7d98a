import type { CardStyle, Corners, GroundStyle, LetterPair, Scheme } from './looks.ts';
import type { Density } from './stores.ts';

/** The choices of a look in words: where the owner makes them, and in the log of changes. Names of themes are in theme-table.ts. */
export const lookWords: {
  scheme: Record<Scheme, string>;
  letters: Record<LetterPair, string>;
  corners: Record<Corners, string>;
  card: Record<CardStyle, string>;
  ground: Record<GroundStyle, string>;
  density: Record<Density, string>;
} = {
  scheme: { auto: 'Como no aparelho', dark: 'Escuro', light: 'Claro' },
  letters: { plain: 'Simples', street: 'Urbanas', press: 'De livro', pixel: 'Pixel', herald: 'De pedra' },
  corners: { square: 'Retos', soft: 'Suaves', round: 'Redondos' },
  card: { line: 'Com linha', flat: 'Sem linha', shadow: 'Com sombra' },
  ground: { pattern: 'Do tema', plain: 'Liso' },
  density: { cards: 'Cartões', pairs: 'Lado a lado', rows: 'Linhas' },
};
