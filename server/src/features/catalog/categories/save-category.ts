import type { CategoryEdit } from '@vitrine/contract/catalog';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { claimPlanRoom } from '../../plans/claim-room.ts';
import { keepDeleted, takeDeleted } from '../../stores/deletions.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { imageKey } from '../save-pictures.ts';
import {
  countProducts,
  findCategory,
  findCategoryByName,
  insertCategory,
  listCategories,
  lockCategory,
  moveArchived,
  moveBack,
  orderCategories,
  otherCategory,
  putBackCategory,
  removeCategory,
  updateCategory,
} from './queries.ts';

/** Creates a category at the end of the list, within the plan's limit. Refuses a picture that is not the store's. */
export async function createCategory(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  id: string,
  { name, description = '', imageUrl }: CategoryEdit,
): Promise<void> {
  await claimPlanRoom(tx, store, 'categories');
  const image = await imageKey(tx, store, imageUrl);
  if (!(await insertCategory(tx, store, id, { name, description, image }))) throw new Refusal('category_taken');
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'category.create',
    text: `Criou a categoria ${name}`,
    object: id,
    after: { name, description },
  });
}

/**
 * Renames a category and changes what its page shows; absent fields stay. Names are unique in a store, without regard to
 * case. Refuses an edit over an older version (`changed_meanwhile`).
 */
export async function editCategory(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  id: string,
  { name, description, imageUrl, version: read }: CategoryEdit,
): Promise<void> {
  await lockStore(tx, store);
  await lockCategory(tx, store, id);
  const former = await findCategory(tx, store, id);
  if (!former) throw new Refusal('category_not_found');
  const edited = { action: 'category.edit', object: id };
  await refuseOvertaken(tx, store, edited, { present: former.version, read });
  const holder = await findCategoryByName(tx, store, name);
  if (holder !== undefined && holder !== id) throw new Refusal('category_taken');
  const values = {
    name,
    description: description ?? former.description,
    image: imageUrl === undefined ? former.image : await imageKey(tx, store, imageUrl),
  };
  const { before, after } = difference<Partial<typeof values>>(former, values);
  if (!after) return;
  await updateCategory(tx, store, id, values);
  await touchPages(tx, store);
  const what = former.name === name ? 'Mudou a página da categoria' : 'Mudou o nome da categoria';
  await recordAudit(tx, store, actor, {
    ...edited,
    text: `${what} ${former.name}`,
    before,
    after,
  });
}

/** Puts the categories into the given order; ids that are not the store's change nothing. */
export async function reorderCategories(tx: Tx, store: StoreId, actor: Actor, ids: readonly string[]): Promise<void> {
  await lockStore(tx, store);
  const names = async () => ({ order: (await listCategories(tx, store, true)).map(({ name }) => name) });
  const before = await names();
  await orderCategories(tx, store, ids);
  await touchPages(tx, store);
  const text = 'Mudou a ordem das categorias';
  await recordAudit(tx, store, actor, { action: 'category.order', text, before, after: await names() });
}

/**
 * Deletes a category without products on sale. Its archived products move to another category, because past orders name
 * them. Without another category, this one has to stay. It can be brought back for some minutes (`restoreCategory`).
 */
export async function deleteCategory(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const name = await lockCategory(tx, store, id);
  if (name === undefined) throw new Refusal('category_not_found');
  const { live, all } = await countProducts(tx, store, id);
  if (live > 0) throw new Refusal('category_not_empty');
  let moved: MovedProducts | null = null;
  if (all > 0) {
    const other = await otherCategory(tx, store, id);
    if (!other) {
      throw new Refusal('category_not_empty', {
        error: 'Pedidos antigos usam produtos desta categoria. Crie outra categoria antes de deletar esta.',
      });
    }
    moved = { to: other, ids: await moveArchived(tx, store, id, other) };
  }
  await keepDeleted(tx, store, 'category', id, { row: await removeCategory(tx, store, id), moved });
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'category.delete',
    text: `Excluiu a categoria ${name}`,
    object: id,
    before: { name },
  });
}

/** Where the archived products of a deleted category went. */
interface MovedProducts {
  to: string;
  ids: string[];
}

/**
 * Brings a category back that was deleted minutes ago, with its id, its place and its archived products. Refuses `category_taken`
 * and the plan's limit.
 */
export async function restoreCategory(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const kept = await takeDeleted<{ row: object; moved: MovedProducts | null }>(tx, store, 'category', id);
  await claimPlanRoom(tx, store, 'categories');
  const back = await putBackCategory(tx, store, kept.row);
  if (!back) throw new Refusal('category_taken');
  if (kept.moved) await moveBack(tx, store, kept.moved.ids, kept.moved.to, id);
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'category.restore',
    text: `Desfez a exclusão da categoria ${back.name}`,
    object: id,
    after: back,
  });
}
