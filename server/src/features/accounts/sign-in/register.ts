import { Register } from '@vitrine/contract/accounts';
import { errors } from '@vitrine/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { networkOf, senderOf } from '../../../http/network.ts';
import { slowDown, withinLimit } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import { type MailConfig, sendMail } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { issueOneTimeToken, type PendingClaim } from '../one-time-token.ts';
import { isCommonPassword } from '../password/common-passwords.ts';
import { hashPassword } from '../password/password.ts';
import { lockAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/**
 * Makes an account and mails a link that proves its e-mail. An e-mail that has an account gets the same answer in the same
 * time, so nobody learns who is registered. If that account has proven the address, its owner gets a mail. If not, this
 * registration waits in the newest link. It replaces the account only once somebody proves the address with this password,
 * so a stranger's form destroys nothing (docs/decisions/0029-an-address-is-proven-by-its-account.md). Refuses with an array
 * of texts (SPEC.md section 8, Registration).
 *
 * Without a mail server no address can be proven, so accounts count as proven.
 */
export async function register(deps: Deps, body: unknown, client: Client): Promise<void> {
  const { db, config } = deps;
  const parsed = Register.safeParse(body);
  if (!parsed.success) {
    const texts = [...new Set(parsed.error.issues.map(({ message }) => message))];
    throw new Refusal('validation_failed', { error: texts });
  }
  const { name, email, password } = parsed.data;
  if (isCommonPassword(password)) throw new Refusal('common_password', { error: [errors.common_password.text] });
  const { address } = client;
  await slowDown(db, [
    { key: `register:${senderOf(address)}`, limit: 30, seconds: 3600 },
    { key: `register-network:${networkOf(address)}`, limit: 60, seconds: 3600 },
  ]);

  const key = emailKey(email);
  const mails = config.mail.smtpUrl !== undefined;
  const passwordHash = await hashPassword(password);
  const mayMail = await withinLimit(db, { key: `register-mail:${key}`, limit: 3, seconds: 3600 });
  await transaction(db, async (tx) => {
    const made = await tx
      .insertInto('account')
      .values({
        id: newId(),
        name,
        email,
        email_key: key,
        password_hash: passwordHash,
        email_verified_at: mails ? null : sql<Date>`now()`,
      })
      .onConflict((on) => on.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await recordSecurity(tx, { accountId: made.id, kind: 'registered', client });
      if (mails) await sendVerification(tx, config, { id: made.id, name, email });
      return;
    }
    const known = await lockAccount(tx, key, 'email_key');
    if (!known?.email || !mayMail || !mails) return;
    if (!known.email_verified_at) {
      return await sendVerification(tx, config, { id: known.id, name, email: known.email }, { name, passwordHash });
    }
    const { publicUrl } = config;
    await sendMail(tx, config, {
      kind: 'already_registered',
      to: known.email,
      data: { name: known.name, loginUrl: `${publicUrl}/login`, forgotUrl: `${publicUrl}/password/forgot` },
    });
  });
}

/** Mails a new link that proves `email` for the account, or for the registration (`claim`) that waits in the link. */
export async function sendVerification(
  tx: Tx,
  config: MailConfig,
  { id, name, email }: { id: string; name: string; email: string },
  claim?: PendingClaim,
): Promise<void> {
  const data = async () => {
    const token = await issueOneTimeToken(tx, 'verify_email', id, email, claim);
    return { name, url: `${config.publicUrl}/email/verify?token=${token}` };
  };
  await sendMail(tx, config, { kind: 'verify_email', to: email, data });
}
