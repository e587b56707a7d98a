import type { Action } from '@vitrine/contract/actions';
import type { ProductOption } from '@vitrine/contract/product-options';
import type { Db } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import type { StoreId } from '../http/store.ts';

/** Builders of the catalogue: one call makes a thing that can be bought, and a test names only what matters to it. */

export async function makeCategory(db: Db, store: StoreId, name = `Categoria ${newId().slice(-6)}`): Promise<string> {
  const id = newId();
  await db.insertInto('category').values({ store_id: store, id, name, position: 1 }).execute();
  return id;
}

export interface ProductOptions {
  name?: string;
  categoryId?: string;
  /** Centavos. */
  price?: number;
  compareAt?: number;
  description?: string;
  image?: string;
  featured?: boolean;
  stock?: number;
  buyLimit?: number;
  removeDays?: number;
  actions?: Action[];
  options?: ProductOption[];
}

/** A product on sale for R$ 10,00, without limits and actions by default. */
export async function makeProduct(db: Db, store: StoreId, options: ProductOptions = {}): Promise<string> {
  const id = newId();
  await db
    .insertInto('product')
    .values({
      store_id: store,
      id,
      category_id: options.categoryId ?? (await makeCategory(db, store)),
      name: options.name ?? 'VIP Ouro',
      description: options.description ?? '',
      price_centavos: options.price ?? 1000,
      compare_at_centavos: options.compareAt ?? null,
      image: options.image ?? null,
      featured: options.featured ?? false,
      stock: options.stock ?? null,
      buy_limit: options.buyLimit ?? null,
      remove_days: options.removeDays ?? null,
      actions: JSON.stringify(options.actions ?? []),
      options: JSON.stringify(options.options ?? []),
    })
    .execute();
  return id;
}

/** A coupon of 10 per cent on everything by default. Returns its id. */
export async function makeDiscount(
  db: Db,
  store: StoreId,
  options: {
    code?: string;
    type?: 'fixed' | 'percentage';
    /** Centavos or per cent. */
    value?: number;
    min?: number;
    maxUses?: number;
    expiresAt?: Date;
    limitBy?: '' | 'user_id' | 'email' | 'discord';
    products?: string[];
    categories?: string[];
  } = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto('discount')
    .values({
      store_id: store,
      id,
      code: options.code ?? 'DESCONTO10',
      type: options.type ?? 'percentage',
      value: options.value ?? 10,
      min_centavos: options.min ?? null,
      max_uses: options.maxUses ?? null,
      expires_at: options.expiresAt ?? null,
      limit_by: options.limitBy ?? '',
      category_ids: JSON.stringify(options.categories ?? []),
      product_ids: JSON.stringify(options.products ?? []),
    })
    .execute();
  return id;
}
