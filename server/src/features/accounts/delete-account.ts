import { type AccountDelete, DELETE_WORD } from '@vitrine/contract/accounts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import { confirmPassword } from './confirm-password.ts';
import { accountDeletedMail } from './mails.ts';
import { findAccount } from './queries.ts';
import { sendMail } from './send-mail.ts';

/** What is left of a person in the records of stores. */
export const DELETED_NAME = 'Conta excluída';

/**
 * Erases an account for good (Lei 13.709, art. 18). Asks for the password, or for the typed word where there is none.
 * Refuses while the account owns stores: they would be nobody's.
 *
 * The row stays, without anything that says whose it was, because stores' records point at it.
 */
export async function deleteAccount(db: Db, accountId: string, input: AccountDelete): Promise<void> {
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthenticated');
  await refuseOwner(db, accountId);
  if (account.password_hash) {
    await confirmPassword(db, accountId, input.password ?? '');
  } else if (input.confirmation !== DELETE_WORD) {
    const error = `Digite ${DELETE_WORD} para confirmar.`;
    throw new Refusal('validation_failed', { error, field: 'confirmation' });
  }
  await transaction(db, (tx) => eraseAccount(tx, accountId, account.password_hash));
}

async function refuseOwner(db: Db | Tx, accountId: string): Promise<void> {
  const owned = await db
    .selectFrom('member')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('store.deleted_at', 'is', null)
    .orderBy('member.created_at')
    .limit(5)
    .select('store.name')
    .execute();
  if (owned.length === 0) return;
  const names = owned.map(({ name }) => name).join(', ');
  const error = `Você é proprietário de: ${names}. Transfira ou exclua as suas lojas antes de excluir a conta.`;
  throw new Refusal('account_owns_stores', { error });
}

/** The erasure itself, all or nothing. `checkedHash` is that of the password it was asked with. */
async function eraseAccount(tx: Tx, accountId: string, checkedHash: string | null): Promise<void> {
  // Whoever makes this account a store's owner or member takes its turn behind this lock.
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['name', 'email', 'email_key', 'discord_id', 'password_hash'])
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('unauthenticated');
  // Checked outside the transaction: a new password that came first has won.
  if (account.password_hash !== checkedHash) throw new Refusal('conflict');
  await erasePublicName(tx, accountId, account);
  // A store that was deleted keeps its owner's row: money under way still settles there.
  await tx.deleteFrom('member').where('account_id', '=', accountId).where('role', '!=', 'owner').execute();
  await refuseOwner(tx, accountId);

  await tx.deleteFrom('session').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('one_time_token').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('oauth_state').where('account_id', '=', accountId).execute();
  if (account.email !== null && account.email_key !== null) {
    await tx.deleteFrom('invitation').where('email_key', '=', account.email_key).execute();
    await tx.deleteFrom('mail').where('recipient', '=', account.email).where('state', '!=', 'queued').execute();
  }
  await tx
    .updateTable('account')
    .set({
      name: DELETED_NAME,
      email: null,
      email_key: null,
      email_verified_at: null,
      password_hash: null,
      discord_id: null,
      discord_avatar: null,
      google_id: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute();
  if (account.email !== null) await sendMail(tx, { to: account.email, ...accountDeletedMail(account.name) });
}

interface Person {
  name: string;
  email: string | null;
  discord_id: string | null;
}

/**
 * Takes the person's name, e-mail and Discord id out of the records of their stores; what was done stays. Histories of
 * orders, refunds and deliveries hold a name only: where a colleague has the same one, theirs is left alone.
 */
async function erasePublicName(tx: Tx, accountId: string, { name, email, discord_id }: Person): Promise<void> {
  const { rows } = await sql<{ store_id: string; namesake: boolean }>`
    select s.store_id,
           exists (select from member m join account a on a.id = m.account_id
                    where m.store_id = s.store_id and a.id <> ${accountId} and a.name = ${name}) as namesake
      from (select store_id from member where account_id = ${accountId}
            union select store_id from audit_entry where account_id = ${accountId}) s`.execute(tx);
  const stores = rows.map(({ store_id }) => store_id);
  if (stores.length === 0) return;
  await tx.updateTable('audit_entry').set({ actor: DELETED_NAME }).where('account_id', '=', accountId).execute();
  if (email !== null) {
    await sql`
      update audit_entry
         set text = replace(text, ${email}, ${DELETED_NAME}),
             after = case when after ->> 'email' = ${email} then after - 'email' else after end
       where store_id = any(${stores}) and position(${email} in text) > 0`.execute(tx);
  }
  if (discord_id !== null) {
    const actor = `% (Discord ${discord_id})`;
    await tx
      .updateTable('audit_entry')
      .set({ actor: DELETED_NAME })
      .where('store_id', 'in', stores)
      .where('account_id', 'is', null)
      .where('actor', 'like', actor)
      .execute();
    await tx.updateTable('guild_binding').set({ bound_by: '' }).where('bound_by', '=', discord_id).execute();
  }
  const own = rows.filter(({ namesake }) => !namesake).map(({ store_id }) => store_id);
  if (own.length === 0) return;
  for (const table of ['order', 'order_history', 'refund', 'delivery_history'] as const) {
    await sql`
      update ${sql.table(table)} set actor = ${DELETED_NAME}
       where store_id = any(${own}) and actor = ${name}`.execute(tx);
  }
}
