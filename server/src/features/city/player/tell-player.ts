import { formatDateTime } from '@vitrine/contract/dates';
import type { GamePlayerAnswer, GamePlayerAsk } from '@vitrine/contract/game-player';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import { withinLimit } from '../../../http/throttle.ts';
import { ofGame } from '../../deliveries/targets.ts';
import type { SeatId } from '../seats/read-seat.ts';
import { requireHolder } from '../seats/require-holder.ts';

/**
 * What a player has through purchases at this game server and until when, by product. The one that ends first comes first, and
 * those without end come last. Rehearsals are left out. Only the script that holds the seat may ask, and only about its own
 * seat. Changes nothing. Refuses `superseded`, `invalid_request` and `rate_limited`.
 */
export async function tellPlayer(db: Db, place: SeatId, ask: GamePlayerAsk): Promise<GamePlayerAnswer> {
  const { store, seat } = place;
  await requireHolder(db, place, ask);
  const rule = { key: `game-player:${store}:${seat}`, limit: limits.gamePlayerAsksPerMinute, seconds: 60 };
  if (!(await withinLimit(db, rule))) throw new Refusal('rate_limited');
  // A right of another seat ends in its id (deliveries/seats/action-seats.ts).
  const here = seat === store ? sql`position('@' in r.subject) = 0` : sql`r.subject like ${`%@${seat}`}`;
  const { rows } = await sql<{ name: string; ends_at: Date | null }>`
    select i.name, case when bool_or(r.ends_at is null) then null else max(r.ends_at) end as ends_at
      from customer_right r
      cross join lateral (
        select i.name from right_source s
          join order_item i on i.store_id = s.store_id and i.order_id = s.order_id and i.id = s.item_id
          join "order" o on o.store_id = s.store_id and o.id = s.order_id and o.kind <> 'rehearsal'
         where s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null
           and (s.begins_at is null or s.begins_at <= now())
         order by s.ends_at desc nulls first, s.order_id desc limit 1) i
     where r.store_id = ${store} and ${ofGame('r')} and r.holder = ${ask.player} and r.ended_at is null
       and (r.ends_at is null or r.ends_at > now()) and ${here}
     group by i.name order by ends_at nulls last, i.name limit ${limits.gamePlayerBenefitsMax}`.execute(db);
  const benefits = rows.map(({ name, ends_at }) => ({
    name,
    until: ends_at && Math.floor(ends_at.getTime() / 1000),
    until_text: ends_at && formatDateTime(ends_at),
  }));
  return { success: true, benefits };
}
