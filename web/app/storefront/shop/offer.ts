import type { PublicProduct } from '@vitrine/contract/catalog';
import { descriptionLines, plainLine } from '@vitrine/contract/description';
import { toCentavos } from '@vitrine/contract/money';
import { shopLimits } from '@vitrine/contract/shop-limits';

/** Pure: words and figures of a product's card and page. */

export type Availability = { kind: 'free' } | { kind: 'low'; text: string } | { kind: 'out'; text: string };

/** The most units in the list to choose from. The cart takes more. */
const MOST_OFFERED = 10;

/** What a product says about its stock: nothing, the last units, or sold out. */
export function availability({ stock }: Pick<PublicProduct, 'stock'>): Availability {
  if (stock === null || stock > shopLimits.lowStock) return { kind: 'free' };
  if (stock <= 0) return { kind: 'out', text: 'Esgotado' };
  return { kind: 'low', text: stock === 1 ? 'Última unidade' : `Últimas ${stock} unidades` };
}

/**
 * The discount badge: whole per cent off the original price. It is rounded down, so it never promises too much. Null
 * below 1 %, or without an original price above the price.
 */
export function discountPercent({ price, compareAtPrice }: Pick<PublicProduct, 'price' | 'compareAtPrice'>) {
  if (compareAtPrice === null) return null;
  const [now, before] = [toCentavos(price), toCentavos(compareAtPrice)];
  if (before <= now) return null;
  return Math.floor(((before - now) * 100) / before) || null;
}

/** The card's short line: the benefits, else the beginning of the description. */
export function cardLine({ benefits, description }: Pick<PublicProduct, 'benefits' | 'description'>): string {
  return benefits.length > 0 ? benefits.slice(0, 2).join(' · ') : plainLine(descriptionLines(description)[0] ?? '');
}

/** How many units of a product one order may take, as far as the product says. */
export function mostUnits({ stock, buylimit, single }: Pick<PublicProduct, 'stock' | 'buylimit' | 'single'>): number {
  if (single) return 1;
  return Math.min(MOST_OFFERED, stock ?? MOST_OFFERED, buylimit ?? MOST_OFFERED);
}

/** How fast a store delivers, in whole units and never faster than it was. */
export function paceText(medianSeconds: number): string {
  const [unit, size] =
    medianSeconds < 60
      ? (['segundo', 1] as const)
      : medianSeconds < 3600
        ? (['minuto', 60] as const)
        : (['hora', 3600] as const);
  const count = Math.max(1, Math.ceil(medianSeconds / size));
  return `Nesta loja, metade das entregas chega em até ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** The rules that a buyer should know before buying: how many units, and for how long. */
export function purchaseNotes({
  buylimit,
  removeProduct,
  single,
}: Pick<PublicProduct, 'buylimit' | 'removeProduct' | 'single'>): string[] {
  const notes: string[] = [];
  if (removeProduct !== null) notes.push(removeProduct === 1 ? 'Vale por 1 dia' : `Vale por ${removeProduct} dias`);
  if (single) notes.push('Uma unidade por pedido');
  if (buylimit !== null) notes.push(buylimit === 1 ? 'Limite de 1 por pessoa' : `Limite de ${buylimit} por pessoa`);
  return notes;
}
