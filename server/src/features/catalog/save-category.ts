import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { lockStore } from '../stores/lock-store.ts';
import { touchPages } from '../stores/touch-pages.ts';
import {
  countProducts,
  findCategoryByName,
  insertCategory,
  lockCategory,
  moveArchived,
  orderCategories,
  otherCategory,
  removeCategory,
  renameCategory,
} from './queries.ts';

/** Creates a category at the end of the list, within the plan's limit. */
export async function createCategory(tx: Tx, store: StoreId, id: string, name: string): Promise<void> {
  await claimPlanRoom(tx, store, 'categories');
  if (!(await insertCategory(tx, store, id, name))) throw new Refusal('category_taken');
  await touchPages(tx, store);
}

/** Renames a category. Names are unique in a store, without regard to case. */
export async function editCategory(tx: Tx, store: StoreId, id: string, name: string): Promise<void> {
  await lockStore(tx, store);
  const holder = await findCategoryByName(tx, store, name);
  if (holder !== undefined && holder !== id) throw new Refusal('category_taken');
  if (!(await renameCategory(tx, store, id, name))) throw new Refusal('category_not_found');
  await touchPages(tx, store);
}

/** Puts the categories into the given order; ids that are not the store's change nothing. */
export async function reorderCategories(tx: Tx, store: StoreId, ids: readonly string[]): Promise<void> {
  await orderCategories(tx, store, ids);
  await touchPages(tx, store);
}

/**
 * Deletes a category without products on sale. Its archived products move to another category, because past orders name
 * them. Without another category, this one has to stay.
 */
export async function deleteCategory(tx: Tx, store: StoreId, id: string): Promise<void> {
  await lockStore(tx, store);
  if (!(await lockCategory(tx, store, id))) throw new Refusal('category_not_found');
  const { live, all } = await countProducts(tx, store, id);
  if (live > 0) throw new Refusal('category_not_empty');
  if (all > 0) {
    const other = await otherCategory(tx, store, id);
    if (!other) {
      throw new Refusal('category_not_empty', {
        error: 'Pedidos antigos usam produtos desta categoria. Crie outra categoria antes de deletar esta.',
      });
    }
    await moveArchived(tx, store, id, other);
  }
  await removeCategory(tx, store, id);
  await touchPages(tx, store);
}
