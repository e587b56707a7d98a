import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import { type MailConfig, sendMail } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { issueOneTimeToken, issueRestoreToken, revokeOneTimeTokens, useOneTimeToken } from '../one-time-token.ts';
import { warn } from '../password/change-password.ts';
import { endRecovery } from '../second-factor/factor-recovery.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { dropWays, dropYoungWays } from '../ways.ts';
import { type Locked, proveEmail } from './prove-email.ts';

/**
 * Call it after the account's address changed. It ends links that were mailed to the former address, and a recovery of the
 * second factor, because its last mail would go to the new address. A proven former address gets a link that puts it back.
 * `account` is the row before the change.
 */
export async function leaveAddress(tx: Tx, config: MailConfig, account: Locked, email: string): Promise<void> {
  if (!account.email || account.email_key === emailKey(email)) return;
  await revokeOneTimeTokens(tx, account.id, ['reset_password']);
  await endRecovery(tx, account.id);
  // An unproven address may be a stranger's, so it gets neither a mail nor a way into the account.
  if (!account.email_verified_at) return;
  const token = await issueRestoreToken(tx, account.id, account.email);
  const url = `${config.publicUrl}/email/restore?token=${token}`;
  await sendMail(tx, config, { kind: 'email_restore', to: account.email, data: { name: account.name, email, url } });
}

/**
 * Puts a former address back by its mailed link, within `limits.emailRestoreHours`, and returns a token for a new password.
 * Whoever moved the account may know its password and may have added ways in. So all sessions, the password and the ways
 * added lately end. Refuses `token_invalid` for any other link, and for an address that another account has proven since.
 */
export async function restoreEmail({ db, config }: Deps, token: string, client: Client): Promise<string> {
  await slowDown(db, senderRules('restore', client.address, { limit: 20, seconds: 900 }));
  return await transaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, 'restore_email', token);
    if (!used?.email) throw new Refusal('token_invalid');
    const { account, email } = used;
    await proveEmail(tx, account, email, client);
    // Later addresses may be the thief's, so their links end. Earlier addresses keep their links.
    await tx
      .deleteFrom('one_time_token')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'restore_email')
      .where('created_at', '>=', used.created_at)
      .execute();
    await revokeOneTimeTokens(tx, account.id);
    await endRecovery(tx, account.id);
    await dropWays(tx, account.id, ['devices']);
    await dropYoungWays(tx, account.id);
    await tx.updateTable('account').set({ password_hash: null }).where('id', '=', account.id).execute();
    await recordSecurity(tx, { accountId: account.id, kind: 'email_restored', client });
    const text = `O e-mail da sua conta voltou a ser ${email}. A senha e todos os aparelhos saíram dela.`;
    for (const to of new Set([email, account.email]))
      await warn(tx, config, { ...account, email: to }, text, 'email_changed');
    return await issueOneTimeToken(tx, 'reset_password', account.id);
  });
}
