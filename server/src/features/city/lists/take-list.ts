import {
  type CityListKind,
  type CityName,
  cityListKinds,
  type GameListOffers,
  type GameListPage,
} from '@vitrine/contract/city-lists';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import { withinLimit } from '../../../http/throttle.ts';
import type { SeatId } from '../seats/read-seat.ts';
import { requireHolder } from '../seats/require-holder.ts';

/**
 * Compares the lists that a hello names with those that are kept, and answers the kinds that must be sent. A list that
 * the city no longer names is forgotten, because it would refuse names that may exist. The same holds for all lists
 * when another journal or base speaks without naming any. The caller holds the store's row.
 */
export async function wantedLists(
  tx: Tx,
  { store, seat }: SeatId,
  offers: GameListOffers | undefined,
  another: boolean,
): Promise<CityListKind[]> {
  if (!offers && !another) return [];
  const named = cityListKinds.filter((kind) => offers?.[kind]);
  const forgotten = cityListKinds.filter((kind) => !named.includes(kind));
  const { rows } = await sql<{ kind: CityListKind; hash: string | null }>`
    with gone as (
      delete from city_list where store_id = ${store} and seat_id = ${seat} and kind = any(${forgotten}::text[])
    )
    select kind, hash from city_list where store_id = ${store} and seat_id = ${seat}`.execute(tx);
  const known = new Map(rows.map(({ kind, hash }) => [kind, hash]));
  return named.filter((kind) => known.get(kind) !== offers?.[kind]?.hash);
}

interface Coming {
  hash: string | null;
  coming_hash: string | null;
  coming_from: number | null;
  names: number;
  bytes: number;
}

/**
 * Takes one page of a list, and puts the list in force with its last page. Answers where the next page begins, or null.
 * A page that does not follow the one before starts the list again. A list stops growing at `limits.cityListNames`
 * names or `limits.cityListBytes`; it is then open, because it does not hold everything. Refuses `superseded` for an
 * older epoch, `invalid_request` for a script without the seat, and `rate_limited`.
 */
export async function takeListPage(tx: Tx, place: SeatId, page: GameListPage): Promise<number | null> {
  const { store, seat } = place;
  const { kind, hash, from } = page;
  const { names, sent } = page.entries;
  // The row stays locked, so that pages take turns.
  await requireHolder(tx, place, page, sql`for no key update of s`);
  const rule = { key: `city-list:${store}:${seat}`, limit: limits.cityListPagesPerHour, seconds: 3600 };
  if (!(await withinLimit(tx, rule))) throw new Refusal('rate_limited');
  const { rows } = await sql<Coming>`
    insert into city_list as l (store_id, seat_id, kind) values (${store}, ${seat}, ${kind})
    on conflict (store_id, seat_id, kind) do update set kind = excluded.kind
    returning hash, coming_hash, coming_from, coalesce(jsonb_array_length(coming), 0) as names,
              coalesce(octet_length(coming::text), 0) as bytes`.execute(tx);
  const row = rows[0] as Coming;
  if (row.hash === hash) return null;
  const follows = from === 0 || (row.coming_hash === hash && row.coming_from === from);
  if (!follows) return 0;
  const room = from === 0 ? roomFor(names, 0, 0) : roomFor(names, row.names, row.bytes);
  const full = room < names.length;
  const next = from + sent;
  // An empty page would be asked for again for ever.
  const last = full || sent === 0 || next >= page.total;
  await sql`
    update city_list set
      coming = ${from === 0 ? sql`'[]'::jsonb` : sql`coming`} || ${JSON.stringify(names.slice(0, room))}::jsonb,
      coming_hash = ${hash}, coming_from = ${next}
     where store_id = ${store} and seat_id = ${seat} and kind = ${kind}`.execute(tx);
  if (!last) return next;
  await sql`
    update city_list set
      hash = ${hash}, closed = ${page.closed && !full}, entries = coming, changed_at = now(),
      coming = null, coming_hash = null, coming_from = null
     where store_id = ${store} and seat_id = ${seat} and kind = ${kind}`.execute(tx);
  return null;
}

/** How many of these names still fit behind `names` names of `bytes` bytes. */
function roomFor(entries: readonly CityName[], names: number, bytes: number): number {
  let [room, used] = [0, bytes];
  for (const entry of entries) {
    used += Buffer.byteLength(JSON.stringify(entry)) + 2;
    if (names + room >= limits.cityListNames || used > limits.cityListBytes) break;
    room += 1;
  }
  return room;
}
