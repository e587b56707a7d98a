import { mayDo } from '@vitrine/contract/permissions';
import { type UndoKind, undoAccess } from '@vitrine/contract/undo-words';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { describeFailure, Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import type { Caller } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { restoreCategory } from '../catalog/categories/save-category.ts';
import { restoreProduct } from '../catalog/restore-product.ts';
import { restoreDiscount } from '../discounts/save-discount.ts';
import { restoreRole } from '../members/roles/save-role.ts';
import { restoreNote } from '../orders/desk/order-notes.ts';
import { restoreVariable } from '../variables/save-variable.ts';
import { restorePage } from '../window/pages/save-page.ts';

const restorers: Record<UndoKind, (tx: Tx, store: StoreId, caller: Caller, id: string) => Promise<void>> = {
  product: restoreProduct,
  category: restoreCategory,
  coupon: restoreDiscount,
  variable: restoreVariable,
  page: restorePage,
  note: restoreNote,
  role: restoreRole,
};

/** Takes back deletions of the last minutes, by whoever may make them. */
export function undoRoutes(app: App, { db }: Deps): void {
  serve(app, 'POST /undo', async ({ store, caller, role, body: { kind, ids } }) => {
    if (!mayDo(role, undoAccess[kind])) throw new Refusal('forbidden');
    const undone: string[] = [];
    const left: { id: string; why: string; refusal: Refusal }[] = [];
    for (const id of new Set(ids)) {
      try {
        await transaction(db, (tx) => restorers[kind](tx, store.id, caller, id));
        undone.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        left.push({ id, why: [describeFailure(error).body.error].flat().join(' '), refusal: error });
      }
    }
    const [first] = left;
    if (first && undone.length === 0) throw first.refusal;
    return { success: true as const, undone, left: left.map(({ id, why }) => ({ id, why })) };
  });
}
