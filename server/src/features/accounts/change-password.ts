import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Caller } from '../../http/session.ts';
import { emailKey } from './email-key.ts';
import type { Client } from './log-in.ts';
import { resetMail, securityMail } from './mails.ts';
import { issueOneTimeToken, revokeOneTimeTokens, useOneTimeToken } from './one-time-token.ts';
import { checkPassword, hashPassword, refuseCommonPassword } from './password.ts';
import { endSessions, findAccount, lockAccount } from './queries.ts';
import { sendMail } from './send-mail.ts';
import { slowDown, withinLimit } from './throttle.ts';

/** Mails a link for a new password, where the e-mail has an account. The caller answers the same either way. */
export async function forgotPassword({ db, config }: Deps, email: string, { address }: Client): Promise<void> {
  await slowDown(db, [{ key: `forgot:${address}`, limit: 20, seconds: 900 }]);
  const key = emailKey(email);
  if (!(await withinLimit(db, { key: `forgot-mail:${key}`, limit: 3, seconds: 3600 }))) return;
  await transaction(db, async (tx) => {
    // Behind the lock, since the address may be leaving the account: it must get no link then.
    const account = await lockAccount(tx, key, 'email_key');
    if (!account?.email) return;
    const token = await issueOneTimeToken(tx, 'reset_password', account.id);
    await sendMail(tx, {
      to: account.email,
      ...resetMail(account.name, `${config.publicUrl}/password/reset?token=${token}`),
    });
  });
}

/**
 * Sets a new password by a mailed link. Ends every session and every open link, and proves the e-mail, since the link
 * came there.
 */
export async function resetPassword(
  { db, config }: Deps,
  { token, password }: { token: string; password: string },
  { address }: Client,
): Promise<void> {
  await slowDown(db, [{ key: `reset:${address}`, limit: 20, seconds: 900 }]);
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, 'reset_password', token);
    if (!used) throw new Refusal('token_invalid');
    const { account } = used;
    await tx
      .updateTable('account')
      .set({
        password_hash: passwordHash,
        email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
        // Whoever registered this address without proving it may have left ways back in.
        ...(account.email_verified_at ? {} : strangersWays),
      })
      .where('id', '=', account.id)
      .execute();
    await endSessions(tx, account.id);
    // Whoever knew the former password may have had a link mailed that makes the account's e-mail theirs.
    await revokeOneTimeTokens(tx, account.id);
    await warn(tx, config, account, 'A senha da sua conta foi trocada e todos os aparelhos saíram dela.');
  });
}

const strangersWays = {
  discord_id: null,
  discord_avatar: null,
  google_id: null,
  totp_secret: null,
  totp_enabled_at: null,
  totp_last_step: null,
};

/**
 * Changes the password of who is logged in and knows the present one. Ends every other session and, as a reset does,
 * every open link: who has yet to verify the e-mail asks for another.
 */
export async function changePassword(
  { db, config }: Deps,
  caller: Caller,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  await slowDown(db, [{ key: `password-change:${caller.accountId}`, limit: 10, seconds: 300 }]);
  refuseCommonPassword(password);
  const account = await findAccount(db, caller.accountId);
  if (account && !account.password_hash) {
    throw new Refusal('wrong_password', {
      error: 'Sua conta ainda não tem senha. Use "Esqueci minha senha" para criar.',
    });
  }
  if (!(await checkPassword(account?.password_hash, currentPassword))) throw new Refusal('wrong_password');
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('id', '=', caller.accountId)
      // Checked outside the transaction: another change that came first has won.
      .where('password_hash', '=', account?.password_hash ?? '')
      .returning(['name', 'email'])
      .executeTakeFirst();
    if (!changed) throw new Refusal('conflict');
    await endSessions(tx, caller.accountId, caller.sessionId);
    await revokeOneTimeTokens(tx, caller.accountId);
    await warn(tx, config, changed, 'A senha da sua conta foi trocada.');
  });
}

/** Tells the account's owner of a change that somebody else might have made. */
export async function warn(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  account: { name: string; email: string | null },
  what: string,
): Promise<void> {
  if (!account.email) return;
  await sendMail(tx, { to: account.email, ...securityMail(account.name, what, `${publicUrl}/password/forgot`) });
}
