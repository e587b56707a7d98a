import { limits } from '@vitrine/contract/limits';
import type { Role } from '@vitrine/contract/roles';
import { type Expression, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { presentRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';

/** A member as they are now. */
export interface PresentPerson {
  account: string;
  name: string;
  role: Role;
}

/** Everybody of the store, with what they may do at this moment. */
export async function presentPeople(db: Db | Tx, store: StoreId): Promise<PresentPerson[]> {
  return await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .where('account.deleted_at', 'is', null)
    .orderBy('member.created_at')
    .orderBy('account.id')
    .limit(500)
    .select(['account.id as account', 'account.name', presentRole().as('role')])
    .execute();
}

/** A request with the names of its people and the number of its order; `over`: its time has passed. */
const requests = (db: Db | Tx, store: StoreId) =>
  db
    .selectFrom('approval')
    .innerJoin('account as asker', 'asker.id', 'approval.asked_by')
    .leftJoin('account as decider', 'decider.id', 'approval.decided_by')
    .leftJoin('order', (join) =>
      join.onRef('order.store_id', '=', 'approval.store_id').onRef('order.id', '=', 'approval.order_id'),
    )
    .where('approval.store_id', '=', store)
    .select(['approval.id', 'approval.kind', 'approval.state', 'approval.order_id', 'approval.centavos'])
    .select(['approval.what', 'approval.reason', 'approval.asked_by', 'approval.at', 'approval.ends_at'])
    .select(['asker.name as asker', 'decider.name as decider', 'order.number', 'approval.input'])
    .select(sql<boolean>`approval.ends_at <= now()`.as('over'));

/** One request of the store. */
export async function findRequest(db: Db | Tx, store: StoreId, id: string) {
  return await requests(db, store).where('approval.id', '=', id).executeTakeFirst();
}
export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** The same, locked until the transaction ends: of two people who decide, the second waits and finds it decided. */
export async function lockRequest(tx: Tx, store: StoreId, id: string): Promise<RequestRow | undefined> {
  const locked = await tx
    .selectFrom('approval')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return locked && (await findRequest(tx, store, id));
}

const isWaiting = sql<boolean>`approval.state = 'waiting' and approval.ends_at > now()` as Expression<boolean>;

/** The requests that wait, then those that were decided in the last days, the newest first. */
export async function listRequests(db: Db, store: StoreId): Promise<RequestRow[]> {
  const waiting = await requests(db, store)
    .where(isWaiting)
    .orderBy('approval.id', 'desc')
    .limit(limits.approvalsMax)
    .execute();
  const decided = await requests(db, store)
    .where('approval.state', '<>', 'waiting')
    .where('approval.decided_at', '>', sql<Date>`now() - make_interval(days => ${limits.approvalShownDays})`)
    .orderBy('approval.decided_at', 'desc')
    .limit(limits.approvalsMax)
    .execute();
  return [...waiting, ...decided];
}

/** How many requests of the store wait. */
export async function countWaiting(tx: Tx, store: StoreId): Promise<number> {
  const { n } = await tx
    .selectFrom('approval')
    .where('store_id', '=', store)
    .where(isWaiting)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
