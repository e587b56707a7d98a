import { Check, ShoppingCart } from 'lucide-react';

/**
 * The two buttons of the product page; `parts/add-to-cart.ts` gives them their behaviour. Both are links to /buy, so
 * a press works without a script too: it puts the product into the cart. A sold-out product leads to "Avise-me" if the
 * store sends mails.
 */
export function AddToCart({ id, soldOut, notices }: { id: string; soldOut: boolean; notices: boolean }) {
  if (soldOut) {
    return (
      <div className="mt-5 grid gap-3">
        <p data-out-way={id} className="rounded-control border border-line bg-raised px-4 py-3 text-muted">
          {notices
            ? 'Não há unidades agora. Peça um e-mail para quando voltar, ou veja os outros produtos da loja.'
            : 'Não há unidades agora. Veja os outros produtos da loja ou volte mais tarde.'}
        </p>
        {notices ? (
          <a href={`/avise-me?produto=${id}`} className="btn btn-primary">
            Avise-me quando voltar
          </a>
        ) : null}
      </div>
    );
  }
  return (
    <div data-part="add-to-cart" data-id={id} className="mt-5 grid gap-3">
      <a href={`/buy?product=${encodeURIComponent(id)}`} className="way-to-buy btn btn-primary">
        Comprar agora
      </a>
      <form action="/buy">
        <input type="hidden" name="product" value={id} />
        <button type="submit" className="btn btn-secondary w-full">
          <span data-in-cart="no" className="contents">
            <ShoppingCart className="size-5" aria-hidden="true" />
            Adicionar ao carrinho
          </span>
          <span data-in-cart="yes" hidden className="contents">
            <Check className="size-5 text-ok" aria-hidden="true" />
            No carrinho
          </span>
        </button>
      </form>
    </div>
  );
}
