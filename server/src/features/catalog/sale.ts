import type { ProductStatus } from '@vitrine/contract/product-status';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { type ProductValues, takeTurns } from './queries.ts';

/** What an edit says of a product's place in the shop. */
interface SaleEdit {
  status?: ProductStatus | undefined;
  showsAt?: string | null | undefined;
  hidesAt?: string | null | undefined;
}

type Sale = Pick<ProductValues, 'visibility' | 'shows_at' | 'hides_at'> & { archived: boolean };

/** In the shop, without a window: what a new product is, unless it says otherwise. */
export const inShop: Sale = { visibility: 'shown', shows_at: null, hides_at: null, archived: false };

/**
 * A product's place in the shop after an edit. An archived product keeps its visibility from before. Refuses a window that ends before it
 * begins (`product_window`).
 */
export function editedSale(current: Sale, { status, showsAt, hidesAt }: SaleEdit): Sale {
  const date = (text: string | null | undefined, former: Date | null) =>
    text === undefined ? former : text === null ? null : new Date(text);
  const sale = {
    visibility: status === undefined || status === 'archived' ? current.visibility : status,
    shows_at: date(showsAt, current.shows_at),
    hides_at: date(hidesAt, current.hides_at),
    archived: status === undefined ? current.archived : status === 'archived',
  };
  if (sale.shows_at && sale.hides_at && sale.shows_at >= sale.hides_at) throw new Refusal('product_window');
  return sale;
}

/** Takes room in the plan for a product that comes back from the archive. Refuses `plan_product_limit`. */
export async function claimReturn(tx: Tx, store: StoreId, before: Sale, after: Sale): Promise<void> {
  if (before.archived && !after.archived) await claimPlanRoom(tx, store, 'products');
}

/** Products that one run turns at most; the next run takes the rest. */
const AT_ONCE = 200;

/**
 * Makes the kept pages of a store anew when the window of one of its products begins or ends. The product is sold, or no
 * longer, from that moment on, whether this sweep ran or not (the function `on_sale` of the database).
 */
export const saleSweep: Sweep = {
  name: 'catalog.turns',
  every: 10,
  async run({ db }) {
    await transaction(db, async (tx) => {
      for (const row of await takeTurns(tx, AT_ONCE)) await touchPages(tx, storeIdOf(row));
    });
  },
};
