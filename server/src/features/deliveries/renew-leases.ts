import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Renews the leases of what a game server still has in hand, up to `limits.gameLeaseMostSeconds` after each went out. A
 * lease never becomes shorter. Answers until when each lasts, in unix seconds: both sides know the end, and the script begins
 * nothing after it. Undefined where nothing is in hand.
 */
export async function renewLeases(
  tx: Tx,
  store: StoreId,
  server: string,
  ids: readonly string[],
): Promise<Record<string, number> | undefined> {
  if (ids.length === 0) return undefined;
  const { rows } = await sql<{ id: string; until: number }>`
    update delivery set lease_until = greatest(lease_until, least(
        now() + make_interval(secs => ${limits.gameLeaseSeconds}),
        coalesce(sent_at, updated_at) + make_interval(secs => ${limits.gameLeaseMostSeconds})))
     where store_id = ${store} and id = any(${[...ids]}) and state = 'sent' and server_id = ${server}
    returning id, floor(extract(epoch from lease_until))::int as until`.execute(tx);
  return Object.fromEntries(rows.map(({ id, until }) => [id, until]));
}
