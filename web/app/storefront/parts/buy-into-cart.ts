import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from '../checkout/draft.ts';

/** What the page writes for `wakeBuyIntoCart`. */
export const buyIntoCart = (id: string, quantity: number) => ({
  'data-part': 'buy-into-cart',
  'data-id': id,
  'data-quantity': quantity,
});

/** Puts a product into the stored cart and goes on to the checkout; the link itself leaves no step to come back to. */
export function wakeBuyIntoCart({ dataset: { id = '', quantity } }: HTMLElement): void {
  onceStored(() => {
    appState.getState().addItem(id);
    const draft = readDraft();
    writeDraft({ ...draft, quantities: { ...draft.quantities, [id]: Number(quantity) } });
    window.location.replace('/checkout');
  });
}
