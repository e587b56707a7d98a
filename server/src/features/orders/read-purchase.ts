import type { Db } from '../../db/database.ts';
import { storeIdOf } from '../../http/store.ts';
import { findOrderByReference, historyOfOrder } from './queries.ts';

/** A purchase with what only its buyer, its store and the verbs may know of it; never an answer as it is. */
export interface Purchase {
  store_id: string;
  number: number;
  storeName: string;
  subdomain: string;
  discordId: string;
  email: string | null;
  /** Until when it may be withdrawn from; null once it is over, was asked for, or never was. */
  withdrawUntil: Date | null;
  /** What came of an earlier withdrawal: asked of the store, or granted at once. */
  withdrawal: 'requested' | 'granted' | null;
}

/** The purchase of a public reference, or undefined. */
export async function readPurchase(db: Db, reference: string): Promise<Purchase | undefined> {
  const row = await findOrderByReference(db, reference);
  if (!row) return undefined;
  const history = await historyOfOrder(db, storeIdOf(row), row.id);
  const told = new Set(history.map(({ reason }) => reason));
  return {
    store_id: row.store_id,
    number: row.number,
    storeName: row.storeName,
    subdomain: row.subdomain,
    discordId: row.discord_id,
    email: row.email,
    withdrawUntil: row.withdraw_until,
    withdrawal: told.has('withdrawn') ? 'granted' : told.has('withdrawal_requested') ? 'requested' : null,
  };
}
