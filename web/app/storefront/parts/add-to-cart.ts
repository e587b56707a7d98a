import { showFace } from '../../lib/show-face.ts';
import { appState } from '../../state/app-state.ts';
import { watchState } from '../../state/watch-state.ts';
import { toast } from './toast.ts';

/** Before the stored cart is read, adding would overwrite it. /buy waits for the cart by itself. */
const canAdd = () => appState.persist.hasHydrated();

/** Puts the product into the cart, with the texts of SPEC.md section 8. Returns whether it is in the cart. */
function add(id: string): boolean {
  try {
    appState.getState().addItem(id);
    return true;
  } catch (error) {
    console.error(error);
    toast('bad', 'Erro ao adicionar o produto no carrinho');
    return false;
  }
}

/**
 * The two buttons of the product page. Without this they are links to /buy, which does the same. Few products have options,
 * so what wakes their form loads only there.
 */
export async function wake(place: HTMLElement): Promise<void> {
  if (place instanceof HTMLFormElement) {
    (await import('./choose-options.ts')).wakeChooseOptions(place);
    return;
  }
  const id = place.dataset.id ?? '';
  place.querySelector('a')?.addEventListener('click', (event) => {
    // a press for a new tab, or an unread cart: the link works by itself
    if (event.ctrlKey || event.metaKey || event.shiftKey || !canAdd()) return;
    event.preventDefault();
    if (add(id)) window.location.assign('/checkout');
  });
  place.querySelector('form')?.addEventListener('submit', (event) => {
    if (!canAdd()) return;
    event.preventDefault();
    if (add(id)) toast('ok', 'Produto adicionado com sucesso no carrinho');
  });
  watchState(
    ({ basket }) => basket.itens.includes(id),
    (inCart) => showFace(place, 'in-cart', inCart),
  );
}
