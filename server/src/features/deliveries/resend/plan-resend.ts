import { limits } from '@vitrine/contract/limits';
import type { Exclusion, ResendFilter, ResendPlanAnswer } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { countGoods } from './all-goods.ts';

export type Plan = Omit<ResendPlanAnswer, 'success' | 'asOf'>;

/**
 * What a resend of the goods that ended until `asOf` would do now: how many would be sent again, by action and state, and
 * how many are left out, by reason. It changes nothing. Where the filter names more deliveries than a job may look at, it counts
 * none of them and says `more`. Refuses `resend_many_players` where one character would get the goods of
 * several players.
 */
export async function planResend(db: Db | Tx, store: StoreId, filter: ResendFilter, asOf: Date): Promise<Plan> {
  const until = sql<Date>`${asOf}::timestamptz`;
  const { rows } = await countGoods(store, filter, until, limits.resendMax).execute(db);
  const { more = false, players = 0 } = rows[0] ?? {};
  if (filter.toClient !== undefined && players > 1) throw new Refusal('resend_many_players');
  const resend: Plan['resend'] = [];
  const excluded = new Map<Exclusion, number>();
  for (const { target, action_type: type, state, exclusion, count } of rows) {
    if (count === null || target === null || type === null || state === null) continue;
    if (exclusion === null) resend.push({ target, type, state, count });
    else excluded.set(exclusion, (excluded.get(exclusion) ?? 0) + count);
  }
  return {
    total: resend.reduce((sum, { count }) => sum + count, 0),
    players,
    resend,
    excluded: [...excluded].map(([reason, count]) => ({ reason, count })),
    more,
  };
}
