/**
 * Which products a discount counts for (SPEC.md section 2, Discount creation). Ticking a category selects all its
 * products, unticking it clears them. Ticking all products of a category ticks the category, clearing the last one
 * clears it.
 *
 * A ticked category also covers products that join it later. So a category that loses one product becomes partly
 * selected: a ticked one would still cover the cleared product.
 */
export interface Selection {
  categories: readonly string[];
  products: readonly string[];
}

export interface PickerCategory {
  id: string;
  /** Ids of its products. */
  products: readonly string[];
}

export const emptySelection: Selection = { categories: [], products: [] };

const without = (list: readonly string[], gone: readonly string[]) => list.filter((id) => !gone.includes(id));
const withAll = (list: readonly string[], more: readonly string[]) => [...new Set([...list, ...more])];

/** Ticks or unticks a whole category. A partly selected category becomes ticked. */
export function toggleCategory(selection: Selection, category: PickerCategory): Selection {
  return selection.categories.includes(category.id)
    ? {
        categories: without(selection.categories, [category.id]),
        products: without(selection.products, category.products),
      }
    : {
        categories: withAll(selection.categories, [category.id]),
        products: withAll(selection.products, category.products),
      };
}

/** Ticks or unticks one product of a category. */
export function toggleProduct(selection: Selection, category: PickerCategory, product: string): Selection {
  if (selection.products.includes(product)) {
    return {
      categories: without(selection.categories, [category.id]),
      products: without(selection.products, [product]),
    };
  }
  const products = withAll(selection.products, [product]);
  const all = category.products.every((id) => products.includes(id));
  return { categories: all ? withAll(selection.categories, [category.id]) : selection.categories, products };
}

/** How a category's tick looks. */
export function tickOf(selection: Selection, category: PickerCategory): 'all' | 'some' | 'none' {
  if (selection.categories.includes(category.id)) return 'all';
  return category.products.some((id) => selection.products.includes(id)) ? 'some' : 'none';
}

/**
 * A stored selection for today's catalogue: deleted products drop out, and a ticked category has all products of
 * today.
 */
export function currentSelection(stored: Selection, catalog: readonly PickerCategory[]): Selection {
  const ticked = catalog.filter((category) => stored.categories.includes(category.id));
  const single = catalog.flatMap((category) => category.products).filter((id) => stored.products.includes(id));
  return {
    categories: ticked.map((category) => category.id),
    products: withAll(
      ticked.flatMap((category) => category.products),
      single,
    ),
  };
}
