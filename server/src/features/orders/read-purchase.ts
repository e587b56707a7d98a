import type { Db } from '../../db/database.ts';
import { storeIdOf } from '../../http/store.ts';
import { findOrderByReference, historyOfOrder } from './queries.ts';

/** A purchase with data that only its buyer, its store and the verbs may know. Never send it as an answer. */
export interface Purchase {
  store_id: string;
  number: number;
  storeName: string;
  subdomain: string;
  discordId: string;
  email: string | null;
  /** Until when the buyer may withdraw; null once that is over or was asked for, and where it was never possible. */
  withdrawUntil: Date | null;
  /** The result of an earlier withdrawal: the store was asked, or it was granted at once. */
  withdrawal: 'requested' | 'granted' | null;
}

/** The purchase of a public reference, or undefined. */
export async function readPurchase(db: Db, reference: string): Promise<Purchase | undefined> {
  const row = await findOrderByReference(db, reference);
  if (!row) return undefined;
  const history = await historyOfOrder(db, storeIdOf(row), row.id);
  const reasons = new Set(history.map(({ reason }) => reason));
  return {
    store_id: row.store_id,
    number: row.number,
    storeName: row.storeName,
    subdomain: row.subdomain,
    discordId: row.discord_id,
    email: row.email,
    withdrawUntil: row.withdraw_until,
    withdrawal: reasons.has('withdrawn') ? 'granted' : reasons.has('withdrawal_requested') ? 'requested' : null,
  };
}
