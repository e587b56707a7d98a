import type { ActionTarget } from '@vitrine/contract/actions';
import type { Exclusion, ResendableState, ResendFilter } from '@vitrine/contract/resends';
import { type RawBuilder, sql } from 'kysely';
import { ofGame } from '../targets.ts';
import { type Asked, exclusionOf, isNamed } from './goods.ts';

/**
 * The look at all goods that a filter names. Each question is asked of all of them in one statement, as a set that PostgreSQL
 * keeps as a hash: looking up thousands of deliveries one by one, in six tables, takes ten times as long.
 */

/** One row for each action, state and exclusion; one row without a count where there are no goods. */
export interface GoodsCount {
  /** The filter names more deliveries than `atMost`. Then none are counted. */
  more: boolean;
  /** Different receivers of all goods that would be sent again. */
  players: number;
  target: ActionTarget | null;
  action_type: string | null;
  state: ResendableState | null;
  exclusion: Exclusion | null;
  count: number | null;
}

/** The orders of the named deliveries. An index reads them in its own order. */
const namedOrders = sql`any(array(select order_id from named))`;
const key = sql`(d.order_id, d.item_id, d.action_index, d.occurrence, d.seat)`;

/** The goods were sent again by a delivery in the set `resent`. A delivery in that set does not count as its own repetition. */
const resentBy = (condition: RawBuilder<unknown>) => sql<boolean>`(${key} in (
    select order_id, item_id, action_index, occurrence, seat from resent where ${condition}) and d.id not in (select id from resent))`;

const allAtOnce = (store: string): Asked => ({
  stands: sql`(d.order_id not in (select id from unusual where status <> 'completed') and (d.order_id, d.item_id) not in (
    select order_id, id from order_item where store_id = ${store} and (returned = quantity or revoked_at is not null)))`,
  isUnderWay: resentBy(sql`true`),
  isOver: sql`(case when d.subject is not null then (d.order_id, d.item_id, d.target, d.subject) not in (
    select s.order_id, s.item_id, r.target, r.subject
      from right_source s join customer_right r on r.store_id = s.store_id and r.id = s.right_id
     where s.store_id = ${store} and s.order_id = any(array(select order_id from named where subject is not null))
       and s.ended_at is null and (s.ends_at is null or s.ends_at > now()) and r.subject is not null)
  else (d.order_id, d.item_id) in (
    select order_id, item_id from delivery
     where store_id = ${store} and order_id = any(array(select order_id from named where subject is null)) and phase || '' = 'expiration'
       and (due_at <= now() or state in ('queued', 'sent', 'succeeded', 'failed', 'uncertain'))) end)`,
  serverEnded: sql`(${ofGame('d')} and d.seat in (select id from game_seat where store_id = ${store})
      and (d.seat, d.target) not in (select id, game from game_seat where store_id = ${store} and ended_at is null)
    or d.guild is not null and d.guild not in (select guild_id from discord_guild where store_id = ${store}))`,
});

/**
 * In SQL, what a resend would do with the goods that the filter names and that ended until `asOf`. It counts the same goods
 * that `chosenGoods` finds one by one.
 */
export function countGoods(store: string, filter: ResendFilter, asOf: RawBuilder<Date>, atMost: number) {
  return sql<GoodsCount>`
    with named as materialized (
      select d.id, d.order_id, d.item_id, d.action_index, d.occurrence, coalesce(d.seat_id, d.store_id) as seat, d.resend, d.target,
             d.subject, d.state, d.code, d.action_type, d.player,
             case when d.target = 'discord' and d.args ? 'server' then coalesce(d.args->>'server', '') end as guild
        from delivery d where ${isNamed(store, filter, asOf)} limit ${sql.lit(atMost + 1)}
    ), size as materialized (
      select count(*) > ${sql.lit(atMost)} as more from named
    ), unusual as materialized (
      select id, status, kind from "order"
       where store_id = ${store} and id = ${namedOrders}
         -- as in the index of these few (0093_orders_taken_back.sql): an order that was never paid has no deliveries
         and (kind || '' = 'rehearsal' or (status || '' = 'cancelled' and completed_at is not null))
    ), resent as materialized (
      select distinct on (order_id, item_id, action_index, occurrence, seat) id, order_id, item_id, action_index, occurrence, seat, state
        from (select *, coalesce(seat_id, store_id) as seat from delivery
               where store_id = ${store} and order_id = ${namedOrders} and resend > 0 and phase = 'confirmation' and state <> 'cancelled') n
       order by order_id, item_id, action_index, occurrence, seat, resend desc
    ), judged as materialized (
      select d.target, d.action_type, d.state, d.player, ${exclusionOf(filter.toClient, allAtOnce(store))} as exclusion
        from named d
       where not (select more from size) and d.order_id not in (select id from unusual where kind = 'rehearsal')
         and not ${resentBy(sql`state = 'succeeded'`)}
    )
    select size.more, players, target, action_type, state, exclusion, count
      from size
     cross join (select count(*)::int as players from (select distinct target, player from judged where exclusion is null) p) r
      left join (select target, action_type, state, exclusion, count(*)::int as count from judged group by 1, 2, 3, 4) g on true
     order by count desc, target, action_type, state, exclusion`;
}
