import type { StateCreator } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';

/**
 * A shopper's basket: product ids, each once. Behind an id stand the answers to its options (storefront/checkout/draft.ts).
 * Prices and quantities are not stored here.
 */
interface BasketState {
  itens: string[];
}

export interface BasketSlice {
  basket: BasketState;
  /**
   * Adding an id a second time changes nothing.
   * Throws `Error('ID inválido')` without an id: the page shows 'Erro ao adicionar o produto no carrinho'.
   */
  addItem(id: string): void;
  removeItem(id: string): void;
  clearBasket(): void;
}

export const createBasketSlice: StateCreator<AppState, [], [], BasketSlice> = (set, get) => ({
  basket: { itens: [] },
  addItem: (id) => {
    if (!id) throw new Error('ID inválido');
    const { itens } = get().basket;
    if (!itens.includes(id)) set({ basket: { itens: [...itens, id] } });
  },
  removeItem: (id) => set((state) => ({ basket: { itens: state.basket.itens.filter((item) => item !== id) } })),
  clearBasket: () => set({ basket: { itens: [] } }),
});
