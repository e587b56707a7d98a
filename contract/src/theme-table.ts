import type { Corners, LetterPair, Scheme, ThemeName } from './looks.ts';

/** Lightness 0 to 1, chroma from 0, hue in degrees. */
type Oklch = readonly [l: number, c: number, h: number];

/** The grounds and inks of a theme in one scheme. All other colours are computed from them. */
export interface ThemeInks {
  /** The page. */
  surface: Oklch;
  /** Cards. */
  raised: Oklch;
  /** A quiet button under the pointer. */
  hover: Oklch;
  line: Oklch;
  text: Oklch;
  muted: Oklch;
}

interface ThemeEntry {
  name: string;
  /** One line for the owner: what kind of place it is. */
  says: string;
  scheme: Scheme;
  letters: LetterPair;
  corners: Corners;
  dark: ThemeInks;
  light: ThemeInks;
}

/** The six themes, and the first one, which stores have until they choose. Texts are for the owner. */
export const themeTable: Record<ThemeName, ThemeEntry> = {
  vitrine: {
    name: 'Vitrine',
    says: 'O visual padrão: limpo, com as suas cores.',
    scheme: 'auto',
    letters: 'plain',
    corners: 'soft',
    dark: {
      surface: [0.165, 0.013, 282],
      raised: [0.205, 0.015, 282],
      hover: [0.285, 0.017, 282],
      line: [0.285, 0.017, 282],
      text: [0.985, 0.003, 282],
      muted: [0.73, 0.017, 282],
    },
    light: {
      surface: [0.967, 0.005, 282],
      raised: [1, 0, 282],
      hover: [0.925, 0.008, 282],
      line: [0.87, 0.011, 282],
      text: [0.205, 0.015, 282],
      muted: [0.45, 0.019, 282],
    },
  },
  night: {
    name: 'Cidade',
    says: 'Noite, imagem de fora a fora, borda de neon. Para cidades de roleplay.',
    scheme: 'dark',
    letters: 'street',
    corners: 'square',
    dark: {
      surface: [0.14, 0.035, 275],
      raised: [0.19, 0.042, 275],
      hover: [0.26, 0.05, 275],
      line: [0.3, 0.055, 275],
      text: [0.98, 0.01, 275],
      muted: [0.76, 0.035, 275],
    },
    light: {
      surface: [0.94, 0.014, 265],
      raised: [0.985, 0.006, 265],
      hover: [0.9, 0.02, 265],
      line: [0.82, 0.025, 265],
      text: [0.2, 0.04, 275],
      muted: [0.44, 0.04, 275],
    },
  },
  paper: {
    name: 'Papel',
    says: 'Editorial: claro, letras de livro, preços como em um catálogo.',
    scheme: 'light',
    letters: 'press',
    corners: 'square',
    dark: {
      surface: [0.2, 0.008, 75],
      raised: [0.235, 0.009, 75],
      hover: [0.29, 0.011, 75],
      line: [0.37, 0.013, 75],
      text: [0.95, 0.012, 85],
      muted: [0.75, 0.015, 80],
    },
    light: {
      surface: [0.978, 0.008, 85],
      raised: [0.995, 0.003, 85],
      hover: [0.94, 0.012, 85],
      line: [0.85, 0.014, 80],
      text: [0.21, 0.012, 60],
      muted: [0.46, 0.016, 65],
    },
  },
  arcade: {
    name: 'Arcade',
    says: 'Cantos duros, cores chapadas, títulos em pixel.',
    scheme: 'dark',
    letters: 'pixel',
    corners: 'square',
    dark: {
      surface: [0.19, 0.075, 285],
      raised: [0.25, 0.095, 285],
      hover: [0.33, 0.11, 285],
      line: [0.93, 0.03, 95],
      text: [0.97, 0.02, 95],
      muted: [0.82, 0.05, 285],
    },
    light: {
      surface: [0.92, 0.085, 95],
      raised: [0.99, 0.012, 95],
      hover: [0.87, 0.09, 95],
      line: [0.2, 0.03, 285],
      text: [0.18, 0.04, 285],
      muted: [0.4, 0.05, 285],
    },
  },
  realm: {
    name: 'Reino',
    says: 'Medieval: pergaminho, molduras, prateleiras como capítulos.',
    scheme: 'light',
    letters: 'herald',
    corners: 'square',
    dark: {
      surface: [0.19, 0.022, 55],
      raised: [0.235, 0.028, 55],
      hover: [0.3, 0.034, 55],
      line: [0.42, 0.05, 65],
      text: [0.94, 0.03, 85],
      muted: [0.77, 0.04, 80],
    },
    light: {
      surface: [0.9, 0.042, 82],
      raised: [0.94, 0.034, 85],
      hover: [0.86, 0.05, 80],
      line: [0.68, 0.06, 70],
      text: [0.24, 0.04, 45],
      muted: [0.42, 0.045, 50],
    },
  },
  minimal: {
    name: 'Mínimo',
    says: 'Sem caixas, uma coluna, preços grandes. Para um a cinco produtos.',
    scheme: 'auto',
    letters: 'plain',
    corners: 'round',
    dark: {
      surface: [0.13, 0, 0],
      raised: [0.16, 0, 0],
      hover: [0.22, 0, 0],
      line: [0.28, 0, 0],
      text: [0.98, 0, 0],
      muted: [0.72, 0, 0],
    },
    light: {
      surface: [1, 0, 0],
      raised: [1, 0, 0],
      hover: [0.955, 0, 0],
      line: [0.9, 0, 0],
      text: [0.17, 0, 0],
      muted: [0.47, 0, 0],
    },
  },
  noir: {
    name: 'Noir',
    says: 'Luxo: quase preto, linhas finas, imagens grandes.',
    scheme: 'dark',
    letters: 'press',
    corners: 'square',
    dark: {
      surface: [0.105, 0.004, 75],
      raised: [0.14, 0.005, 75],
      hover: [0.19, 0.007, 75],
      line: [0.27, 0.012, 80],
      text: [0.93, 0.012, 85],
      muted: [0.7, 0.014, 80],
    },
    light: {
      surface: [0.965, 0.006, 85],
      raised: [0.985, 0.004, 85],
      hover: [0.93, 0.008, 85],
      line: [0.83, 0.012, 80],
      text: [0.18, 0.008, 75],
      muted: [0.46, 0.012, 75],
    },
  },
};
