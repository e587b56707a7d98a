import { toReais } from '@vitrine/contract/money';
import { mayDo } from '@vitrine/contract/permissions';
import type { ListedProduct, ProductFilter, ProductList } from '@vitrine/contract/product-list';
import type { Role } from '@vitrine/contract/roles';
import { matchesSearch } from '@vitrine/contract/text-search';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { countWaiting } from '../../waiting/count-waiting.ts';
import { isLow } from '../low-stock.ts';
import { imageAddress, saleOf } from '../product.ts';
import { problemsByProduct } from '../unfit-products.ts';
import { countFound, hasArchived, type ListedRow, listPart, searchedTexts } from './queries.ts';

/** The last products of a part by which the next one finds its place: one of three may move meanwhile. */
const ANCHORS = 3;

/** Products of one part, unless the caller wants another number. */
const PART = 30;

/** The filter with the ids that its search finds. The same words find the same as in the rest of the panel. */
async function withFound(db: Db, store: StoreId, { search, ...filter }: ProductFilter) {
  if (!search) return filter;
  const texts = await searchedTexts(db, store);
  const found = texts.filter(({ name, category, description }) => matchesSearch(search, name, category, description));
  return { ...filter, found: found.map(({ id }) => id) };
}

function listed(row: ListedRow, problem: string | undefined, waiting: number): ListedProduct {
  return {
    _id: row.id,
    name: row.name,
    price: toReais(row.price_centavos),
    compareAtPrice: row.compare_at_centavos === null ? null : toReais(row.compare_at_centavos),
    image: row.image && imageAddress(row.image),
    categoryId: row.category_id,
    category: row.category_name,
    featured: row.featured,
    stock: row.stock,
    lowStock: row.low_stock,
    low: isLow(row),
    waiting,
    problem: problem ?? null,
    version: row.version,
    ...saleOf(row),
    line: row.description,
    actions: row.actions.length,
  };
}

/** A part of the store's products for its own people, by category and then in the owner's order. */
export async function listOwnProducts(db: Db, store: StoreId, role: Role, input: ProductList) {
  const { folded = [], cursor, limit = PART, subdomain: _, ...wanted } = input;
  const filter = await withFound(db, store, wanted);
  const rows = await listPart(db, store, filter, { folded, after: cursor?.split('.'), limit: limit + 1 });
  const part = rows.slice(0, limit);
  const problems = mayDo(role, 'catalog.edit') ? await problemsByProduct(db, store, part) : new Map<string, string>();
  const waiting = await countWaiting(db, store);
  return {
    products: part.map((row) => listed(row, problems.get(row.id), waiting.get(row.id) ?? 0)),
    next:
      rows.length > limit
        ? part
            .slice(-ANCHORS)
            .map(({ id }) => id)
            .join('.')
        : null,
    archived: await hasArchived(db, store),
    counts: cursor === undefined ? await countFound(db, store, filter) : null,
  };
}
