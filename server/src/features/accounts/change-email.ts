import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { warn } from './change-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { emailKey } from './email-key.ts';
import { alreadyRegisteredMail } from './mails.ts';
import { revokeOneTimeTokens, useOneTimeToken } from './one-time-token.ts';
import { findAccount, findAccountByEmail, lockAccount } from './queries.ts';
import { sendVerification } from './register.ts';
import { sendMail } from './send-mail.ts';
import { slowDown } from './throttle.ts';

/**
 * Mails a link to an address that is to become the account's: accounts of Discord may have none. An address that
 * somebody else has gets a mail that says so, and the caller learns nothing.
 */
export async function askForEmail(
  { db, config }: Deps,
  accountId: string,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  await slowDown(db, [
    { key: `email-change:${accountId}`, limit: 5, seconds: 3600 },
    { key: `email-change-mail:${emailKey(email)}`, limit: 5, seconds: 3600 },
  ]);
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthenticated');
  if (account.password_hash) await confirmPassword(db, accountId, password ?? '');
  await transaction(db, async (tx) => {
    const locked = await lockAccount(tx, accountId);
    // Checked outside the transaction: a new password that came first has won.
    if (locked?.password_hash !== account.password_hash) throw new Refusal('conflict');
    const holder = await findAccountByEmail(tx, emailKey(email));
    if (!holder?.email || holder.id === accountId) {
      return await sendVerification(tx, config, { id: accountId, name: account.name, email });
    }
    const { publicUrl } = config;
    const mail = alreadyRegisteredMail(holder.name, `${publicUrl}/login`, `${publicUrl}/password/forgot`);
    await sendMail(tx, { to: holder.email, ...mail });
  });
}

/**
 * Makes the address that a link was mailed to the account's own, verified. Its former address is told, and links for a
 * new password that went there end.
 */
export async function verifyEmail(tx: Tx, config: { publicUrl: string }, token: string): Promise<void> {
  const used = await useOneTimeToken(tx, 'verify_email', token);
  if (!used?.email) throw new Refusal('token_invalid');
  const { account } = used;
  const key = emailKey(used.email);
  try {
    await tx
      .updateTable('account')
      .set({ email: used.email, email_key: key, email_verified_at: sql<Date>`now()` })
      .where('id', '=', account.id)
      .execute();
  } catch (error) {
    // Somebody else proved it first.
    if (error instanceof pg.DatabaseError && error.constraint === 'account_email_key_key') {
      throw new Refusal('token_invalid');
    }
    throw error;
  }
  if (account.email && account.email_key !== key) {
    await revokeOneTimeTokens(tx, account.id, ['reset_password']);
    await warn(tx, config, account, `O e-mail da sua conta foi trocado para ${used.email}.`);
  }
}
