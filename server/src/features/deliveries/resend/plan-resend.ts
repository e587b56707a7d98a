import type { ActionTarget } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { Exclusion, ResendableState, ResendFilter, ResendPlanAnswer } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { chosenGoods, namedGoods } from './goods.ts';

interface Count {
  target: ActionTarget;
  action_type: string;
  state: ResendableState;
  exclusion: Exclusion | null;
  count: number;
  players: string[] | null;
}

export type Plan = Omit<ResendPlanAnswer, 'success' | 'asOf'>;

/**
 * What a resend of the goods that ended until `asOf` would do now: how many would be sent again, by action and state, and
 * how many are left out, by reason. It changes nothing. Where the filter names more deliveries than a job may look at, it counts
 * none of them and says `more`. Refuses `resend_many_players` where one character would get the goods of
 * several players.
 */
export async function planResend(db: Db | Tx, store: StoreId, filter: ResendFilter, asOf: Date): Promise<Plan> {
  const until = sql<Date>`${asOf}::timestamptz`;
  const named = await namedGoods(store, filter, until, limits.resendMax + 1).execute(db);
  if ((named.rows[0]?.count ?? 0) > limits.resendMax) {
    return { total: 0, players: 0, resend: [], excluded: [], more: true };
  }
  const { rows } = await sql<Count>`
    select target, action_type, state, exclusion, count(*)::int as count,
           case when exclusion is null then array_agg(distinct player) end as players
      from (${chosenGoods(store, filter, until)}) g
     group by target, action_type, state, exclusion
     order by count(*) desc, target, action_type, state, exclusion`.execute(db);
  const resend = rows.filter(({ exclusion }) => exclusion === null);
  const players = new Set(resend.flatMap(({ target, players: ids }) => (ids ?? []).map((id) => `${target} ${id}`)))
    .size;
  if (filter.toClient !== undefined && players > 1) throw new Refusal('resend_many_players');
  const excluded = new Map<Exclusion, number>();
  for (const { exclusion, count } of rows)
    if (exclusion) excluded.set(exclusion, (excluded.get(exclusion) ?? 0) + count);
  return {
    total: resend.reduce((sum, { count }) => sum + count, 0),
    players,
    resend: resend.map(({ target, action_type, state, count }) => ({ target, type: action_type, state, count })),
    excluded: [...excluded].map(([reason, count]) => ({ reason, count })),
    more: false,
  };
}
