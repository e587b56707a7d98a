import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Density } from '@vitrine/contract/stores';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { container } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';

/** A shelf of this many products ends with a link to its own page. */
const LONG = 6;

interface ShelfProps {
  category: StorefrontCategory;
  density: Density;
  /** Whether the page's first picture is in it. */
  first: boolean;
  /** Whether it is so far down that the browser draws it when somebody scrolls there. */
  far: boolean;
}

/** The products of a category, which the search of the page narrows (parts/product-search.ts). */
export function Shelf({ category: { id, name, products }, density, first, far }: ShelfProps) {
  return (
    <section
      id={`categoria-${id}`}
      aria-labelledby={`titulo-${id}`}
      data-category=""
      className={classNames('scroll-mt-10 pt-5 md:scroll-mt-14 md:pt-7', far && 'far')}
      data-cards={products.length}
      data-density={density}
    >
      <h2 id={`titulo-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
        {name}
      </h2>
      <ProductGrid products={products} density={density} first={first} />
      {products.length >= LONG ? (
        <a href={`/categorias/${id}`} className="prose-link inline-flex min-h-11 items-center text-small">
          Página de {name}
        </a>
      ) : null}
    </section>
  );
}

interface ShelvesProps {
  categories: StorefrontCategory[];
  density: Density;
  /** What stands before the shelves: the owner's sections, with the categories that they show. */
  before?: { sections: ReactNode; shelved: StorefrontCategory[] };
  /** Whether the page's first picture is on the first shelf. */
  first?: boolean;
}

/** All products by category. */
export function Shelves({ categories, density, before, first = true }: ShelvesProps) {
  const shelves = [...(before?.shelved ?? []), ...categories];
  const counts = new Set(shelves.map(({ products }) => products.length));
  return (
    <>
      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div className={`${container} shop-shelves pb-8`}>
        {before?.sections}
        {categories.map((category, index) => (
          <Shelf
            key={category.id}
            category={category}
            density={density}
            first={first && index === 0}
            far={index > 0 || before !== undefined}
          />
        ))}
        <p data-nothing-found="" hidden className="py-16 text-center text-balance text-muted">
          Nada encontrado. Tente outra palavra ou outro preço.
        </p>
      </div>
    </>
  );
}
