import type { ApprovalState } from '@vitrine/contract/approval-words';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { noteEvent } from '../notices/note-event.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { declineProblem, subjectOf } from './approval.ts';
import type { Decider } from './claim-approval.ts';
import { lockRequest, presentPeople, type RequestRow } from './queries.ts';

/** How many requests one transaction of the sweep ends. */
const BATCH = 50;
const SYSTEM: Actor = { accountId: null, name: 'Vitrine' };

const says = {
  declined: 'Recusou',
  withdrawn: 'Retirou o pedido de aprovação',
  ended: 'Terminou sem resposta',
} as const;
const actions = { declined: 'order.decline', withdrawn: 'order.unask', ended: 'order.unanswered' } as const;

/** Ends a locked request that nothing came of, with its entry in the log. Whoever asked hears of it, unless they did it. */
async function end(
  tx: Tx,
  store: StoreId,
  row: RequestRow,
  state: Exclude<ApprovalState, 'waiting' | 'approved'>,
  by: Actor,
): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ state, input: null, decided_by: by.accountId, decided_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', row.id)
    .execute();
  const whose = state === 'withdrawn' ? '' : `, pedido por ${row.asker}`;
  await recordAudit(tx, store, by, {
    action: actions[state],
    text: `${says[state]}: ${subjectOf(row.kind, row.centavos, row.number)}${whose}`,
    ...(row.order_id && { object: row.order_id }),
  });
  if (state === 'withdrawn') return;
  await noteEvent(tx, store, {
    kind: `${row.kind}_approval`,
    news: state === 'declined' ? 'declined' : 'over',
    ...(row.order_id && { order: row.order_id }),
    data: { centavos: row.centavos, to: row.asked_by },
  });
}

/** Another member says no. Refuses what approving refuses, but not for the asker's lost right: that is a reason to decline. */
export async function declineApproval(tx: Tx, store: StoreId, id: string, by: Decider): Promise<void> {
  await lockStore(tx, store);
  const row = await lockRequest(tx, store, id);
  if (!row) throw new Refusal('approval_not_found');
  const role = (await presentPeople(tx, store)).find(({ account }) => account === by.accountId)?.role;
  const standing = { kind: row.kind, state: row.state, over: row.over, askedBy: row.asked_by };
  const problem = declineProblem(standing, { account: by.accountId, role });
  if (problem) throw new Refusal(problem);
  await end(tx, store, row, 'declined', by);
}

/** Takes the member's own request back. Refuses others' requests (`approval_not_own`) and decided ones (`approval_over`). */
export async function withdrawApproval(tx: Tx, store: StoreId, id: string, by: Decider): Promise<void> {
  const row = await lockRequest(tx, store, id);
  if (!row) throw new Refusal('approval_not_found');
  if (row.asked_by !== by.accountId) throw new Refusal('approval_not_own');
  if (row.state !== 'waiting' || row.over) throw new Refusal('approval_over');
  await end(tx, store, row, 'withdrawn', by);
}

/** Ends the requests whose time has passed. It skips a request that somebody is deciding at this moment. */
export async function endOldApprovals(db: Db): Promise<void> {
  const some = async (tx: Tx): Promise<number> => {
    const { rows } = await sql<{ store_id: string; id: string }>`
      select store_id, id from approval where state = 'waiting' and ends_at <= now()
       order by ends_at limit ${BATCH} for update skip locked`.execute(tx);
    for (const found of rows) {
      const store = storeIdOf(found);
      const row = await lockRequest(tx, store, found.id);
      if (row) await end(tx, store, row, 'ended', SYSTEM);
    }
    return rows.length;
  };
  while ((await transaction(db, some)) >= BATCH);
}
