import type { ResetAnswer } from '@vitrine/contract/account-answers';
import type { PasswordChange } from '@vitrine/contract/accounts';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, renewToken } from '../../../http/session.ts';
import { senderRules, slowDown, withinLimit } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import type { MailKindName } from '../../mail/mail-kinds.ts';
import { resetMail, securityMail } from '../../mail/mails.ts';
import { sendMail, sendMailOf } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { replaceClaim, type Ways } from '../email/prove-email.ts';
import { issueOneTimeToken, revokeOneTimeTokens, useOneTimeToken } from '../one-time-token.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { dropWays, dropYoungWays, linkedLogins, listWays } from '../ways.ts';
import { checkPassword, hashPassword, refuseCommonPassword } from './password.ts';

/** Mails a link for a new password, where the e-mail has an account. The caller answers the same either way. */
export async function forgotPassword({ db, config }: Deps, email: string, { address }: Client): Promise<void> {
  await slowDown(db, senderRules('forgot', address, { limit: 20, seconds: 900 }));
  const key = emailKey(email);
  if (!(await withinLimit(db, { key: `forgot-mail:${key}`, limit: 3, seconds: 3600 }))) return;
  await transaction(db, async (tx) => {
    // Behind the lock, since the address may be leaving the account: it must get no link then.
    const account = await lockAccount(tx, key, 'email_key');
    if (!account?.email) return;
    const kind = account.email_verified_at ? 'password_reset' : 'unproven_reset';
    await sendMailOf(tx, { kind, to: account.email }, async () => {
      const token = await issueOneTimeToken(tx, 'reset_password', account.id);
      const url = `${config.publicUrl}/password/reset?token=${token}`;
      return resetMail(account.name, url, !account.email_verified_at);
    });
  });
}

/**
 * Sets a new password by a mailed link, which ends every session and every open link. Of a proven account's second factor,
 * linked logins and passkeys those of the last days go (`dropYoungWays`), and the rest stays: answer and mail name both, and
 * a token takes the logins off.
 *
 * An account that never proved its address ends instead, and whoever holds the mailbox gets a new one under it
 * (`replaceClaim`): what a stranger prepared there must not become theirs.
 */
export async function resetPassword(
  { db, config }: Deps,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<Omit<ResetAnswer, 'success'>> {
  await slowDown(db, senderRules('reset', client.address, { limit: 20, seconds: 900 }));
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return await transaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, 'reset_password', token);
    if (!used) throw new Refusal('token_invalid');
    const { account } = used;
    if (!account.email_verified_at) {
      const {
        removed,
        remaining,
        account: fresh,
      } = await replaceClaim(tx, account, { name: account.name, passwordHash }, client);
      await warn(tx, config, fresh, 'A senha da sua conta foi criada pelo link enviado a este e-mail.');
      return { removed, remaining, dropToken: null };
    }
    await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', account.id).execute();
    const devices = await dropWays(tx, account.id, ['devices']);
    const young = await dropYoungWays(tx, account.id);
    // Whoever knew the former password may have had a link mailed that makes the account's e-mail theirs.
    await revokeOneTimeTokens(tx, account.id);
    await tx.deleteFrom('factor_recovery').where('account_id', '=', account.id).execute();
    await recordSecurity(tx, { accountId: account.id, kind: 'password_reset', client });
    const remaining = await listWays(tx, account.id);
    const lost = young.length > 0 ? ` Removidos por serem recentes: ${words(young)}.` : '';
    if (young.length > 0) {
      await recordSecurity(tx, { accountId: account.id, kind: 'ways_dropped', client, detail: { ways: words(young) } });
    }
    const text = 'A senha da sua conta foi trocada e todos os aparelhos saíram dela.';
    await warn(tx, config, account, `${text}${lost} Continua dando acesso: ${words(remaining)}.`);
    const linked = remaining.some(({ kind }) => linkedLogins.includes(kind));
    return {
      removed: [...devices, ...young],
      remaining,
      dropToken: linked ? await issueOneTimeToken(tx, 'drop_logins', account.id) : null,
    };
  });
}

