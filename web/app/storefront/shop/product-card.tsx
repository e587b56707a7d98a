import type { PublicProduct } from '@vitrine/contract/catalog';
import { formatReais } from '@vitrine/contract/money';
import { classNames } from '../../lib/class-names.ts';
import { availability, cardLine, discountPercent } from './offer.ts';
import { PHONE_WIDE, Picture } from './picture.tsx';

const sizes = `(min-width: 1152px) 270px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, ${PHONE_WIDE}`;

/** A product in the shop window. The whole card is a link to its page. */
function ProductCard({ product, first }: { product: PublicProduct; first?: boolean }) {
  const stock = availability(product);
  const percent = discountPercent(product);
  const out = stock.kind === 'out';
  const line = cardLine(product);
  return (
    <li data-product={`${product.name} ${product.category} ${line}`} className="flex">
      <a
        href={`/products/${product.idProduct}`}
        className="lifts group flex w-full flex-col overflow-hidden rounded-card bg-raised"
      >
        <span className="relative block aspect-4/3 overflow-hidden bg-hover">
          <Picture
            src={product.image}
            alt=""
            sizes={sizes}
            width={640}
            height={480}
            first={first}
            className={classNames('absolute inset-0 size-full object-cover', out && 'faded')}
          />
          <span className="absolute top-3 left-3 flex gap-2 text-small font-semibold">
            {product.featured ? (
              <span className="rounded-full border border-line bg-secondary px-2.5 text-on-secondary">Destaque</span>
            ) : null}
            {percent && !out ? (
              <span className="figures rounded-full border border-line bg-ok-soft px-2.5 text-ok">−{percent}%</span>
            ) : null}
          </span>
        </span>
        <span className="flex grow flex-col p-4">
          <span className="text-title font-semibold tracking-tight text-pretty">{product.name}</span>
          {line ? <span className="mt-1 line-clamp-2 text-small text-muted">{line}</span> : null}
          <span className="mt-auto block pt-4">
            <span className="figures flex flex-wrap items-baseline gap-x-2">
              <span className="text-lead font-bold tracking-tight">{formatReais(product.price)}</span>
              {product.compareAtPrice !== null ? (
                <s className="text-small text-muted">
                  <span className="sr-only">de </span>
                  {formatReais(product.compareAtPrice)}
                </s>
              ) : null}
            </span>
            {stock.kind === 'low' ? <span className="block text-small font-medium text-warn">{stock.text}</span> : null}
            <span
              className={classNames(
                'mt-3 flex min-h-11 items-center justify-center rounded-control font-semibold',
                out ? 'border border-line text-muted' : 'bg-accent text-on-accent group-hover:bg-accent-hover',
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

/** The grid of all product lists: one column of big cards on a phone. */
export function ProductGrid({ products, first }: { products: PublicProduct[]; first?: boolean }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} first={first && index === 0} />
      ))}
    </ul>
  );
}
