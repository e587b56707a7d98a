import type { OrderLine } from '@vitrine/contract/orders';
import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from '../checkout/draft.ts';

/** The attributes that the page writes for `wakeBuyIntoCart`. `whole`: the lines are the cart from now on. */
export const buyIntoCart = (lines: readonly OrderLine[], whole: boolean) => ({
  'data-part': 'buy-into-cart',
  'data-lines': JSON.stringify(lines),
  'data-whole': whole ? '' : undefined,
});

/** Puts products into the stored cart and opens the checkout. The link leaves no entry in the browser's history. */
export function wakeBuyIntoCart({ dataset: { lines = '[]', whole } }: HTMLElement): void {
  onceStored(() => {
    const state = appState.getState();
    const draft = readDraft();
    const quantities = whole === undefined ? { ...draft.quantities } : {};
    if (whole !== undefined) state.clearBasket();
    for (const { id, quantity } of JSON.parse(lines) as OrderLine[]) {
      state.addItem(id);
      quantities[id] = quantity;
    }
    writeDraft({ ...draft, quantities });
    window.location.replace('/checkout');
  });
}
