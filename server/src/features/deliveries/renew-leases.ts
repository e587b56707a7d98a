import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { ofGame } from './targets.ts';

export interface InHand {
  /** Until when each lasts, in unix seconds: both sides know the end, and the script begins nothing after it. */
  leases: Record<string, number>;
  /** What has its outcome already, or waits for a person. */
  decided: string[];
}

/**
 * Renews the leases of what a game server still has in hand, up to `limits.gameLeaseMostSeconds` after each went out. A
 * lease never becomes shorter. Undefined where nothing is in hand.
 */
export async function renewLeases(
  tx: Tx,
  store: StoreId,
  server: string,
  ids: readonly string[],
): Promise<InHand | undefined> {
  if (ids.length === 0) return undefined;
  const named = sql`store_id = ${store} and id = any(${[...ids]})`;
  const { rows } = await sql<{ id: string; until: number | null }>`
    with renewed as (
      update delivery set lease_until = greatest(lease_until, least(
          now() + make_interval(secs => ${limits.gameLeaseSeconds}),
          coalesce(sent_at, updated_at) + make_interval(secs => ${limits.gameLeaseMostSeconds})))
       where ${named} and state = 'sent' and server_id = ${server}
      returning id, floor(extract(epoch from lease_until))::int as until)
    select id, until from renewed
     union all
    select id, null from delivery where ${named} and ${ofGame('delivery')} and state not in ('queued', 'sent')`.execute(
    tx,
  );
  return {
    leases: Object.fromEntries(rows.flatMap(({ id, until }) => (until === null ? [] : [[id, until]]))),
    decided: rows.flatMap(({ id, until }) => (until === null ? [id] : [])),
  };
}
