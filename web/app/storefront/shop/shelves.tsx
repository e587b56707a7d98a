import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Density } from '@vitrine/contract/stores';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { container } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';

/** A shelf of this many products ends with a link to its own page. */
const LONG = 6;

/** Up to this many products a shop is small: its cards are big and stand side by side (window.css). */
const FEW = 3;

const countOf = (categories: readonly StorefrontCategory[]) =>
  categories.reduce((sum, { products }) => sum + products.length, 0);

export const isSmall = (categories: readonly StorefrontCategory[]) => countOf(categories) <= FEW;

/** All products by category, which the search of the page narrows (parts/product-search.ts). */
export function Shelves({ categories, density }: { categories: StorefrontCategory[]; density: Density }) {
  const small = isSmall(categories);
  const counts = new Set(categories.map(({ products }) => products.length));
  return (
    <>
      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div
        className={classNames(`${container} shop-shelves pb-8`, small && 'shop-small')}
        data-products={small ? countOf(categories) : undefined}
      >
        {categories.map(({ id, name, products }, index) => (
          <section
            key={id}
            id={`categoria-${id}`}
            aria-labelledby={`titulo-${id}`}
            data-category=""
            className={classNames('scroll-mt-10 pt-5 md:scroll-mt-14 md:pt-7', index > 0 && !small && 'far')}
            data-cards={products.length}
            data-density={small ? 'few' : density}
          >
            <h2 id={`titulo-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
              {name}
            </h2>
            <ProductGrid products={products} density={small ? 'few' : density} first={index === 0} />
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
