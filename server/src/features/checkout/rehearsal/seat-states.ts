import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

export interface SeatState {
  id: string;
  name: string;
  /** A script had the seat at some time. */
  known: boolean;
  /** The script that has the seat spoke lately. */
  alive: boolean;
  /** Another script waits for the seat. */
  claimed: boolean;
  /** City ids of the players who are there. */
  online: string[];
  /** The types of action that its base carries out only while the player is there. */
  onlyOnline: string[];
  /** The version of the script that has the seat; empty while none had it. */
  version: string;
  /** The players for whom a delivery waits there, because their inventory has no room. */
  full: string[];
}

/** The store's game servers as they are now for these players (keys), the first one first. */
export async function seatStates(db: Db, store: StoreId, players: readonly string[]): Promise<SeatState[]> {
  const { rows } = await sql<SeatState>`
    select s.id, s.name, g.id is not null as known, coalesce(g.online_ids, '[]') as online, coalesce(g.version, '') as version,
           coalesce(g.last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds}), false) as alive,
           exists (select from game_claim c where c.store_id = s.store_id and c.seat_id = s.id and c.state = 'waiting') as claimed,
           coalesce((select json_agg(c.type) from jsonb_each(g.capabilities) c(type, may)
                      where c.may->>'online' = 'true' and c.may->>'offline' is distinct from 'true'), '[]') as "onlyOnline",
           coalesce((select json_agg(d.player) from delivery d
                      where d.store_id = s.store_id and d.target = s.game and coalesce(d.seat_id, d.store_id) = s.id
                        and d.player = any(${[...players]}::text[]) and d.state = 'queued' and d.code = 'inventory_full'), '[]') as full
      from game_seat s left join game_server g on g.store_id = s.store_id and g.id = s.server_id
     where s.store_id = ${store} and s.ended_at is null
     order by s.id <> s.store_id, s.created_at, s.id`.execute(db);
  return rows;
}
