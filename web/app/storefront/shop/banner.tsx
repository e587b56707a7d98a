import type { StorefrontStore } from '@vitrine/contract/pages';
import { PHONE_WIDE, sourceSet } from './picture.tsx';

const sizes = `(min-width: 640px) 100vw, ${PHONE_WIDE}`;

/** The owner's banner, or a drawn city at night in the store's two colours. */
export function Banner({ store }: { store: StorefrontStore }) {
  return (
    <div className="shop-banner relative h-24 overflow-hidden bg-accent-soft md:h-40">
      {store.banner ? (
        <picture className="contents">
          <source type="image/avif" srcSet={sourceSet(store.banner, 'avif')} sizes={sizes} />
          <img
            src={store.banner}
            srcSet={sourceSet(store.banner, 'webp')}
            sizes={sizes}
            alt=""
            width={1280}
            height={320}
            loading="lazy"
            fetchPriority="high"
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      ) : (
        <Skyline />
      )}
    </div>
  );
}

/** Towers of one stretch of the city as x, width and height. */
const back = [
  [0, 50, 70],
  [58, 34, 104],
  [100, 62, 60],
  [170, 40, 120],
  [218, 70, 84],
  [300, 36, 136],
  [344, 58, 72],
  [410, 44, 108],
  [462, 66, 64],
  [536, 38, 126],
  [582, 60, 90],
  [650, 50, 112],
  [708, 62, 68],
  [778, 40, 132],
  [826, 56, 78],
  [890, 44, 100],
  [942, 58, 66],
] as const;
const front = [
  [-10, 64, 44],
  [70, 46, 66],
  [132, 74, 36],
  [224, 42, 78],
  [282, 80, 48],
  [380, 50, 70],
  [448, 84, 40],
  [552, 46, 82],
  [614, 76, 52],
  [708, 44, 74],
  [766, 80, 42],
  [862, 48, 68],
  [924, 80, 46],
] as const;

function Skyline() {
  return (
    <svg
      viewBox="-500 0 2000 200"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.55" />
          <stop offset="1" stopColor="var(--secondary)" stopOpacity="0.4" />
        </linearGradient>
      </defs>
      <path d="M-500 0h2000v200H-500z" fill="url(#sky)" />
      <circle cx="760" cy="78" r="44" fill="var(--secondary)" opacity="0.55" />
      {/* A phone shows the middle of the city, a wide screen the same stretch again on both sides. */}
      <g id="skyline">
        <path d={back.map(([x, w, h]) => `M${x} 200v${-h}h${w}v${h}z`).join('')} fill="var(--accent)" opacity="0.4" />
        <path
          d={front.map(([x, w, h]) => `M${x} 200v${-h}h${w}v${h}z`).join('')}
          fill="var(--surface)"
          opacity="0.72"
        />
        <path
          d={front.map(([x, , h]) => `M${x + 10} ${200 - h + 10}h6v6h-6zM${x + 26} ${200 - h + 22}h6v6h-6z`).join('')}
          fill="var(--secondary)"
          opacity="0.75"
        />
      </g>
      <use href="#skyline" x="-1000" />
      <use href="#skyline" x="1000" />
    </svg>
  );
}
