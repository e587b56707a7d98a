import type { ActionTarget } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { Exclusion, ResendableState, ResendFilter } from '@vitrine/contract/resends';
import { type RawBuilder, sql } from 'kysely';
import { stands } from '../returns/stands.ts';
import { ofGame } from '../targets.ts';
import { matches, moment } from './filter.ts';

/**
 * True in SQL where what the confirmation `d` gives is over: its right has no live source of this purchase, or it has no
 * right and the days of its item are over.
 */
const isOver = sql<boolean>`(case when d.subject is not null then not exists (
    select from right_source s join customer_right r on r.store_id = s.store_id and r.id = s.right_id
     where s.store_id = d.store_id and s.order_id = d.order_id and s.item_id = d.item_id
       and r.target = d.target and r.subject = d.subject
       and s.ended_at is null and (s.ends_at is null or s.ends_at > now()))
  else exists (
    select from delivery e
     where e.store_id = d.store_id and e.order_id = d.order_id and e.item_id = d.item_id and e.phase = 'expiration'
       and (e.due_at <= now() or e.state in ('queued', 'sent', 'succeeded', 'failed', 'uncertain'))) end)`;

/** True in SQL where the delivery `d` repeats goods whose time ended while it waited. It must not go out any more. */
export const isLateResend = sql<boolean>`(d.resend > 0 and d.phase = 'confirmation' and ${isOver})`;

/**
 * In SQL, the tables of deliveries that a resend looks at: `d` with its order `o`, and as `newer` the newest resend of the
 * same goods that was not taken back. If `newer` arrived, it stands for the goods, and `d` is left out.
 */
const goods = sql`delivery d
  join "order" o on o.store_id = d.store_id and o.id = d.order_id
  left join lateral (
    select n.state from delivery n
     where n.store_id = d.store_id and n.order_id = d.order_id and n.item_id = d.item_id
       and n.action_index = d.action_index and n.occurrence = d.occurrence and n.phase = d.phase
       and coalesce(n.seat_id, n.store_id) = coalesce(d.seat_id, d.store_id)
       and n.resend > d.resend and n.state <> 'cancelled'
     order by n.resend desc limit 1) newer on true`;

/** Conditions on the goods `d`, in SQL. Here they judge each by itself; in `all-goods.ts`, all that a filter names at once. */
export interface Asked {
  /** The purchase stands. */
  stands: RawBuilder<boolean>;
  /** They were sent again, and this repetition has not arrived yet. */
  isUnderWay: RawBuilder<boolean>;
  isOver: RawBuilder<boolean>;
  /** Their game server or Discord server is no longer one of the store. */
  serverEnded: RawBuilder<boolean>;
}

/** In SQL: why goods are left out; null where they are sent again. */
export const exclusionOf = (toClient: number | undefined, asked: Asked): RawBuilder<Exclusion | null> => sql`(case
  when ${toClient !== undefined} and not ${ofGame('d')} then 'not_in_city'
  when not ${asked.stands} then 'refunded'
  when ${asked.isUnderWay} then 'under_way'
  when ${asked.isOver} then case when d.subject is null then 'expired' else 'right_ended' end
  when ${asked.serverEnded} then 'server_ended'
  when d.code = 'server_missing' then 'server_ended'
  when d.code = 'invalid_args' then 'unsafe'
  when d.state = 'succeeded' and d.resend >= ${limits.resendsOfOne} then 'too_often'
  when ${toClient !== undefined} and d.state = 'uncertain' then 'unknown_arrival'
end)`;

const oneByOne: Asked = {
  stands,
  isUnderWay: sql`newer.state is not null`,
  isOver,
  serverEnded: sql`(${ofGame('d')} and exists (select from game_seat g where g.store_id = d.store_id
         and g.id = coalesce(d.seat_id, d.store_id) and (g.ended_at is not null or g.game <> d.target))
    or d.target = 'discord' and d.args ? 'server' and not exists (select from discord_guild g
         where g.store_id = d.store_id and g.guild_id = d.args->>'server'))`,
};

/** True in SQL where the new row `delivery` of a job goes to the receiver of the goods that it repeats. */
export const isSamePlayers = sql<boolean>`exists (select from delivery p
  where p.store_id = delivery.store_id and p.id = delivery.resend_of and p.player = delivery.player)`;

export interface Goods {
  id: string;
  order_id: string;
  created_at: Date;
  state: ResendableState;
  target: ActionTarget;
  action_type: string;
  player: string;
  exclusion: Exclusion | null;
}

/** True in SQL where the delivery `d` is a purchase's confirmation that ended until `asOf` and that the filter names. */
export function isNamed(store: string, filter: ResendFilter, asOf: RawBuilder<Date>): RawBuilder<boolean> {
  // Written out, so that the index of what has not arrived serves it (migrations/0082_lists_at_scale.sql).
  const open = filter.states.includes('succeeded') ? sql`` : sql`and d.state <> 'succeeded'`;
  // The condition on the phase comes after the index: an order's deliveries are found faster together than each by `delivery_once`.
  return sql<boolean>`(d.store_id = ${store} and d.phase || '' = 'confirmation' and d.state = any(${[...filter.states]}::text[]) ${open}
    and ${moment} <= ${asOf} and ${matches(store, filter)})`;
}

/**
 * In SQL, a subquery of all goods that the filter names and that ended until `asOf`, each with its exclusion. A rehearsal has no
 * goods: nobody bought them.
 */
export function chosenGoods(store: string, filter: ResendFilter, asOf: RawBuilder<Date>): RawBuilder<Goods> {
  return sql<Goods>`
    select d.id, d.order_id, d.seq, d.created_at, d.state, d.target, d.action_type, d.player, ${exclusionOf(filter.toClient, oneByOne)} as exclusion
      from ${goods}
     where ${isNamed(store, filter, asOf)} and o.kind <> 'rehearsal' and newer.state is distinct from 'succeeded'`;
}
