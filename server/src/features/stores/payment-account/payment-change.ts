import { limits } from '@vitrine/contract/limits';
import type { PaymentChange } from '@vitrine/contract/payment-changes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { networkOf } from '../../../http/network.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import type { StoreId } from '../../../http/store.ts';
import { deviceName } from '../../accounts/account.ts';
import type { Client } from '../../accounts/client.ts';
import { lockStore } from '../lock-store.ts';
import { recordAudit } from '../record-audit.ts';
import { touchPages } from '../touch-pages.ts';

/**
 * A new payment account is open to every administrator's eyes for `limits.paymentUndoHours`, with one press that puts the
 * former one back: whoever stole a session and a password turns the money his way, and somebody else turns it back.
 */

const alive = sql<boolean>`at > now() - make_interval(hours => ${limits.paymentUndoHours})`;

/**
 * Keeps what the store is about to leave, where `collectorId` is another account than its present one. The caller holds the
 * store's lock and writes the new credential afterwards. An account that comes back ends what had replaced it, with the
 * sessions that did it: undoing that must not bring back whoever was in between.
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
  const left = await tx
    .selectFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('former_collector_id', '=', next.collectorId)
    .orderBy('position')
    .select('position')
    .executeTakeFirst();
  if (left) {
    await endSince(tx, store, caller, left.position);
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
 * Forgets this change and all that came after it, and ends the sessions they were made in: a thief may have made several.
 * Whoever undoes their own change stays where they are.
 */
async function endSince(tx: Tx, store: StoreId, { sessionId }: Caller, position: string): Promise<void> {
  const ended = await tx
    .deleteFrom('payment_account_change')
    .where('store_id', '=', store)
    .where('position', '>=', position)
    .returning('session_id')
    .execute();
  await tx
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      ended.map(({ session_id }) => session_id),
    )
    .where('id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** What administrators are shown: newest first; `hidden` where the caller's session said that it is right. */
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
 * Puts the former account back, or none where there was none, and ends the session that changed it. Changes that came
 * after this one go with it. Refuses `payment_change_over` for one that was undone or is older than 72 hours, and
 * `step_up_required` where there is nothing to return to: that stops the store's sales, and asks who it is.
 * Payments that began at either account are asked about with the account that is connected then, as after any change.
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
    const left = await tx
      .deleteFrom('store_credential')
      .where('store_id', '=', store)
      .returning('notice_key')
      .executeTakeFirst();
    // The next account takes the address over: notices of payments that were under way still arrive there.
    if (left) await tx.updateTable('store').set({ notice_key: left.notice_key }).where('id', '=', store).execute();
  }
  await endSince(tx, store, caller, change.position);
  await touchPages(tx, store);
  const { nickname, former_nickname: former } = change;
  const text = former
    ? `Desfez a troca da conta do Mercado Pago: voltou de ${nickname} para ${former}`
    : `Desfez a conexão da conta ${nickname} do Mercado Pago`;
  await recordAudit(tx, store, caller, 'store.payment_undo', text, { conta: nickname }, { conta: former });
  return { account: nickname, former };
}

/**
 * Says that the new account is right: this session is asked no more. Everybody else is, and it can be undone for its whole
 * time: whoever stole a session says that it is right as well. Answers the account's name, undefined where the session had
 * said so before.
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
  await recordAudit(tx, store, caller, 'store.payment_accept', `Confirmou a conta ${change.nickname} do Mercado Pago`);
  return change.nickname;
}

/** Forgets former accounts that can no longer be put back; run by a sweep. */
export async function forgetFormerAccounts(db: Db): Promise<void> {
  await db
    .deleteFrom('payment_account_change')
    .where(sql<boolean>`at < now() - make_interval(hours => ${limits.paymentUndoHours})`)
    .execute();
}
