import type { StorefrontCategory, StorefrontStore } from '@vitrine/contract/pages';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { CartBar } from '../cart-bar.tsx';
import { Banner } from './banner.tsx';
import { container, StoreMark } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';
import { ProductSearch } from './product-search.tsx';

/** The store's home: its name and banner, whether its city is online, and all products by category. */
export function ShopWindow({ store, categories }: { store: StorefrontStore; categories: StorefrontCategory[] }) {
  const several = categories.length > 1;
  const counts = new Set(categories.map(({ products }) => products.length));
  return (
    <>
      <Banner store={store} />
      <div className={container}>
        <div className="relative -mt-10 flex flex-col gap-4 md:-mt-12 md:flex-row md:items-end md:justify-between">
          <div className="min-w-0">
            <StoreMark store={store} className="size-20 border-4 border-surface text-display md:size-24" />
            <h1 className="mt-3 text-display font-bold tracking-tight text-balance md:text-hero">{store.name}</h1>
            {store.description ? <p className="mt-1 max-w-2xl text-muted text-pretty">{store.description}</p> : null}
            <ServerStatus server={store.server} />
          </div>
          <div className="needs-script w-full shrink-0 md:w-80">
            <ProductSearch />
          </div>
        </div>
      </div>

      {several ? (
        <nav
          aria-label="Categorias"
          className="sticky top-14 z-20 mt-6 border-b border-line bg-surface md:top-16"
          data-category-chips=""
        >
          <ul className={`${container} scroll-row flex gap-2 overflow-x-auto py-2`}>
            {categories.map(({ id, name }) => (
              <li key={id} className="shrink-0">
                <a href={`#categoria-${id}`} className="chip">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}

      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div className={`${container} pb-8`}>
        {categories.map(({ id, name, products }, index) => (
          <section
            key={id}
            id={`categoria-${id}`}
            aria-labelledby={`titulo-${id}`}
            data-category=""
            className={classNames('scroll-mt-28 pt-8 md:scroll-mt-32', index > 0 && 'far')}
            data-cards={products.length}
          >
            <h2 id={`titulo-${id}`} className="mb-4 text-lead font-semibold tracking-tight">
              {name}
            </h2>
            <ProductGrid products={products} first={index === 0} />
          </section>
        ))}
        <p data-nothing-found="" hidden className="py-16 text-center text-balance text-muted">
          Nada encontrado com esse nome. Tente outra palavra.
        </p>
      </div>
      <CartBar />
    </>
  );
}

function ServerStatus({ server }: { server: StorefrontStore['server'] }) {
  if (!server) return null;
  const players =
    server.players === null
      ? ''
      : server.players === 1
        ? ' · 1 jogador na cidade'
        : ` · ${server.players} jogadores na cidade`;
  return (
    <p className="figures mt-3 inline-flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-small">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${server.online ? 'bg-ok' : 'border border-line-strong bg-transparent'}`}
      />
      {server.online ? `Cidade online${players}` : 'Cidade offline agora: a entrega espera ela voltar'}
    </p>
  );
}
