import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from '../checkout/draft.ts';

/** The attributes that the page writes for `wakeBuyIntoCart`. */
export const buyIntoCart = (id: string, quantity: number) => ({
  'data-part': 'buy-into-cart',
  'data-id': id,
  'data-quantity': quantity,
});

/** Puts a product into the stored cart and opens the checkout. The link leaves no entry in the browser's history. */
export function wakeBuyIntoCart({ dataset: { id = '', quantity } }: HTMLElement): void {
  onceStored(() => {
    appState.getState().addItem(id);
    const draft = readDraft();
    writeDraft({ ...draft, quantities: { ...draft.quantities, [id]: Number(quantity) } });
    window.location.replace('/checkout');
  });
}
