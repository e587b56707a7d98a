import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { workFor } from '../../../db/party.ts';
import type { Deps } from '../../../deps.ts';
import type { SeatId } from '../seats/read-seat.ts';

/** How often this process writes whom it heard, in ms. */
const TURN_MS = 3000;
/** A sign that is younger is not written again, in seconds. */
const YOUNG_SECONDS = 2;

interface Sign extends SeatId {
  boot: string;
}

/**
 * Game servers of stores whose panel somebody has open. A calm city's polls write nothing, and its sign of life is up to a
 * minute old; the panel must know within seconds. So this process remembers whom it heard and writes all of them in one
 * statement, which also tells it which stores are watched now. Its cost does not grow with the number of stores.
 */
export function listenForCities({ db, log }: Pick<Deps, 'db' | 'log'>) {
  let watched = new Set<string>();
  const heard = new Map<string, Sign>();
  let turn: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const signs = [...heard.values()];
    heard.clear();
    try {
      watched = new Set(await workFor('signs of life', () => writeSigns(db, signs)));
    } catch (error) {
      log.warn({ err: error }, 'signs of life could not be written');
    } finally {
      turn = undefined;
    }
  }

  return {
    /** The script that holds the seat has asked. */
    hear({ store, seat }: SeatId, boot: string): void {
      if (watched.has(store)) heard.set(`${store} ${seat}`, { store, seat, boot });
      turn ??= setTimeout(() => void write(), TURN_MS).unref();
    },
    close(): void {
      clearTimeout(turn);
    },
  };
}
export type CityEar = ReturnType<typeof listenForCities>;

/**
 * Writes the signs and answers which stores are watched. A start that lost its seat writes nothing, and neither does a server
 * that counts as away: its next look wakes the pages too (`noteAlive`).
 */
async function writeSigns(db: Db, signs: readonly Sign[]): Promise<string[]> {
  const column = (name: keyof Sign) => signs.map((sign) => sign[name] as string);
  const { rows } = await sql<{ store_id: string }>`
    with heard as (
      select * from unnest(${column('store')}::text[], ${column('seat')}::text[], ${column('boot')}::text[])
        as h(store_id, seat_id, boot_id)
    ), due as materialized (
      select g.store_id, g.id
        from heard h
        join game_seat s on s.store_id = h.store_id and s.id = h.seat_id
        join game_server g on g.store_id = s.store_id and g.id = s.server_id and g.boot_id = h.boot_id
       where g.last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds})
         and g.last_seen_at < now() - make_interval(secs => ${YOUNG_SECONDS})
         for no key update of g skip locked
    ), written as (
      update game_server g set last_seen_at = now() from due where g.store_id = due.store_id and g.id = due.id
    )
    select store_id from watched_store where until > now()`.execute(db);
  return rows.map(({ store_id }) => store_id);
}
