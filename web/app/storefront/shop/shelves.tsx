import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Density } from '@vitrine/contract/stores';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { container } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';

/** A shelf of this many products ends with a link to its own page. */
const LONG = 6;
/** Beside other shelves, a shelf shows so many products and folds the rest, so that the next shelf is in reach. */
const SHOWN = 8;
/** Fewer are not worth a press. */
const FOLDED_LEAST = 3;

/** All products by category, which the search of the page narrows (parts/product-search.ts). */
export function Shelves({ categories, density }: { categories: StorefrontCategory[]; density: Density }) {
  const shelves = categories.map((category) => {
    const folds = categories.length > 1 && category.products.length >= SHOWN + FOLDED_LEAST;
    const shown = folds ? SHOWN : category.products.length;
    return { ...category, shown: category.products.slice(0, shown), rest: category.products.slice(shown) };
  });
  const counts = new Set(shelves.map(({ shown }) => shown.length));
  return (
    <>
      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div className={`${container} shop-shelves pb-8`}>
        {shelves.map(({ id, name, products, shown, rest }, index) => (
          <section
            key={id}
            id={`categoria-${id}`}
            aria-labelledby={`titulo-${id}`}
            data-category=""
            className={classNames('pt-5 md:pt-7', index > 0 && 'far')}
            data-cards={shown.length}
            data-density={density}
          >
            <h2 id={`titulo-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
              {name}
            </h2>
            <ProductGrid products={shown} density={density} first={index === 0} />
            {rest.length > 0 ? (
              <details data-rest="" className="group">
                <summary className="btn btn-secondary my-4 w-full cursor-pointer [&::-webkit-details-marker]:hidden">
                  <span className="group-open:hidden">
                    Mais {rest.length} em {name}
                  </span>
                  <span className="hidden group-open:inline">Mostrar menos</span>
                </summary>
                <ProductGrid products={rest} density={density} />
              </details>
            ) : null}
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
