import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { needsTwo } from '../../approvals/approval.ts';
import { approvalRule } from '../../approvals/rule.ts';

/** What members gave back of the order in the last hours, in centavos: several small parts count as one. */
async function lately(tx: Tx, store: StoreId, order: string): Promise<number> {
  const { rows } = await sql<{ centavos: number }>`
    select coalesce(sum(r.amount_centavos), 0)::int as centavos from refund r
      join payment p on p.store_id = r.store_id and p.id = r.payment_id
     where r.store_id = ${store} and p.order_id = ${order} and r.reason = 'owner' and r.status <> 'rejected'
       and r.created_at > now() - make_interval(hours => ${limits.approvalSumHours})`.execute(tx);
  return rows[0]?.centavos ?? 0;
}

/** Whether a refund of this amount needs two people. The caller holds the order's lock, so no part beside it is missed. */
export async function needsSecond(tx: Tx, store: StoreId, order: string, centavos: number): Promise<boolean> {
  const rule = await approvalRule(tx, store);
  return rule !== null && needsTwo(rule, centavos, await lately(tx, store, order));
}
