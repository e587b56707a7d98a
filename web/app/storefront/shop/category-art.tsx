import { type Art, artOf } from './category-words.ts';
import { PictureFallback } from './picture.tsx';

/** Each drawing on 160 × 120: a filled body, then lines over it. */
const drawings: Record<Exclude<Art, 'parcel'>, { body: string; lines: string }> = {
  vip: {
    body: 'M50 82 44 44l20 16 16-26 16 26 20-16-6 38Z',
    lines: 'M50 92h60M80 62v8M64 70v4M96 70v4',
  },
  money: {
    body: 'M44 44h72v40H44Z',
    lines: 'M80 53a11 11 0 1 0 0 22 11 11 0 1 0 0-22ZM54 54v20M106 54v20M50 36h60M56 92h48',
  },
  car: {
    body: 'M38 80V66l10-4 12-16h36l14 16 12 4v14Z',
    lines: 'M54 73a9 9 0 1 0 0 18 9 9 0 1 0 0-18ZM106 73a9 9 0 1 0 0 18 9 9 0 1 0 0-18ZM62 62l8-9h9v9ZM87 62v-9h6l8 9Z',
  },
  house: {
    body: 'M50 58 80 34l30 24v32H50Z',
    lines: 'M42 62 80 32l38 30M74 90V70h14v20M58 66h8v8h-8ZM96 66h8v8h-8Z',
  },
  weapon: {
    body: 'M80 32a28 28 0 1 0 0 56 28 28 0 1 0 0-56Z',
    lines: 'M80 46a14 14 0 1 0 0 28 14 14 0 1 0 0-28ZM80 24v16M80 80v16M44 60h16M100 60h16M79 60h2',
  },
  clothes: {
    body: 'M64 36 42 48l8 16 8-4v30h44V60l8 4 8-16-22-12c-4 8-28 8-32 0Z',
    lines: 'M64 36c4 10 28 10 32 0M58 60v-6M102 60v-6M74 76h12',
  },
  kit: {
    body: 'M48 54h64v36H48Z',
    lines: 'M48 68h64M74 64h12v9H74ZM66 54c0-24 28-24 28 0M56 90v4M104 90v4',
  },
};

/** The picture of a product without one: drawn by the words of its category, in the store's colours. */
export function CategoryArt({ category, className }: { category: string; className: string }) {
  const art = artOf(category);
  if (art === 'parcel') return <PictureFallback className={className} />;
  const { body, lines } = drawings[art];
  return (
    <svg
      viewBox="0 0 160 120"
      className={className}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-art={art}
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M0 0h160v120H0z" fill="var(--accent-soft)" />
      <circle cx="80" cy="62" r="46" fill="var(--accent)" opacity="0.14" />
      <path d={body} fill="var(--raised)" stroke="var(--accent-text)" />
      <path d={lines} fill="none" stroke="var(--accent-text)" />
    </svg>
  );
}
