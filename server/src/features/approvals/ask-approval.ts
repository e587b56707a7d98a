import type { ApprovalKind } from '@vitrine/contract/approval-words';
import type { PendingApproval } from '@vitrine/contract/approvals';
import { limits } from '@vitrine/contract/limits';
import { formatCentavos, toReais } from '@vitrine/contract/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { noteEvent } from '../notices/note-event.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { mayDecide, subjectOf } from './approval.ts';
import { countWaiting, findRequest, presentPeople, type RequestRow } from './queries.ts';

/** What a member wants to do and needs another member for. */
interface Asked {
  kind: ApprovalKind;
  /** The order of a refund. */
  order?: { id: string; number: number };
  centavos: number;
  /** What goes back or is given, in words for people. */
  what: string;
  reason: string | undefined;
  /** The checked arguments, with which it is done later. */
  input: object;
  asker: { accountId: string; name: string };
  /** The Idempotency-Key of the call, and the hash of its arguments. */
  claim?: { key: string; hash: Buffer } | undefined;
}

/** What a call answers while its request waits. */
async function answerOf(db: Db | Tx, store: StoreId, row: RequestRow): Promise<PendingApproval> {
  const request = { kind: row.kind, askedBy: row.asked_by };
  const approvers = (await presentPeople(db, store)).filter((person) => mayDecide(request, person));
  return {
    success: true,
    result: 'pending_approval',
    approval: {
      id: row.id,
      value: toReais(row.centavos),
      endsAt: row.ends_at.toISOString(),
      approvers: approvers.map(({ name }) => name),
    },
  };
}

/**
 * Writes what a member wants to do, so that another one may approve it. Those who may approve it are told; nothing else happens now.
 * Refuses `approval_waiting` if a refund of the order waits, and `approval_limit`. Undefined: another call took the key in this moment.
 */
export async function askApproval(tx: Tx, store: StoreId, asked: Asked): Promise<PendingApproval | undefined> {
  const { kind, order, centavos, what, reason, input, asker, claim } = asked;
  if ((await countWaiting(tx, store)) >= limits.approvalsMax) throw new Refusal('approval_limit');
  // A request whose time is over keeps the order's place until the sweep has ended the request.
  const { rows } = await sql<{ id: string }>`
    insert into approval (store_id, id, kind, order_id, centavos, what, reason, input, key, request_hash, asked_by, ends_at)
    values (${store}, ${newId()}, ${kind}, ${order?.id ?? null}, ${centavos}, ${what.slice(0, 500)}, ${reason || null},
            ${JSON.stringify(input)}::jsonb, ${claim?.key ?? null}, ${claim?.hash ?? null}, ${asker.accountId},
            now() + make_interval(hours => ${limits.approvalHours}))
    on conflict do nothing returning id`.execute(tx);
  const id = rows[0]?.id;
  const row = id === undefined ? undefined : await findRequest(tx, store, id);
  if (!row) {
    if (kind === 'refund') throw new Refusal('approval_waiting');
    return undefined;
  }
  await recordAudit(tx, store, asker, {
    action: 'order.ask',
    text: `Pediu aprovação: ${subjectOf(kind, centavos, order?.number ?? null)}${reason ? `: ${reason}` : ''}`,
    ...(order && { object: order.id }),
    after: { value: formatCentavos(centavos), items: what },
  });
  await noteEvent(tx, store, {
    kind: `${kind}_approval`,
    news: 'asked',
    ...(order && { order: order.id }),
    data: { centavos, not: asker.accountId },
  });
  return await answerOf(tx, store, row);
}

/**
 * What became of an earlier request with this Idempotency-Key: it waits, or it is this order. Undefined: no call with the key asked
 * for an approval. Refuses `idempotency_mismatch` for other arguments, and `approval_over` if the request ended without an approval.
 */
export async function askedBefore(
  db: Db,
  store: StoreId,
  { key, hash }: { key: string; hash: Buffer },
): Promise<PendingApproval | { order: string } | undefined> {
  const known = await db
    .selectFrom('approval')
    .where('store_id', '=', store)
    .where('key', '=', key)
    .select(['id', 'request_hash'])
    .executeTakeFirst();
  const row = known && (await findRequest(db, store, known.id));
  if (!row) return undefined;
  if (!known.request_hash?.equals(hash)) throw new Refusal('idempotency_mismatch');
  if (row.order_id !== null) return { order: row.order_id };
  if (row.state !== 'waiting' || row.over) throw new Refusal('approval_over');
  return await answerOf(db, store, row);
}
