import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { takeOwnLines } from '../pending/own-order.ts';
import { readDraft, writeDraft } from './draft.ts';

/**
 * When the browser's own order is paid, its products leave the cart. This happens once, on whatever page the browser hears of it.
 * Products that the buyer put in after ordering stay, because an order may wait for its payment for a day.
 */
export function emptyPaidCart(reference: string): void {
  onceStored(() => {
    const bought = takeOwnLines(reference);
    if (bought.length === 0) return;
    for (const key of bought) appState.getState().removeItem(key);
    const draft = readDraft();
    const quantities = Object.entries(draft.quantities).filter(([key]) => !bought.includes(key));
    // The buyer's ids stay for the next purchase.
    writeDraft({ ...draft, coupon: null, quantities: Object.fromEntries(quantities) });
  });
}
