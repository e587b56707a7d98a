import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Density } from '@vitrine/contract/stores';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { container } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';

/** A shelf of this many products ends with a link to its own page. */
const LONG = 6;

/** All products by category, which the search of the page narrows (parts/product-search.ts). */
export function Shelves({ categories, density }: { categories: StorefrontCategory[]; density: Density }) {
  const counts = new Set(categories.map(({ products }) => products.length));
  return (
    <>
      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div className={`${container} shop-shelves pb-8`}>
        {categories.map(({ id, name, products }, index) => (
          <section
            key={id}
            id={`categoria-${id}`}
            aria-labelledby={`titulo-${id}`}
            data-category=""
            className={classNames('scroll-mt-10 pt-5 md:scroll-mt-14 md:pt-7', index > 0 && 'far')}
            data-cards={products.length}
            data-density={density}
          >
            <h2 id={`titulo-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
              {name}
            </h2>
            <ProductGrid products={products} density={density} first={index === 0} />
            {products.length >= LONG ? (
              <a href={`/categorias/${id}`} className="prose-link inline-flex min-h-11 items-center text-small">
                Página de {name}
              </a>
            ) : null}
          </section>
        ))}
        <p data-nothing-found="" hidden className="py-16 text-center text-balance text-muted">
          Nada encontrado. Tente outra palavra ou outro preço.
        </p>
      </div>
    </>
  );
}
