import type { OrderLine } from '@vitrine/contract/orders';
import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { lineKey, readDraft, writeDraft } from '../checkout/draft.ts';

/** The attributes that the page writes for `wake`. `whole`: the lines are the cart from now on. */
export const buyIntoCart = (lines: readonly OrderLine[], whole: boolean) => ({
  'data-part': 'buy-into-cart',
  'data-lines': JSON.stringify(lines),
  'data-whole': whole ? '' : undefined,
});

/** Puts products into the stored cart and opens the checkout. The link leaves no entry in the browser's history. */
export function wake({ dataset: { lines = '[]', whole } }: HTMLElement): void {
  onceStored(() => {
    const state = appState.getState();
    const draft = readDraft();
    const quantities = whole === undefined ? { ...draft.quantities } : {};
    if (whole !== undefined) state.clearBasket();
    for (const line of JSON.parse(lines) as OrderLine[]) {
      const key = lineKey(line);
      state.addItem(key);
      quantities[key] = line.quantity;
    }
    writeDraft({ ...draft, quantities });
    window.location.replace('/checkout');
  });
}
