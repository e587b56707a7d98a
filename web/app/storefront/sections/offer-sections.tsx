import { formatReais } from '@vitrine/contract/money';
import type { ShownParts } from '@vitrine/contract/window-shown';
import type { CardDensity } from '../shop/card-shape.ts';
import { availability } from '../shop/offer.ts';
import { ProductGrid } from '../shop/product-card.tsx';
import { Section } from './section-parts.tsx';

interface FeaturedProps {
  id: string;
  parts: ShownParts['featured'];
  density: CardDensity;
  first: boolean;
}

/** Products that the owner marked. They also stand on their own shelf, so the search leaves this section out. */
export function FeaturedSection({ id, parts: { title, products }, density, first }: FeaturedProps) {
  return (
    <Section id={id} title={title}>
      <ProductGrid products={products} density={density} first={first} />
    </Section>
  );
}

/** Products side by side: what each gives of all that they give together. */
export function TiersSection({ id, parts: { title, benefits, products } }: { id: string; parts: ShownParts['tiers'] }) {
  return (
    <Section id={id} title={title}>
      <ul className="sec-tiers" data-count={products.length}>
        {products.map(({ product, best, gives }) => {
          const stock = availability(product);
          const out = stock.kind === 'out';
          return (
            <li key={product.idProduct} className="card tier" data-best={best ? '' : undefined}>
              {best ? <p className="tier-best">Recomendado pela loja</p> : null}
              <h3 className="card-name tier-name">{product.name}</h3>
              <p className="card-price figures tier-price">
                <span>{formatReais(product.price)}</span>
              </p>
              <ul className="tier-benefits">
                {benefits.map((benefit) => {
                  const given = gives.includes(benefit);
                  return (
                    <li key={benefit} data-given={given ? '' : undefined}>
                      <span className="sr-only">{given ? 'Inclui: ' : 'Não inclui: '}</span>
                      {benefit}
                    </li>
                  );
                })}
              </ul>
              <a
                href={`/products/${product.idProduct}`}
                className={`card-buy tier-buy flex min-h-11 items-center justify-center rounded-control font-semibold ${
                  out ? 'card-out border border-line text-muted' : 'bg-accent text-on-accent'
                }`}
              >
                {out ? stock.text : 'Comprar agora'}
                <span className="sr-only">: {product.name}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
