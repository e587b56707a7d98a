import type { Game } from '@vitrine/contract/action-types';
import { gameCodes } from '@vitrine/contract/game';
import { type RawBuilder, sql } from 'kysely';
import { goesTo, type SeatId } from '../seats/read-seat.ts';

/**
 * All that one player is owed goes out in one answer, in order, if the script stops at the first delivery that waits
 * (`in_order` in its hello). While any of it is out, nothing later follows, because a lost answer would change the order.
 */

/** Deliveries of one kind wait for each other, those of other kinds do not: an item that finds no room holds up no money. */
export const kindOf = (alias: 'd' | 'e') =>
  sql`regexp_replace(${sql.ref(alias)}.action_type, '^((minecraft|mta)_)?(add|remove)_', '')`;

/** A row of a player's line. `place` counts from 0, which is the row that may go out alone. */
export interface InLine {
  player: string;
  place: number;
  action_type: string;
  code: string | null;
}

/**
 * The common tables of a statement that end in `head (id, place)`: what may follow `firsts` in the same answer, first every
 * player's next one, then the ones after it. As with the first one, a delivery that waits holds back only its own kind. Each
 * player's whole line is read once, and not for each of its deliveries.
 */
export function followers(
  place: SeatId,
  { id: server, game }: { id: string; game: Game },
  deliverable: RawBuilder<boolean>,
  { firsts, room }: { firsts: readonly string[]; room: number },
): RawBuilder<unknown> {
  const line = sql`delivery d join game_server g on g.store_id = d.store_id and g.id = ${server}
     where d.store_id = ${place.store} and d.target = ${game} and ${goesTo('d', place)} and d.player = first.player`;
  return sql`first as (
      select player, seq from delivery where store_id = ${place.store} and id = any(${[...firsts]}::text[])
    ), head as (
      select next.id, next.place
        from first
       cross join lateral (
         select jsonb_object_agg(kind, waits) filter (where waits is not null) as waits, min(away) as away
           from (select ${kindOf('d')} as kind,
                        min(d.seq) filter (where d.state = 'queued' and ${deliverable} is not true) as waits,
                        min(d.seq) filter (where d.state = 'sent') as away
                   from ${line} and d.state in ('queued', 'sent') group by 1) kinds) held
       cross join lateral (
         select d.id, row_number() over (order by d.seq) as place
           from ${line} and d.state = 'queued' and d.seq > first.seq and ${deliverable}
            and coalesce((held.waits->>${kindOf('d')})::bigint > d.seq, true) and coalesce(held.away > d.seq, true)
          order by d.seq limit ${room}) next
       order by next.place, first.seq limit ${room})`;
}

/** Whether the city itself put a delivery off, and may well do so again. */
const putOffBefore = (code: string | null) => code !== null && code !== 'held_back' && code in gameCodes;

/**
 * Cuts each player's line where it must end. Rows of a player are in their order. It ends
 *
 * - before a gap: somebody else holds the row that was to come here
 * - before a second group or vehicle: what the second one does depends on what the first one did (groups/settle-group.ts)
 * - after a delivery that the city put off before: those behind it would only travel back
 */
export function cutLines<T extends InLine>(rows: readonly T[]): T[] {
  const lines = new Map<string, { next: number; settled: Set<string> }>();
  return rows.filter(({ player, place, action_type, code }) => {
    const line = lines.get(player) ?? { next: 0, settled: new Set() };
    lines.set(player, line);
    const kind = /_(group|vehicle)$/.exec(action_type)?.[1];
    const goes = place === line.next && !(kind !== undefined && line.settled.has(kind));
    if (kind !== undefined) line.settled.add(kind);
    line.next = goes && !putOffBefore(code) ? place + 1 : Number.NaN;
    return goes;
  });
}
