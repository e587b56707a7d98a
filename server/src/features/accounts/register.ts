import { Register } from '@vitrine/contract/accounts';
import { errors } from '@vitrine/contract/errors';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { emailKey } from './email-key.ts';
import type { Client } from './log-in.ts';
import { alreadyRegisteredMail, verificationMail } from './mails.ts';
import { issueOneTimeToken } from './one-time-token.ts';
import { hashPassword } from './password.ts';
import { findAccountByEmail } from './queries.ts';
import { sendMail } from './send-mail.ts';
import { slowDown, withinLimit } from './throttle.ts';

/**
 * Makes an account and mails a link that verifies its e-mail. For an e-mail that has an account the answer, and the work
 * done for it, are the same, and its owner gets a mail: nobody learns here who is registered.
 * Refuses with an array of texts (SPEC.md section 8, Registration).
 */
export async function register(deps: Deps, body: unknown, { address }: Client): Promise<void> {
  const { db, config } = deps;
  const parsed = Register.safeParse(body);
  if (!parsed.success) {
    const texts = [...new Set(parsed.error.issues.map(({ message }) => message))];
    throw new Refusal('validation_failed', { error: texts });
  }
  const { name, email, password } = parsed.data;
  if (isCommonPassword(password)) throw new Refusal('common_password', { error: [errors.common_password.text] });
  await slowDown(db, [{ key: `register:${address}`, limit: 30, seconds: 3600 }]);

  const key = emailKey(email);
  const passwordHash = await hashPassword(password);
  const mayMail = await withinLimit(db, { key: `register-mail:${key}`, limit: 3, seconds: 3600 });
  await transaction(db, async (tx) => {
    const made = await tx
      .insertInto('account')
      .values({ id: newId(), name, email, email_key: key, password_hash: passwordHash })
      .onConflict((on) => on.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) return await sendVerification(tx, config, { id: made.id, name, email });
    const known = await findAccountByEmail(tx, key);
    if (!known?.email || !mayMail) return;
    const { publicUrl } = config;
    const mail = alreadyRegisteredMail(known.name, `${publicUrl}/login`, `${publicUrl}/password/forgot`);
    await sendMail(tx, { to: known.email, ...mail });
  });
}

/** Mails a fresh link that proves `email` and makes it the account's. */
export async function sendVerification(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const token = await issueOneTimeToken(tx, 'verify_email', id, email);
  await sendMail(tx, { to: email, ...verificationMail(name, `${publicUrl}/email/verify?token=${token}`) });
}
