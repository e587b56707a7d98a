import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
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
export async function createCategory(tx: Tx, store: StoreId, actor: Actor, id: string, name: string): Promise<void> {
  await claimPlanRoom(tx, store, 'categories');
  if (!(await insertCategory(tx, store, id, name))) throw new Refusal('category_taken');
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, 'category.create', `Criou a categoria ${name}`);
}

/** Renames a category. Names are unique in a store, without regard to case. */
export async function editCategory(tx: Tx, store: StoreId, actor: Actor, id: string, name: string): Promise<void> {
  await lockStore(tx, store);
  const holder = await findCategoryByName(tx, store, name);
  if (holder !== undefined && holder !== id) throw new Refusal('category_taken');
  const former = await lockCategory(tx, store, id);
  if (former === undefined) throw new Refusal('category_not_found');
  if (former === name) return;
  await renameCategory(tx, store, id, name);
  await touchPages(tx, store);
  await recordAudit(
    tx,
    store,
    actor,
    'category.edit',
    `Mudou o nome da categoria ${former}`,
    { name: former },
    { name },
  );
}

/** Puts the categories into the given order; ids that are not the store's change nothing. */
export async function reorderCategories(tx: Tx, store: StoreId, actor: Actor, ids: readonly string[]): Promise<void> {
  await orderCategories(tx, store, ids);
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, 'category.order', 'Mudou a ordem das categorias');
}

/**
 * Deletes a category without products on sale. Its archived products move to another category, because past orders name
 * them. Without another category, this one has to stay.
 */
export async function deleteCategory(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const name = await lockCategory(tx, store, id);
  if (name === undefined) throw new Refusal('category_not_found');
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
  await recordAudit(tx, store, actor, 'category.delete', `Excluiu a categoria ${name}`);
}
