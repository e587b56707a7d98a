import type { PublicProduct } from '@vitrine/contract/catalog';
import { formatReais } from '@vitrine/contract/money';
import { mostUnits } from './offer.ts';

/** The form of a product's options, to which the bar's controls belong if the product has options. */
export const optionsForm = 'opcoes';

/**
 * On a phone the price and the way to buy stay at the bottom of the screen, until the product is in the cart. Then the cart's bar takes
 * the place. This bar is hidden while the page's own button is in sight (window.css). It is a form for /buy, so it needs no script. If
 * the product has options, it sends their form instead.
 */
export function BuyBar({ product }: { product: PublicProduct }) {
  const most = mostUnits(product);
  const form = product.options.length > 0 ? optionsForm : undefined;
  return (
    <form
      action="/buy"
      aria-label="Comprar este produto"
      className="buy-bar sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-overlay p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <input type="hidden" name="product" value={product.idProduct} />
      <p className="figures grow text-title font-bold max-[22rem]:text-body tracking-tight whitespace-nowrap">
        {formatReais(product.price)}
      </p>
      {most > 1 ? (
        <select
          name="quantity"
          form={form}
          aria-label="Quantidade"
          className="figures min-h-12 shrink-0 rounded-control border border-line-strong bg-raised px-2"
        >
          {Array.from({ length: most }, (_, index) => index + 1).map((units) => (
            <option key={units} value={units}>
              {units}×
            </option>
          ))}
        </select>
      ) : null}
      <button type="submit" form={form} className="btn btn-primary px-4">
        Comprar
      </button>
    </form>
  );
}
