import { limits } from '@vitrine/contract/limits';
import type { ProductChange } from '@vitrine/contract/product-changes';
import type { PriceRounding } from '@vitrine/contract/product-status';

/** What can be done with many products at once, as the menu names it. */
export type ChangeKind = 'price' | 'category' | 'feature' | 'unfeature' | 'show' | 'hide' | 'archive' | 'delete';

export const changeTitles: Record<ChangeKind, string> = {
  price: 'Mudar preços',
  category: 'Mudar de categoria',
  feature: 'Pôr em destaque',
  unfeature: 'Tirar do destaque',
  show: 'Colocar na loja',
  hide: 'Esconder produtos',
  archive: 'Arquivar produtos',
  delete: 'Deletar produtos',
};

export interface ChangeValues {
  /** How many percent, without its sign. */
  percent: number | null;
  down: boolean;
  rounding: PriceRounding;
  categoryId: string;
}

/** The greatest rise, or fall, that one press makes. */
export const mostPercent = (down: boolean) => (down ? limits.priceCutPercentMax : limits.priceRisePercentMax);

/** What is sent; null while something is missing. */
export function changeOf(
  kind: ChangeKind,
  { percent, down, rounding, categoryId }: ChangeValues,
): ProductChange | null {
  switch (kind) {
    case 'price':
      if (percent === null || percent < 1 || percent > mostPercent(down)) return null;
      return { kind: 'price', percent: down ? -percent : percent, rounding };
    case 'category':
      return categoryId ? { kind: 'category', categoryId } : null;
    case 'feature':
    case 'unfeature':
      return { kind: 'featured', featured: kind === 'feature' };
    case 'delete':
      return { kind: 'delete' };
    default:
      return { kind: 'status', status: ({ show: 'shown', hide: 'hidden', archive: 'archived' } as const)[kind] };
  }
}