/** Takes the linked logins off by the token of a reset: whoever holds the mailbox and set the password decides. */
export async function dropLoginsAfterReset({ db, config }: Deps, token: string, client: Client): Promise<Ways> {
  await slowDown(db, senderRules('reset', client.address, { limit: 20, seconds: 900 }));
  return await transaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, 'drop_logins', token);
    if (!used) throw new Refusal('token_invalid');
    const removed = await dropLogins(tx, config, used.account, client);
    return { removed, remaining: await listWays(tx, used.account.id) };
  });
}

async function dropLogins(
  tx: Tx,
  config: { publicUrl: string },
  account: { id: string; name: string; email: string | null },
  client: Client,
) {
  const removed = await dropWays(tx, account.id, linkedLogins);
  if (removed.length === 0) return removed;
  const names = words(removed);
  await recordSecurity(tx, { accountId: account.id, kind: 'ways_dropped', client, detail: { ways: names } });
  await warn(tx, config, account, `Acessos removidos da sua conta: ${names}.`);
  return removed;
}

/**
 * Changes the password of who is logged in and knows the present one. Ends every other session and, as a reset does,
 * every open link: whoever has yet to verify the e-mail asks for another. This session gets a new token, so copies of the
 * former one end too. With `dropLogins` linked logins go as well.
 */
export async function changePassword(
  { db, config }: Deps,
  caller: Caller,
  { currentPassword, password, dropLogins: drops }: PasswordChange,
  client: Client,
): Promise<Ways & { token: string }> {
  // By session: whoever stole one must not keep the owner from changing the password in another.
  await slowDown(db, [{ key: `password-change:${caller.sessionId}`, limit: 10, seconds: 300 }]);
  refuseCommonPassword(password);
  const account = await findAccount(db, caller.accountId);
  if (account && !account.password_hash) {
    throw new Refusal('wrong_password', {
      error: 'Sua conta ainda não tem senha. Use "Esqueci minha senha" para criar.',
    });
  }
  if (!(await checkPassword(account?.password_hash, currentPassword))) {
    await recordSecurity(db, { accountId: caller.accountId, kind: 'step_up_failed', client });
    throw new Refusal('wrong_password');
  }
  const passwordHash = await hashPassword(password);
  return await transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('id', '=', caller.accountId)
      // Checked outside the transaction: another change that came first has won.
      .where('password_hash', '=', account?.password_hash ?? '')
      .returning(['id', 'name', 'email'])
      .executeTakeFirst();
    if (!changed) throw new Refusal('conflict');
    const devices = await dropWays(tx, caller.accountId, ['devices'], caller.sessionId);
    await revokeOneTimeTokens(tx, caller.accountId);
    await tx.deleteFrom('factor_recovery').where('account_id', '=', caller.accountId).execute();
    await recordSecurity(tx, { accountId: caller.accountId, kind: 'password_changed', client });
    await warn(tx, config, changed, 'A senha da sua conta foi trocada.');
    const token = await renewToken(tx, caller.sessionId);
    const logins = drops ? await dropLogins(tx, config, changed, client) : [];
    return {
      removed: [...devices, ...logins],
      remaining: await listWays(tx, caller.accountId, caller.sessionId),
      token,
    };
  });
}

const words = (ways: { text: string }[]) => ways.map(({ text }) => text).join(', ');

/** Tells the account's owner of a change that somebody else might have made; `kind` says which budget the mail has. */
export async function warn(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  account: { name: string; email: string | null },
  what: string,
  kind: MailKindName = 'security',
): Promise<void> {
  if (!account.email) return;
  const mail = securityMail(account.name, what, `${publicUrl}/password/forgot`, kind);
  await sendMail(tx, { to: account.email, ...mail });
}
