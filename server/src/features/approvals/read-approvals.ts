import type { Approval } from '@vitrine/contract/approvals';
import { toReais } from '@vitrine/contract/money';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { mayDecide } from './approval.ts';
import { listRequests, presentPeople } from './queries.ts';

/** The requests that wait, with those who may approve them now, and those that were decided lately. `reader`: the caller's account. */
export async function readApprovals(db: Db, store: StoreId, reader: string): Promise<Approval[]> {
  const [rows, people] = await Promise.all([listRequests(db, store), presentPeople(db, store)]);
  return rows.map((row) => {
    const request = { kind: row.kind, askedBy: row.asked_by };
    const approvers = row.state === 'waiting' ? people.filter((person) => mayDecide(request, person)) : [];
    return {
      id: row.id,
      kind: row.kind,
      state: row.state,
      order: row.order_id !== null && row.number !== null ? { _id: row.order_id, number: row.number } : null,
      value: toReais(row.centavos),
      what: row.what,
      reason: row.reason,
      askedBy: row.asker,
      own: row.asked_by === reader,
      at: row.at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      decidedBy: row.decider,
      approvers: approvers.map(({ name }) => name),
      mayDecide: approvers.some(({ account }) => account === reader),
    };
  });
}
