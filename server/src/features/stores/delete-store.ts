import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../http/session.ts';
import { findMembership, type StoreId } from '../../http/store.ts';
import { lockStore } from './lock-store.ts';
import { holdSubdomain } from './queries.ts';
import { type Actor, recordAudit } from './record-audit.ts';
import { touchPages } from './touch-pages.ts';

/** Deletes a store at its owner's word. Refuses whoever does not own it (any more). */
export async function deleteStore(tx: Tx, store: StoreId, owner: Caller): Promise<void> {
  const locked = await lockStore(tx, store);
  // Read again behind the lock: it may have been handed over since the door looked.
  const membership = await findMembership(tx, owner.accountId, { id: store });
  if (membership?.role !== 'owner') throw new Refusal('owner_only');
  await requireConfirmed(tx, owner);
  await endStore(tx, store, locked, owner);
}

/**
 * Ends a store for everybody: its pages, its people's access, its game servers and its Discord connection end now.
 * Orders and payments stay, as the law wants them kept, and money under way still settles, so the payment token stays
 * too. The name is held for 30 days before anyone can have it. The caller holds the store's row.
 */
export async function endStore(
  tx: Tx,
  store: StoreId,
  { subdomain, name }: { subdomain: string; name: string },
  actor: Actor,
): Promise<void> {
  await tx
    .updateTable('store')
    .set({ deleted_at: sql<Date>`now()`, status: 'inactive', subdomain: store })
    .where('id', '=', store)
    .execute();
  await holdSubdomain(tx, store, subdomain, limits.subdomainHoldDays);
  await tx.deleteFrom('game_token').where('store_id', '=', store).execute();
  await tx.deleteFrom('guild_binding').where('store_id', '=', store).execute();
  await tx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, 'store.delete', `Excluiu a loja ${name}`);
}
