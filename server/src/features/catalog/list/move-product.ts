import type { ProductMove } from '@vitrine/contract/catalog';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { findCategory } from '../categories/queries.ts';
import { lockProduct, updateProduct } from '../queries.ts';
import { requireCategory } from '../save-product.ts';
import { placeOf, placeProduct } from './queries.ts';

/**
 * Puts one product behind another one, in its category or in the one that it moves to. The call names what moves and
 * not the whole order, so two people who sort at once both keep what they did. Refuses `product_moved` when the product, or
 * the one that it should follow, is no longer where the sender saw it.
 */
export async function moveProduct(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { productId, from, categoryId, after }: ProductMove,
): Promise<void> {
  // Moves take turns: each begins with the order that the one before left.
  await lockStore(tx, store);
  const product = await lockProduct(tx, store, productId);
  if (!product || product.archived) throw new Refusal('product_not_found');
  const category = await requireCategory(tx, store, categoryId);
  if (product.category_id !== from || after === productId) throw new Refusal('product_moved');
  if (after !== null && (await placeOf(tx, store, categoryId, after)) === undefined) throw new Refusal('product_moved');
  const former = (await findCategory(tx, store, from))?.name ?? '';
  const before = { category: former, position: await placeOf(tx, store, from, productId) };
  if (categoryId !== from) await updateProduct(tx, store, productId, { category_id: categoryId });
  await placeProduct(tx, store, categoryId, { id: productId, after });
  const now = { category, position: await placeOf(tx, store, categoryId, productId) };
  if (now.category === before.category && now.position === before.position) return;
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'product.move',
    text: categoryId === from ? `Mudou o lugar do produto ${product.name}` : `Moveu o produto ${product.name}`,
    object: productId,
    before: categoryId === from ? { position: before.position } : before,
    after: categoryId === from ? { position: now.position } : now,
  });
}
