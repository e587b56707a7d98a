import type { StorefrontStore } from '@vitrine/contract/pages';
import { shopLimits } from '@vitrine/contract/shop-limits';
import { fullDateTime } from '../lib/format.ts';
import { InlineScript } from '../lib/inline.tsx';
import { liveSections } from './sections/live-sections.ts';
import { SocialLinks } from './shop/contact.tsx';

const percent = shopLimits.underDevelopmentPercent;

/** What a store that is not open shows on all its pages: when it opens, if its owner said when. */
export function NotOpen({ store }: { store: StorefrontStore }) {
  return store.opensAt ? <Opening store={store} at={store.opensAt} /> : <UnderDevelopment store={store} />;
}

/** A store that opens by itself: the day, what is left until then, and where to wait for it. */
function Opening({ store, at }: { store: StorefrontStore; at: string }) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      <ShutterDrawing />
      <h1 className="mt-8 text-display font-semibold tracking-tight text-balance">{store.name} abre em breve</h1>
      <p className="mt-2 text-muted text-balance">
        <time dateTime={at}>{fullDateTime(at)}</time>, horário de Brasília
      </p>
      <p
        role="timer"
        aria-label="Falta para abrir"
        data-until={at}
        data-after="reload"
        className="needs-script figures mt-6 text-hero font-bold tracking-tight"
      >
        &nbsp;
      </p>
      {store.notices ? (
        <a href="/avise-me" className="btn btn-primary mt-6">
          Avise-me quando abrir
        </a>
      ) : null}
      <SocialLinks store={store} />
      <InlineScript text={liveSections} />
    </section>
  );
}

/**
 * The 'under development' page: a shop window that is being dressed, with a progress bar at 75 %. It must look
 * planned, like a closed shutter with light behind it.
 */
function UnderDevelopment({ store }: { store: StorefrontStore }) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      <ShutterDrawing />
      <h1 className="mt-8 text-display font-semibold tracking-tight text-balance">{store.name} abre em breve</h1>
      <p className="mt-2 text-muted text-pretty">Estamos montando esta vitrine. Falta pouco para abrir.</p>
      <div className="mt-8 w-full">
        <div className="mb-2 flex items-baseline justify-between text-small">
          <span className="text-muted">Em desenvolvimento</span>
          <span className="figures font-medium">{percent}%</span>
        </div>
        <div
          role="progressbar"
          aria-label="Progresso"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-2 overflow-hidden rounded-full bg-hover forced-colors:outline"
        >
          {/* 75 % as a class: the shop's policy allows no style attribute. */}
          <div className="h-full w-3/4 rounded-full bg-accent forced-colors:bg-[Highlight]" />
        </div>
      </div>
    </section>
  );
}

function ShutterDrawing() {
  return (
    <svg viewBox="0 0 240 150" className="w-full max-w-60" aria-hidden="true">
      <defs>
        <linearGradient id="shutter-light" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect x="34" y="38" width="172" height="98" rx="8" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <rect x="44" y="102" width="152" height="34" fill="url(#shutter-light)" />
      <path d="M24 146 44 136h152l20 10Z" fill="var(--accent)" opacity="0.18" />
      {[50, 63, 76, 89].map((y) => (
        <rect key={y} x="44" y={y} width="152" height="10" rx="3" fill="var(--hover)" />
      ))}
      <path d="M28 14h184l8 24H20Z" fill="var(--hover)" />
      {[0, 1, 2, 3, 4].map((i) => (
        <path
          key={i}
          d={`M${20 + i * 40} 38h40v6a20 12 0 0 1-40 0Z`}
          fill={i % 2 === 0 ? 'var(--accent)' : 'var(--accent-soft)'}
          stroke="var(--line)"
        />
      ))}
      <circle cx="76" cy="122" r="7" fill="var(--accent-text)" opacity="0.85" />
      <rect x="106" y="113" width="28" height="20" rx="4" fill="var(--accent-text)" opacity="0.65" />
      <path d="m164 112 10 20h-20Z" fill="var(--accent-text)" opacity="0.85" />
    </svg>
  );
}
