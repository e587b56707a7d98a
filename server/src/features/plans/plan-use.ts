import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { openInvitation } from './open-invitation.ts';
import type { PlanRoom } from './plan.ts';

/**
 * How much of each limit a store uses. Archived products do not count; sub-users are members beside the owner and the
 * invitations that can still be accepted (DECISIONS.md, Members).
 */
export async function planUse(db: Db | Tx, store: StoreId): Promise<Record<PlanRoom, number>> {
  const { rows } = await sql<Record<PlanRoom, number>>`
    select (select count(*) from product where store_id = ${store} and archived_at is null) as products,
           (select count(*) from category where store_id = ${store}) as categories,
           (select count(*) from member where store_id = ${store} and role <> 'owner')
             + (select count(*) from invitation where store_id = ${store} and ${openInvitation})
             as "subUsers"`.execute(db);
  return rows[0] as Record<PlanRoom, number>;
}
