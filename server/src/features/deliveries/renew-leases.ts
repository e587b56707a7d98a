import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** Renews the leases of what a game server still has in hand. */
export async function renewLeases(tx: Tx, store: StoreId, server: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update delivery set lease_until = now() + make_interval(secs => ${limits.gameLeaseSeconds})
     where store_id = ${store} and id = any(${[...ids]}) and state = 'sent' and server_id = ${server}`.execute(tx);
}
