import type { EmailVerify } from '@vitrine/contract/accounts';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import { sendMail } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { type PendingClaim, peekOneTimeToken, useOneTimeToken } from '../one-time-token.ts';
import { warn } from '../password/change-password.ts';
import { checkPassword } from '../password/password.ts';
import { findAccount, findAccountByEmail, isSessionOpen, lockAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { sendVerification } from '../sign-in/register.ts';
import { proveEmail, replaceClaim, type Ways } from './prove-email.ts';
import { leaveAddress } from './restore-email.ts';

/**
 * Mails a link to the address that the account asks for; an account made by Discord may have none yet. If somebody else has
 * proven the address, the mail tells its owner, and the caller gets the same answer.
 */
export async function askForEmail({ db, config }: Deps, caller: Caller, email: string, client: Client): Promise<void> {
  const { accountId } = caller;
  await slowDown(db, [
    { key: `email-change:${accountId}`, limit: 5, seconds: 3600 },
    { key: `email-change-mail:${emailKey(email)}`, limit: 5, seconds: 3600 },
  ]);
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Refusal('unauthenticated');
    // Checked after the lock, because a new password may have ended the session. The address opens the account, so an
    // account with a second factor asks for it.
    await requireConfirmed(tx, caller, account.totp_enabled_at !== null);
    const holder = await findAccountByEmail(tx, emailKey(email));
    const theirs = holder?.email && holder.id !== accountId && holder.email_verified_at ? holder.email : undefined;
    await recordSecurity(tx, { accountId, kind: 'email_asked', client });
    if (!config.mail.smtpUrl) {
      // Without a mail server no mail can prove the address, so it counts at once, as at registration.
      if (theirs) return;
      await proveEmail(tx, account, email, client, caller.sessionId);
      return await leaveAddress(tx, config, account, email);
    }
    if (account.email_verified_at && account.email_key !== emailKey(email)) {
      const text = `Alguém na sua conta pediu para trocar o e-mail dela para ${email}. Ele muda quando o novo endereço for confirmado.`;
      await warn(tx, config, account, text, 'email_changed');
    }
    if (!theirs) {
      return await sendVerification(tx, config, { id: accountId, name: account.name, email });
    }
    const { publicUrl } = config;
    await sendMail(tx, config, {
      kind: 'already_registered',
      to: theirs,
      data: { name: holder?.name ?? '', loginUrl: `${publicUrl}/login`, forgotUrl: `${publicUrl}/password/forgot` },
    });
  });
}

type Link = NonNullable<Awaited<ReturnType<typeof peekOneTimeToken>>>;
/** What the opener of a link has proved with: a session of the account, its password, or the password of a waiting claim. */
type Proof =
  | { by: 'session'; session: string }
  | { by: 'password'; hash: string }
  | { by: 'claim'; claim: PendingClaim };

/**
 * Proves the address that the link was mailed to, for the link's account. The link counts only in a session of that account
 * (`caller`) or with its password, because mail programs and strangers open links too; else it refuses with
 * `verify_needs_login`. A registration that waits in the link replaces the account that claimed the address without a
 * proof. The former address gets a mail with a link that puts it back.
 */
export async function verifyEmail(
  { db, config }: Deps,
  { token, password }: EmailVerify,
  caller: Caller | undefined,
  client: Client,
): Promise<Ways> {
  await slowDown(db, senderRules('verify', client.address, { limit: 60, seconds: 900 }));
  const link = await peekOneTimeToken(db, 'verify_email', token);
  if (!link) throw new Refusal('token_invalid');
  const proof: Proof =
    caller?.accountId === link.account_id
      ? { by: 'session', session: caller.sessionId }
      : await proofByPassword(db, link, password);
  return await transaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, 'verify_email', token);
    if (!used?.email) throw new Refusal('token_invalid');
    const { account, email } = used;
    // The proof was checked before the transaction. If the password changed or the session ended since, that wins.
    if (proof.by === 'session' && !(await isSessionOpen(tx, proof.session))) throw new Refusal('unauthenticated');
    if (proof.by === 'password' && account.password_hash !== proof.hash) throw new Refusal('conflict');
    if (proof.by === 'claim') {
      const { removed, remaining } = await replaceClaim(tx, account, proof.claim, client);
      return { removed, remaining };
    }
    const ways = await proveEmail(tx, account, email, client, proof.by === 'session' ? proof.session : undefined);
    await leaveAddress(tx, config, account, email);
    return ways;
  });
}

/**
 * Finds whose password this is. The account's own is tried first, so whoever registered twice with one password proves the
 * existing account. Tries are limited per account: whoever reads the mailbox could guess a stranger's password here.
 */
async function proofByPassword(db: Db, link: Link, password: string | undefined): Promise<Proof> {
  if (password === undefined) throw new Refusal('verify_needs_login');
  await slowDown(db, [{ key: `verify-password:${link.account_id}`, limit: 10, seconds: 300 }]);
  const account = await findAccount(db, link.account_id);
  if (await checkPassword(account?.password_hash, password)) {
    return { by: 'password', hash: account?.password_hash ?? '' };
  }
  if (link.name && link.password_hash && (await checkPassword(link.password_hash, password))) {
    return { by: 'claim', claim: { name: link.name, passwordHash: link.password_hash } };
  }
  throw new Refusal('wrong_password', { error: 'Senha incorreta.', field: 'password' });
}
