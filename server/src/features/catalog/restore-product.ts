import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { takeDeleted } from '../stores/deletions.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { variablesOf } from '../variables/read-variables.ts';
import { findCategory } from './categories/queries.ts';
import { loggedProduct } from './product.ts';
import { lockProduct, undeleteProduct } from './queries.ts';
import { refuseTaken } from './save-product.ts';

/**
 * Brings back a product that was deleted minutes ago, as it was: in the shop, or archived. Refuses the plan's limit, and an option
 * whose name a variable has by now. The list of products tells what else it lost meanwhile.
 */
export async function restoreProduct(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const { archived } = await takeDeleted<{ archived: boolean }>(tx, store, 'product', id);
  if (!archived) await claimPlanRoom(tx, store, 'products');
  if (!(await undeleteProduct(tx, store, id, archived))) throw new Refusal('undo_over');
  const product = await lockProduct(tx, store, id);
  if (!product) throw new Refusal('undo_over');
  if (product.options.length > 0) refuseTaken(await variablesOf(tx, store), product.options);
  await touchPages(tx, store);
  const category = (await findCategory(tx, store, product.category_id))?.name ?? '';
  await recordAudit(tx, store, actor, {
    action: 'product.restore',
    text: `Desfez a exclusão do produto ${product.name}`,
    object: id,
    after: loggedProduct({ ...product, category }),
  });
}
