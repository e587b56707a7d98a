import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Density } from '@vitrine/contract/stores';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { InlineStyle } from '../../lib/inline.tsx';
import { type CardDensity, FEW } from './card-shape.ts';
import { container } from './frame.tsx';
import { ProductGrid } from './product-card.tsx';

/** A shelf of this many products ends with a link to its own page. */
const LONG = 6;
/** Beside other shelves, a shelf shows so many products and folds the rest, so that the next shelf is in reach. */
const SHOWN = 8;
/** The fewest products that are folded: fewer are not worth a press. */
const FOLDED_LEAST = 3;

const countOf = (categories: readonly StorefrontCategory[]) =>
  categories.reduce((sum, { products }) => sum + products.length, 0);

/** Whether the shop shows big cards side by side (window.css). An owner who chose rows or columns keeps them. */
export const isSmall = (categories: readonly StorefrontCategory[], density: Density) =>
  density === 'cards' && countOf(categories) <= FEW;

/** How many products of a shelf stand open. */
const shownOf = ({ products }: StorefrontCategory, alone: boolean) =>
  !alone && products.length >= SHOWN + FOLDED_LEAST ? SHOWN : products.length;

interface ShelfProps {
  category: StorefrontCategory;
  density: CardDensity;
  /** Whether the page's first picture is in it. */
  first: boolean;
  /** Whether it is so far down that the browser draws it when somebody scrolls there. */
  far: boolean;
  /** Whether it is the page's only shelf, which folds nothing. */
  alone: boolean;
}

/** The products of a category, which the search of the page narrows (parts/product-search.ts). */
export function Shelf({ category, density, first, far, alone }: ShelfProps) {
  const { id, name, products } = category;
  const shown = shownOf(category, alone);
  const rest = products.slice(shown);
  return (
    <section
      id={`categoria-${id}`}
      aria-labelledby={`titulo-${id}`}
      data-category=""
      className={classNames('pt-5 md:pt-7', far && 'far')}
      data-cards={shown}
      data-density={density}
    >
      <h2 id={`titulo-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
        {name}
      </h2>
      <ProductGrid products={products.slice(0, shown)} density={density} first={first} />
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
  );
}

interface ShelvesProps {
  categories: StorefrontCategory[];
  density: Density;
  /** How its lists stand (card-shape.ts). */
  columns: CardDensity;
  /** What stands before the shelves: the owner's sections, with the categories that they show. */
  before?: { sections: ReactNode; shelved: StorefrontCategory[] };
  /** Whether the page's first picture is on the first shelf. */
  first?: boolean;
}

/** All products by category. */
export function Shelves({ categories, density, columns, before, first = true }: ShelvesProps) {
  const shelves = [...(before?.shelved ?? []), ...categories];
  const alone = before === undefined && categories.length === 1;
  const small = before === undefined && isSmall(categories, density);
  const counts = new Set(shelves.map((category) => shownOf(category, alone)));
  return (
    <>
      {/* A class, because the shop's policy allows no style attribute. */}
      <InlineStyle css={[...counts].map((cards) => `[data-cards="${cards}"]{--cards:${cards}}`).join('')} />
      <div
        className={classNames(`${container} shop-shelves pb-8`, small && 'shop-small')}
        data-products={small ? countOf(categories) : undefined}
      >
        {before?.sections}
        {categories.map((category, index) => (
          <Shelf
            key={category.id}
            category={category}
            density={small ? 'few' : columns}
            first={first && index === 0}
            far={(index > 0 && !small) || before !== undefined}
            alone={alone}
          />
        ))}
        <p data-nothing-found="" hidden className="py-16 text-center text-balance text-muted">
          Nada encontrado. Tente outra palavra ou outro preço.
        </p>
      </div>
    </>
  );
}
