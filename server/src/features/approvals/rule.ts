import { formatCentavos } from '@vitrine/contract/money';
import { mayDo } from '@vitrine/contract/permissions';
import type { Db, Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { presentPeople } from './queries.ts';

/** From which value on the store needs two people, in centavos; null: never. */
export async function approvalRule(db: Db | Tx, store: StoreId): Promise<number | null> {
  const row = await db.selectFrom('approval_rule').where('store_id', '=', store).select('centavos').executeTakeFirst();
  return row?.centavos ?? null;
}

/** A change of the rule, for the mails: what the person did, and who must hear of it besides the owner. */
interface RuleChange {
  did: string;
  also: string[];
}

const shown = (centavos: number | null) => (centavos === null ? null : formatCentavos(centavos));

/**
 * Sets from which value on refunds and manual orders need two people, or ends that (null). Turning it on is refused
 * (`approvers_few`) while fewer than two present members may refund. If the new rule asks for less than before, everybody who may refund
 * or give hears of it. Undefined: nothing changed. Requests that wait go on waiting.
 */
export async function setApprovalRule(
  tx: Tx,
  store: StoreId,
  owner: Actor,
  centavos: number | null,
): Promise<RuleChange | undefined> {
  await lockStore(tx, store);
  const before = await approvalRule(tx, store);
  if (before === centavos) return undefined;
  const people = await presentPeople(tx, store);
  if (before === null && people.filter(({ role }) => mayDo(role, 'orders.refund')).length < 2) {
    throw new Refusal('approvers_few');
  }
  if (centavos === null) await tx.deleteFrom('approval_rule').where('store_id', '=', store).execute();
  else {
    await tx
      .insertInto('approval_rule')
      .values({ store_id: store, centavos })
      .onConflict((on) => on.column('store_id').doUpdateSet({ centavos }))
      .execute();
  }
  const what = 'reembolsos e pedidos manuais';
  const did =
    centavos === null
      ? `deixou de exigir duas pessoas para ${what}`
      : `passou a exigir duas pessoas para ${what} a partir de ${formatCentavos(centavos)}`;
  await recordAudit(tx, store, owner, {
    action: 'member.approvals',
    text: `${did.charAt(0).toUpperCase()}${did.slice(1)}`,
    before: { approvalFrom: shown(before) },
    after: { approvalFrom: shown(centavos) },
  });
  const weaker = before !== null && (centavos === null || centavos > before);
  const holders = people.filter(({ role }) => mayDo(role, 'orders.refund') || mayDo(role, 'orders.give'));
  return { did, also: weaker ? holders.map(({ account }) => account) : [] };
}
