import { type AccountDelete, DELETE_WORD } from '@vitrine/contract/accounts';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import { type MailConfig, sendMail } from '../../mail/send-mail.ts';
import { ownedStoreNames } from '../queries.ts';
import { eraseAccount } from './erase-account.ts';

/**
 * Erases an account for good (Lei 13.709, art. 18), after its person typed the word. Refuses while the account owns stores,
 * because they would belong to nobody. The row stays without personal data, because stores' records point at it.
 */
export async function deleteAccount(db: Db, config: MailConfig, caller: Caller, input: AccountDelete): Promise<void> {
  const { accountId } = caller;
  await refuseOwner(db, accountId);
  if (input.confirmation !== DELETE_WORD) {
    const error = `Digite ${DELETE_WORD} para confirmar.`;
    throw new Refusal('validation_failed', { error, field: 'confirmation' });
  }
  await transaction(db, (tx) => erase(tx, config, caller));
}

async function refuseOwner(db: Db | Tx, accountId: string): Promise<void> {
  const owned = await ownedStoreNames(db, accountId, 5);
  if (owned.length === 0) return;
  const names = owned.join(', ');
  const error = `Você é proprietário de: ${names}. Transfira ou exclua as suas lojas antes de excluir a conta.`;
  throw new Refusal('account_owns_stores', { error });
}

/** The erasure itself, all or nothing. */
async function erase(tx: Tx, config: MailConfig, { accountId, sessionId }: Caller): Promise<void> {
  // A call that makes this account a store's owner or member waits at this lock.
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['name', 'email', 'email_key', 'email_verified_at', 'discord_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('unauthenticated');
  // Checked after the lock, because a new password may have ended the session.
  await requireConfirmed(tx, { sessionId });
  await refuseOwner(tx, accountId);
  if (account.email !== null && account.email_key !== null) {
    await tx.deleteFrom('invitation').where('email_key', '=', account.email_key).execute();
    await tx
      .deleteFrom('mail')
      .where('recipient', '=', account.email)
      .where('state', 'not in', ['pending', 'queued'])
      .execute();
  }
  await eraseAccount(tx, accountId, account);
  // `eraseAccount` has removed the address from the row, so the mail is decided by the row read before.
  if (account.email !== null && account.email_verified_at !== null) {
    await sendMail(tx, config, { kind: 'account_deleted', to: account.email, data: { name: account.name } });
  }
}
