import { Check, ShoppingCart } from 'lucide-react';
import { useAppStore } from '../state/app-store.ts';
import { toast } from './toast.tsx';

/** Before the stored cart is read, adding to it would overwrite it: /buy waits for that by itself. */
const canAdd = () => useAppStore.persist.hasHydrated();

/** Puts the product into the cart; SPEC.md section 8 gives both texts. Returns whether it is in. */
function add(id: string): boolean {
  try {
    useAppStore.getState().addItem(id);
    return true;
  } catch (error) {
    console.error(error);
    toast('bad', 'Erro ao adicionar o produto no carrinho');
    return false;
  }
}

/**
 * The two buttons of the product page. Both lead to /buy by themselves, so a press before the script arrived, or without
 * any, is not lost: it goes to the cart with the product.
 */
export function AddToCart({ id, soldOut }: { id: string; soldOut: boolean }) {
  const inCart = useAppStore((state) => state.basket.itens.includes(id));
  if (soldOut) {
    return (
      <p className="mt-5 rounded-control border border-line bg-raised px-4 py-3 text-muted">
        Não há unidades agora. Veja os outros produtos da loja ou volte mais tarde.
      </p>
    );
  }
  return (
    <div className="mt-5 grid gap-3">
      <a
        href={`/buy?product=${encodeURIComponent(id)}`}
        onClick={(event) => {
          // a press for a new tab, or a refusal: the link does its work
          if (event.ctrlKey || event.metaKey || event.shiftKey || !canAdd()) return;
          event.preventDefault();
          if (add(id)) window.location.assign('/checkout');
        }}
        className="btn btn-primary"
      >
        Comprar agora
      </a>
      <form
        action="/buy"
        onSubmit={(event) => {
          if (!canAdd()) return;
          event.preventDefault();
          if (add(id)) toast('ok', 'Produto adicionado com sucesso no carrinho');
        }}
      >
        <input type="hidden" name="product" value={id} />
        <button type="submit" className="btn btn-secondary w-full">
          {inCart ? (
            <Check className="size-5 text-ok" aria-hidden="true" />
          ) : (
            <ShoppingCart className="size-5" aria-hidden="true" />
          )}
          {inCart ? 'No carrinho' : 'Adicionar ao carrinho'}
        </button>
      </form>
    </div>
  );
}
