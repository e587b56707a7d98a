import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from './draft.ts';
import { claimPaidCart } from './tab-memory.ts';

/** When an order of this tab is paid, its products leave the cart, once. */
export function emptyPaidCart(reference: string): void {
  onceStored(() => {
    if (!claimPaidCart(reference)) return;
    appState.getState().clearBasket();
    // The buyer's ids stay for the next purchase.
    writeDraft({ ...readDraft(), coupon: null, quantities: {} });
  });
}
