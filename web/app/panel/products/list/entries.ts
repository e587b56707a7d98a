/** The list of products as one row of headings and products, so that a product can be moved across a heading. */

interface Placed {
  _id: string;
  categoryId: string;
}
interface Heading {
  _id: string;
}

export type Entry<C, P> = { category: C; product?: undefined } | { category?: undefined; product: P };

/** Headings and products in the order of the shop. The products of a closed category are left out. */
export function entriesOf<C extends Heading, P extends Placed>(
  categories: readonly C[],
  products: readonly P[],
  isOpen: (category: string) => boolean,
): Entry<C, P>[] {
  return categories.flatMap((category) => [
    { category },
    ...(isOpen(category._id) ? products : [])
      .filter(({ categoryId }) => categoryId === category._id)
      .map((product) => ({ product })),
  ]);
}

interface Section<C, P> {
  category: C;
  /** The place of its heading among the entries. */
  index: number;
  products: { product: P; index: number }[];
}

/** The entries by category. What was dragged above the first heading is the first of its category. */
export function sectionsOf<C extends object, P extends object>(entries: readonly Entry<C, P>[]): Section<C, P>[] {
  const sections: Section<C, P>[] = [];
  const early: { product: P; index: number }[] = [];
  for (const [index, { category, product }] of entries.entries()) {
    if (category) sections.push({ category, index, products: sections.length === 0 ? early : [] });
    else if (product) (sections.at(-1)?.products ?? early).push({ product, index });
  }
  return sections;
}

/** Where a product stands among the entries: its category, and the product before it in the same category. */
export function placeIn<C extends Heading, P extends Placed>(entries: readonly Entry<C, P>[], id: string) {
  for (const { category, products } of sectionsOf(entries)) {
    const at = products.findIndex(({ product }) => product._id === id);
    if (at >= 0) return { category, after: products[at - 1]?.product._id ?? null, position: at + 1 };
  }
  return undefined;
}

/** The products after the move of one of them; `after` null: it is the first of the category. */
export function movedTo<P extends Placed>(products: readonly P[], moved: P, after: string | null): P[] {
  const rest = products.filter(({ _id }) => _id !== moved._id);
  const first = rest.findIndex(({ categoryId }) => categoryId === moved.categoryId);
  const at = after === null ? first : rest.findIndex(({ _id }) => _id === after) + 1;
  return rest.toSpliced(at < 0 ? rest.length : at, 0, moved);
}
