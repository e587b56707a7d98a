import { limits } from '@vitrine/contract/limits';
import type { PaymentChange } from '@vitrine/contract/payment-changes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { networkOf } from '../../../http/network.ts';
import { type Caller, endSessionsOf, requireConfirmed } from '../../../http/session.ts';
import type { StoreId } from '../../../http/store.ts';
import { deviceName } from '../../accounts/account.ts';
import type { Client } from '../../accounts/client.ts';
import { lockStore } from '../lock-store.ts';
import { recordAudit } from '../record-audit.ts';
import { touchPages } from '../touch-pages.ts';

/**
 * For `limits.paymentUndoHours` every administrator sees a new payment account and can put the former one back with one
 * press. So a thief with a session and its password cannot keep the store's money.
 */

const alive = sql<boolean>`at > now() - make_interval(hours => ${limits.paymentUndoHours})`;

/**
 * Keeps the store's present account if `next` is another one. The caller holds the store's lock and writes the new
 * credential afterwards. If `next` is an account that the store had lately, the changes since then end with their sessions:
 *
 * | step | somebody connects | changes that can be undone |
 * |---|---|---|
 * | 1 | the thief: account T instead of O | T (puts O back) |
 * | 2 | the owner: account O again | none, so nobody can bring T back; the thief's session ends |
 */
export async function keepFormerAccount(
  tx: Tx,
  store: StoreId,
  caller: Caller,
  client: Client,
  next: { collectorId: string; nickname: string },
): Promise<void> {
  const former = await tx
    .selectFrom('store_credential')
    .where('store_id', '=', store)
    .select(['token_cipher', 'token_mask', 'collector_id', 'nickname', 'test_user', 'pix_adapter'])
    .executeTakeFirst();
  if (former?.collector_id === next.collectorId) return;
  const replacedBy = await tx
    .selectFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('former_collector_id', '=', next.collectorId)
    .orderBy('position')
    .select('position')
    .executeTakeFirst();
  if (replacedBy) {
    await endSince(tx, store, caller, replacedBy.position);
    return;
  }
  await tx
    .insertInto('payment_account_change')
    .values({
      store_id: store,
      id: newId(),
      account_id: caller.accountId,
      session_id: caller.sessionId,
      actor: caller.name,
      device: deviceName(client.userAgent),
      network: networkOf(client.address),
      collector_id: next.collectorId,
      nickname: next.nickname,
      former_token_cipher: former?.token_cipher ?? null,
      former_token_mask: former?.token_mask ?? null,
      former_collector_id: former?.collector_id ?? null,
      former_nickname: former?.nickname ?? null,
      former_test_user: former?.test_user ?? null,
      former_pix_adapter: former?.pix_adapter ?? null,
    })
    .execute();
}

/**
 * Forgets this change and all later ones, because a thief may have made several, and ends the sessions that made them. The
 * caller's own session goes on.
 */
async function endSince(tx: Tx, store: StoreId, { sessionId }: Caller, position: number): Promise<void> {
  const ended = await tx
    .deleteFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('position', '>=', position)
    .returning('session_id')
    .execute();
  await endSessionsOf(
    tx,
    ended.map(({ session_id }) => session_id),
    sessionId,
  );
}

/** The changes that administrators see, newest first. `hidden`: the caller's session has accepted this one. */
export async function listPaymentChanges(db: Db, store: StoreId, { sessionId }: Caller): Promise<PaymentChange[]> {
  const rows = await db
    .selectFrom('payment_account_change')
    .where('store_id', '=', store)
    .where(alive)
    .orderBy('position', 'desc')
    .limit(20)
    .select(['id', 'actor', 'device', 'network', 'collector_id', 'nickname', 'former_nickname', 'at'])
    .select(sql<Date>`at + make_interval(hours => ${limits.paymentUndoHours})`.as('until'))
    .select(sql<boolean>`${sessionId} = any(hidden_in)`.as('hidden'))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    account: row.nickname,
    accountId: row.collector_id,
    former: row.former_nickname,
    person: row.actor,
    device: row.device,
    place: row.network,
    at: row.at.toISOString(),
    until: row.until.toISOString(),
    hidden: row.hidden,
  }));
}

/**
 * Puts the former account back, if there was one, and ends the session that changed it. Later changes are undone too.
 * Refuses `payment_change_over` for a change that was undone or is older than 72 hours. Without a former account the store
 * stops selling, so this wants a confirmed session (`step_up_required`). As after any change, open payments of both
 * accounts are looked up with the account that is connected then.
 */
export async function undoPaymentChange(
  tx: Tx,
  store: StoreId,
  caller: Caller,
  id: string,
): Promise<{ account: string; former: string | null }> {
  await lockStore(tx, store);
  const change = await tx
    .selectFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where(alive)
    .selectAll()
    .executeTakeFirst();
  if (!change) throw new Refusal('payment_change_over');
  if (change.former_token_cipher) {
    await tx
      .updateTable('store_credential')
      .set({
        token_cipher: change.former_token_cipher,
        token_mask: change.former_token_mask ?? '',
        collector_id: change.former_collector_id ?? '',
        nickname: change.former_nickname ?? '',
        test_user: change.former_test_user ?? false,
        pix_adapter: change.former_pix_adapter,
        problem: null,
        checked_at: sql<Date>`now()`,
      })
      .where('store_id', '=', store)
      .execute();
  } else {
    await requireConfirmed(tx, caller);
    const removed = await tx
      .deleteFrom('store_credential')
      .where('store_id', '=', store)
      .returning('notice_key')
      .executeTakeFirst();
    // The next account gets the same address, because notices of open payments still arrive there.
    if (removed)
      await tx.updateTable('store').set({ notice_key: removed.notice_key }).where('id', '=', store).execute();
  }
  await endSince(tx, store, caller, change.position);
  await touchPages(tx, store);
  const { nickname, former_nickname: former } = change;
  const text = former
    ? `Desfez a troca da conta do Mercado Pago: voltou de ${nickname} para ${former}`
    : `Desfez a conexão da conta ${nickname} do Mercado Pago`;
  await recordAudit(tx, store, caller, {
    action: 'store.payment_undo',
    text,
    before: { conta: nickname },
    after: { conta: former },
  });
  return { account: nickname, former };
}

/**
 * Accepts the new account for this session only, which then sees it no more on the dashboard. Others still see it and can
 * undo it, because a thief would accept it too. Answers the account's name; undefined if this session had accepted it.
 */
export async function acceptPaymentChange(
  tx: Tx,
  store: StoreId,
  caller: Caller,
  id: string,
): Promise<string | undefined> {
  await lockStore(tx, store);
  const change = await tx
    .selectFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where(alive)
    .select(['nickname', 'hidden_in'])
    .executeTakeFirst();
  if (!change) throw new Refusal('payment_change_over');
  if (change.hidden_in.includes(caller.sessionId)) return undefined;
  await tx
    .updateTable('payment_account_change')
    .set({ hidden_in: sql<string[]>`array_append(hidden_in, ${caller.sessionId})` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
  await recordAudit(tx, store, caller, {
    action: 'store.payment_accept',
    text: `Confirmou a conta ${change.nickname} do Mercado Pago`,
  });
  return change.nickname;
}

/** Deletes former accounts that can no longer be put back. A sweep runs it. */
export async function forgetFormerAccounts(db: Db): Promise<void> {
  await db
    .deleteFrom('payment_account_change')
    .where(sql<boolean>`at < now() - make_interval(hours => ${limits.paymentUndoHours})`)
    .execute();
}
