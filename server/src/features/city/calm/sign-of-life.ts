import type { GameSync } from '@vitrine/contract/game';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { cityCame } from '../city-status.ts';
import type { SeatId } from '../seats/read-seat.ts';
import { SIGN_SECONDS } from '../seats/seat.ts';

/** The sign is written this often while another script waits for the seat, because then the sign's age decides. In seconds. */
const WATCHED_SIGN_SECONDS = 20;

/** True in SQL where a script without the seat was heard lately. */
export const isClaimed = ({ store, seat }: SeatId): RawBuilder<boolean> =>
  sql<boolean>`exists (select from game_claim c where c.store_id = ${store} and c.seat_id = ${seat}
     and c.last_seen_at > now() - interval '2 minutes')`;

/**
 * Seconds until the sign of life of the server `g` must be written again, in SQL; negative when it is late. It is due at
 * the store's own second of a minute: cities that said hello together would otherwise all be written in the same seconds.
 */
export const signDue = (place: SeatId): RawBuilder<number> =>
  sql<number>`(extract(epoch from g.last_seen_at - now()) + case when ${isClaimed(place)} then ${sql.lit(WATCHED_SIGN_SECONDS)}
    else ${sql.lit(SIGN_SECONDS)} - mod(extract(epoch from g.last_seen_at) + abs(hashtext(g.store_id)::bigint), ${sql.lit(SIGN_SECONDS)})
    end)::float8`;

/**
 * Writes that the holder of a seat was heard, and which players it has. A start that lost its seat meanwhile writes nothing.
 * `shownAway`: the store's pages still say that the city is offline.
 */
export async function noteAlive(
  db: Db,
  { store }: SeatId,
  server: { id: string; shownAway: boolean },
  sync: GameSync,
): Promise<void> {
  const write = async (tx: Db | Tx) => {
    await sql`
      update game_server
         set last_seen_at = now(), online_ids = ${JSON.stringify(sync.online)}::jsonb,
             players = ${sync.players?.online ?? null}, max_players = ${sync.players?.max ?? null}
       where store_id = ${store} and id = ${server.id} and boot_id = ${sync.boot_id}`.execute(tx);
  };
  if (!server.shownAway) return await write(db);
  await transaction(db, async (tx) => {
    await cityCame(tx, store);
    await write(tx);
  });
}
