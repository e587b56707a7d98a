import type { ApprovalKind } from '@vitrine/contract/approval-words';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { noteEvent } from '../notices/note-event.ts';
import { lockStore } from '../stores/lock-store.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { approveProblem, subjectOf } from './approval.ts';
import { findRequest, lockRequest, presentPeople, type RequestRow } from './queries.ts';

/** Whoever approves, declines or withdraws. */
export interface Decider {
  accountId: string;
  name: string;
}

/** A request that is approved in the caller's transaction, or about to be. */
export interface Claimed<Input> {
  id: string;
  order: string | null;
  centavos: number;
  input: Input;
  /** Name of the person who asked. */
  asker: string;
}

/** The request, if this member may approve it now. Otherwise this refuses with the codes of `claimApproval`. */
async function approvable(tx: Db | Tx, store: StoreId, row: RequestRow | undefined, by: Decider): Promise<RequestRow> {
  if (!row) throw new Refusal('approval_not_found');
  const people = await presentPeople(tx, store);
  const roleOf = (account: string) => people.find((one) => one.account === account)?.role;
  const standing = { kind: row.kind, state: row.state, over: row.over, askedBy: row.asked_by };
  const person = { account: by.accountId, role: roleOf(by.accountId) };
  const problem = approveProblem(standing, person, roleOf(row.asked_by));
  if (problem) throw new Refusal(problem);
  return row;
}

/** What a member is about to approve. Refuses what `claimApproval` refuses, before anybody reads the order or its products. */
export async function readyToApprove(
  db: Db,
  store: StoreId,
  id: string,
  by: Decider,
): Promise<Claimed<unknown> & { kind: ApprovalKind }> {
  const row = await approvable(db, store, await findRequest(db, store, id), by);
  const { kind, order_id: order, input, centavos, asker } = row;
  return { id, kind, order, input, centavos, asker };
}

/**
 * Approves a request, once. The caller does in the same transaction what was asked, so that both are stored or neither. Nobody's rights
 * change until the transaction ends (`lockStore`). Refuses `approval_not_found`, `approval_over`, `approval_own`, `forbidden` without
 * the right, and `approval_asker` if the member who asked has lost the right.
 */
export async function claimApproval<Input>(tx: Tx, store: StoreId, id: string, by: Decider): Promise<Claimed<Input>> {
  await lockStore(tx, store);
  const row = await approvable(tx, store, await lockRequest(tx, store, id), by);
  await tx
    .updateTable('approval')
    .set({ state: 'approved', input: null, decided_by: by.accountId, decided_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
  await recordAudit(tx, store, by, {
    action: 'order.approve',
    text: `Aprovou: ${subjectOf(row.kind, row.centavos, row.number)}, pedido por ${row.asker}`,
    ...(row.order_id && { object: row.order_id }),
    after: { items: row.what },
  });
  await noteEvent(tx, store, {
    kind: `${row.kind}_approval`,
    news: 'approved',
    ...(row.order_id && { order: row.order_id }),
    data: { centavos: row.centavos, to: row.asked_by },
  });
  const { order_id: order, centavos, input, asker } = row;
  return { id, order, centavos, input: input as Input, asker };
}

/** Notes the order that an approved request became. */
export async function noteMade(tx: Tx, store: StoreId, id: string, order: string): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ order_id: order })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('kind', '=', 'manual')
    .execute();
}
