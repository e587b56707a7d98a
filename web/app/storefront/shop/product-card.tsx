import type { PublicProduct } from '@vitrine/contract/catalog';
import { formatReais } from '@vitrine/contract/money';
import { alsoFoundBy } from '@vitrine/contract/search-words';
import { use } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { type CardDensity, cardShapes } from './card-shape.ts';
import { CategoryArt } from './category-art.tsx';
import { availability, cardLine, discountPercent } from './offer.ts';
import { Picture } from './picture.tsx';
import { SearchWords } from './search-words.ts';

interface ProductCardProps {
  product: PublicProduct;
  density: CardDensity;
  /** Whether its picture is the page's first. */
  first?: boolean;
}

/** A product in the shop window. The whole card is a link to its page. */
function ProductCard({ product, density, first }: ProductCardProps) {
  const shape = cardShapes[density];
  const stock = availability(product);
  const percent = discountPercent(product);
  const out = stock.kind === 'out';
  const line = cardLine(product);
  const words = `${product.name} ${product.category} ${line}`;
  const also = alsoFoundBy(words, use(SearchWords));
  return (
    <li data-product={also ? `${words} ${also}` : words} data-price={product.price} className="flex">
      <a
        href={`/products/${product.idProduct}`}
        className={classNames('shop-card lifts group flex w-full overflow-hidden rounded-card bg-raised', shape.card)}
      >
        <span className={classNames('card-picture relative block overflow-hidden bg-hover', shape.picture)}>
          <Picture
            src={product.image}
            alt=""
            sizes={shape.sizes}
            width={640}
            height={480}
            first={first}
            className={classNames('absolute inset-0 size-full object-cover', out && 'faded')}
            fallback={
              <CategoryArt
                category={product.category}
                className={classNames('absolute inset-0 size-full object-cover', out && 'faded')}
              />
            }
          />
          <span className="absolute top-2 left-2 flex flex-wrap gap-1 text-small font-semibold">
            {product.featured ? (
              <span className="card-tag rounded-control border border-line bg-secondary px-2.5 text-on-secondary">
                Destaque
              </span>
            ) : null}
            {percent && !out ? (
              <span className="figures card-tag rounded-control border border-line bg-ok-soft px-2.5 text-ok">
                −{percent}%
              </span>
            ) : null}
          </span>
        </span>
        <span className={classNames('card-body flex grow flex-col', shape.body)}>
          <span className={classNames('card-name font-semibold tracking-tight text-pretty', shape.name)}>
            {product.name}
          </span>
          {/* On a phone the price stands right under the name, so that the first one is on the first screen. */}
          <span className="card-price figures mt-1 flex flex-wrap items-baseline gap-x-2 sm:order-2 sm:mt-auto sm:pt-4">
            <span className={classNames('font-bold tracking-tight', shape.price)}>{formatReais(product.price)}</span>
            {product.compareAtPrice !== null ? (
              <s className="text-small text-muted">
                <span className="sr-only">de </span>
                {formatReais(product.compareAtPrice)}
              </s>
            ) : null}
          </span>
          {line ? (
            <span className={classNames('mt-1 text-small text-muted sm:order-1', shape.line)}>{line}</span>
          ) : null}
          {/* Where cards stand side by side, it stands above the price, so that all prices and buttons are on one line. */}
          {stock.kind === 'low' ? (
            <span className="mt-1 block text-small font-medium text-warn sm:order-1">{stock.text}</span>
          ) : null}
          <span className="mt-auto block pt-3 sm:order-3 sm:mt-0">
            <span
              data-out={out ? product.idProduct : undefined}
              className={classNames(
                'card-buy flex min-h-11 items-center justify-center rounded-control font-semibold',
                shape.button,
                out ? 'card-out border border-line text-muted' : 'bg-accent text-on-accent group-hover:bg-accent-hover',
              )}
            >
              {out ? stock.text : 'Comprar agora'}
            </span>
          </span>
        </span>
      </a>
    </li>
  );
}

interface ProductGridProps {
  products: PublicProduct[];
  density: CardDensity;
  /** Whether the page's first picture is in it. */
  first?: boolean | undefined;
}

/** The grid of all product lists, as dense as the owner chose. */
export function ProductGrid({ products, density, first }: ProductGridProps) {
  return (
    <ul className={classNames('shop-grid grid', cardShapes[density].list)} data-density={density}>
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} density={density} first={first && index === 0} />
      ))}
    </ul>
  );
}
