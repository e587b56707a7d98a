import type { Density } from '@vitrine/contract/stores';
import { PHONE_WIDE } from './picture.tsx';

/** How a list of products and its cards look at one density. Each keeps picture, name, prices and the button. */
interface CardShape {
  list: string;
  card: string;
  picture: string;
  /** The widths of the picture, for the browser's choice of a file. */
  sizes: string;
  body: string;
  name: string;
  line: string;
  price: string;
  button: string;
}

const tall = {
  card: 'flex-col',
  picture: 'aspect-4/3',
  button: '',
} as const;

/** Up to this many products stand side by side as wide as the page allows. */
export const FEW = 3;

/** A density, or what `cards` becomes. `few`: the whole shop has one to three products. `threes`: no list of the page has more. */
export type CardDensity = Density | 'few' | 'threes';

/** Lists of one page have the same columns: three if every list has three products or fewer, because four would leave a hole. */
export const columnsFor = (density: Density, lists: readonly (readonly unknown[])[]): CardDensity =>
  density === 'cards' && lists.every(({ length }) => length <= FEW) ? 'threes' : density;

const cards = {
  ...tall,
  list: 'grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  sizes: `(min-width: 1152px) 270px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, ${PHONE_WIDE}`,
  body: 'p-4',
  name: 'text-title',
  line: 'line-clamp-2',
  price: 'text-lead',
};

export const cardShapes: Record<CardDensity, CardShape> = {
  few: {
    ...tall,
    list: 'grid-cols-[minmax(0,1fr)] gap-4',
    sizes: `(min-width: 768px) 46vw, ${PHONE_WIDE}`,
    body: 'p-5',
    name: 'text-lead',
    line: 'line-clamp-3',
    price: 'text-display',
  },
  cards,
  threes: {
    ...cards,
    list: 'grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 md:grid-cols-3',
    sizes: `(min-width: 1152px) 360px, (min-width: 768px) 31vw, (min-width: 640px) 46vw, ${PHONE_WIDE}`,
  },
  pairs: {
    ...tall,
    list: 'grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4',
    sizes: '(min-width: 1152px) 270px, (min-width: 1024px) 31vw, 46vw',
    body: 'p-3 sm:p-4',
    name: 'text-body sm:text-title',
    line: 'line-clamp-2 max-sm:hidden',
    price: 'text-title sm:text-lead',
    button: 'max-sm:text-small',
  },
  rows: {
    list: 'grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2',
    card: '',
    picture: 'w-28 shrink-0 sm:w-44',
    sizes: '(min-width: 640px) 176px, 112px',
    body: 'min-w-0 p-3 sm:p-4',
    name: 'text-body sm:text-title',
    line: 'line-clamp-1',
    price: 'text-title sm:text-lead',
    button: 'max-sm:text-small',
  },
};
