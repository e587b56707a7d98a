import type { ResetAnswer } from '@vitrine/contract/account-answers';
import type { PasswordChange } from '@vitrine/contract/accounts';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, renewToken } from '../../../http/session.ts';
import { senderRules, slowDown, withinLimit } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import { type MailConfig, sendMail } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { replaceClaim, type Ways } from '../email/prove-email.ts';
import { issueOneTimeToken, revokeOneTimeTokens, useOneTimeToken } from '../one-time-token.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { dropWays, dropYoungWays, linkedLogins, listWays } from '../ways.ts';
import { checkPassword, hashPassword, refuseCommonPassword } from './password.ts';

/** Mails a link for a new password if the e-mail has an account. The caller must answer the same if it has none. */
export async function forgotPassword({ db, config }: Deps, email: string, { address }: Client): Promise<void> {
  await slowDown(db, senderRules('forgot', address, { limit: 20, seconds: 900 }));
  const key = emailKey(email);
  if (!(await withinLimit(db, { key: `forgot-mail:${key}`, limit: 3, seconds: 3600 }))) return;
  await transaction(db, async (tx) => {
    // Read with the lock: if the account changes to another address now, the former one must get no link.
    const account = await lockAccount(tx, key, 'email_key');
    if (!account?.email) return;
    const kind = account.email_verified_at ? 'password_reset' : 'unproven_reset';
    const data = async () => {
      const token = await issueOneTimeToken(tx, 'reset_password', account.id);
      return { name: account.name, url: `${config.publicUrl}/password/reset?token=${token}` };
    };
    await sendMail(tx, config, { kind, to: account.email, data });
  });
}

/**
 * Sets a new password by a mailed link, and ends every session and every open link. A proven account loses the second
 * factor, linked logins and passkeys of the last days (`dropYoungWays`) and keeps older ones. Answer and mail name both;
 * `dropToken` removes the older logins too.
 *
 * An account that never proved its address is erased, and the mailbox's owner gets a new account with this address
 * (`replaceClaim`), so that nothing of a stranger becomes theirs.
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
    // Whoever knew the former password may have asked for a link that changes the account's e-mail to theirs.
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

/** Removes the linked logins by the token that a reset answered. Refuses any other token (`token_invalid`). */
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
  config: MailConfig,
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
 * Changes the password of a logged-in person who knows the present one. It ends every other session and every open link, as
 * a reset does; an unproven e-mail then needs a new link. This session gets a new token, so that copies of the former token
 * end. `dropLogins` removes the linked logins too.
 */
export async function changePassword(
  { db, config }: Deps,
  caller: Caller,
  { currentPassword, password, dropLogins: drops }: PasswordChange,
  client: Client,
): Promise<Ways & { token: string }> {
  // Counted per session, so that a thief in one session cannot keep the owner from changing the password in another.
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
      // The password was checked before the transaction. If it changed since, that change wins.
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

/** Mails the account's owner about a change that somebody else might have made. `kind` decides the mail's budget. */
export async function warn(
  tx: Tx,
  config: MailConfig,
  account: { name: string; email: string | null },
  what: string,
  kind: 'security' | 'email_changed' | 'factor_changed' = 'security',
): Promise<void> {
  if (!account.email) return;
  const data = { name: account.name, what, forgotUrl: `${config.publicUrl}/password/forgot` };
  await sendMail(tx, config, { kind, to: account.email, data });
}
