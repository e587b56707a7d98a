import { useEffect } from 'react';
import { useAppStore } from '../state/app-store.ts';
import { readDraft, writeDraft } from './checkout/draft.ts';

/** Puts a product into the stored cart and goes on to the checkout; the link itself leaves no step to come back to. */
export function BuyIntoCart({ id, quantity }: { id: string; quantity: number }) {
  useEffect(() => {
    const add = () => {
      useAppStore.getState().addItem(id);
      const draft = readDraft();
      writeDraft({ ...draft, quantities: { ...draft.quantities, [id]: quantity } });
      window.location.replace('/checkout');
    };
    // Only once the stored cart is read: adding to an unread one would overwrite it.
    if (useAppStore.persist.hasHydrated()) add();
    return useAppStore.persist.onFinishHydration(add);
  }, [id, quantity]);
  return null;
}
