import { limits } from '@vitrine/contract/limits';
import type { ListedProduct } from '@vitrine/contract/product-list';
import { useState } from 'react';
import { notify } from '../../../ui/toast.tsx';

/** The products that a person chose in the list. They stay chosen while filters change. */
export function useSelection() {
  const [on, setOn] = useState(false);
  const [chosen, setChosen] = useState<readonly ListedProduct[]>([]);
  const add = (products: readonly ListedProduct[]) => {
    const ids = new Set(chosen.map(({ _id }) => _id));
    const next = [...chosen, ...products.filter(({ _id }) => !ids.has(_id))];
    if (next.length > limits.productsChangedMax) {
      notify.info(`De uma vez dá para mudar até ${limits.productsChangedMax} produtos.`);
    }
    setChosen(next.slice(0, limits.productsChangedMax));
  };
  return {
    on,
    chosen,
    begin: () => setOn(true),
    end() {
      setOn(false);
      setChosen([]);
    },
    clear: () => setChosen([]),
    add,
    toggle(product: ListedProduct) {
      const rest = chosen.filter(({ _id }) => _id !== product._id);
      if (rest.length < chosen.length) setChosen(rest);
      else add([product]);
    },
    has: (id: string) => chosen.some(({ _id }) => _id === id),
  };
}
export type Selection = ReturnType<typeof useSelection>;
