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

/** Deletes a store for its owner, in a confirmed session. Refuses anybody else with `owner_only`, also a former owner. */
export async function deleteStore(tx: Tx, store: StoreId, owner: Caller): Promise<void> {
  const locked = await lockStore(tx, store);
  // Read again after the lock is taken: the store may have been transferred since the door looked.
  const membership = await findMembership(tx, owner.accountId, { id: store });
  if (membership?.role !== 'owner') throw new Refusal('owner_only');
  await requireConfirmed(tx, owner);
  await endStore(tx, store, locked, owner);
}

/**
 * Ends a store for everybody: its pages, its people's access, its game servers and its Discord connection end now.
 * Orders and payments stay, because the law wants them kept. The payment token stays, because open payments still settle.
 * Nobody else can take the name for 30 days. The caller has locked the store's row.
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
  await tx.deleteFrom('game_rcon').where('store_id', '=', store).execute();
  await tx.deleteFrom('discord_guild').where('store_id', '=', store).execute();
  await tx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, { action: 'store.delete', text: `Excluiu a loja ${name}`, before: { name } });
}
