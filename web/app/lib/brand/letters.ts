import type { LetterPair } from '@vitrine/contract/looks';
import cinzel from '../../assets/letters/cinzel-latin-700.woff2?url';
import fraunces from '../../assets/letters/fraunces-latin-600.woff2?url';
import pressStart from '../../assets/letters/press-start-2p-latin-400.woff2?url';
import rajdhani from '../../assets/letters/rajdhani-latin-700.woff2?url';

interface Letters {
  /** The address of the title face. */
  face: string;
  weight: number;
  /** The fonts that draw titles until the face is loaded, and letters that it lacks. */
  otherwise: string;
}

/** The title face of each pair, from Fontsource (SIL Open Font License, beside the files). `plain` has Inter for titles too. */
export const titleLetters: Record<Exclude<LetterPair, 'plain'>, Letters> = {
  street: { face: rajdhani, weight: 700, otherwise: '"Inter Variable", "Inter Fallback", sans-serif' },
  press: { face: fraunces, weight: 600, otherwise: 'Georgia, "Liberation Serif", serif' },
  pixel: { face: pressStart, weight: 400, otherwise: '"Liberation Mono", "Courier New", monospace' },
  herald: { face: cinzel, weight: 700, otherwise: 'Georgia, "Liberation Serif", serif' },
};
