import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from './draft.ts';
import { claimPaidLines } from './tab-memory.ts';

/**
 * When an order of this tab is paid, what it bought leaves the cart, once. What the buyer put in after ordering stays: an order
 * may wait for its payment for a day.
 */
export function emptyPaidCart(reference: string): void {
  onceStored(() => {
    const bought = claimPaidLines(reference);
    if (bought.length === 0) return;
    for (const key of bought) appState.getState().removeItem(key);
    const draft = readDraft();
    const quantities = Object.entries(draft.quantities).filter(([key]) => !bought.includes(key));
    // The buyer's ids stay for the next purchase.
    writeDraft({ ...draft, coupon: null, quantities: Object.fromEntries(quantities) });
  });
}
