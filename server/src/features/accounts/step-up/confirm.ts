import type { AccountConfirm } from '@vitrine/contract/accounts';
import type { ConfirmWays } from '@vitrine/contract/guard-answers';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, confirmSession } from '../../../http/session.ts';
import { forgive, slowDown } from '../../../http/throttle.ts';
import type { Client } from '../client.ts';
import { listPasskeys } from '../passkeys/passkeys.ts';
import { checkPassword } from '../password/password.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { passSecondFactor } from '../second-factor/second-factor.ts';
import { recordRepeated, recordSecurity } from '../security-log/record-security.ts';

/** The ways in which this account can confirm a session, and whether this session was confirmed lately. */
export async function confirmWays({ db }: Deps, { accountId, confirmed }: Caller): Promise<ConfirmWays> {
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthenticated');
  const passkeys = await listPasskeys(db, accountId);
  const ways = {
    password: account.password_hash !== null,
    code: account.totp_enabled_at !== null,
    discord: account.discord_id !== null,
    google: account.google_id !== null,
    passkey: passkeys.length > 0,
  };
  return { success: true, confirmed, ways };
}

/**
 * Confirms a session by the password, and by the second factor if it is on. Answers the session's new token. An account
 * without a password confirms at its provider first (`oauth-login.ts`); then the code alone adds the second factor. Tries
 * are limited per session, so that a thief in one session cannot keep the owner from confirming another. Refuses with
 * `wrong_password`, `second_factor_required`, `second_factor_invalid`, `confirmation_impossible`.
 */
export async function confirmByPassword(
  deps: Deps,
  caller: Caller,
  { password, code }: AccountConfirm,
  client: Client,
): Promise<string> {
  const { db, config } = deps;
  const { accountId, sessionId } = caller;
  const tries = `confirm:${sessionId}`;
  await slowDown(db, [{ key: tries, limit: 10, seconds: 300 }]);
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthenticated');
  let token: string;
  try {
    if (account.password_hash) {
      const fits = await checkPassword(account.password_hash, password ?? '');
      if (!fits) throw new Refusal('wrong_password', { error: 'Senha incorreta.', field: 'password' });
    } else if (!caller.confirmed || !account.totp_enabled_at) {
      throw new Refusal('confirmation_impossible');
    }
    if (account.totp_enabled_at && code) {
      await slowDown(db, [{ key: `totp:${accountId}`, limit: 10, seconds: 300 }]);
    }
    token = await transaction(db, async (tx) => {
      const locked = await lockAccount(tx, accountId);
      // The password was checked before the transaction. If it changed since, that change wins.
      if (locked?.password_hash !== account.password_hash) throw new Refusal('conflict');
      await passSecondFactor(tx, config.secret, locked, code);
      const renewed = await confirmSession(tx, sessionId, locked.totp_enabled_at !== null);
      await recordRepeated(tx, { accountId, kind: 'step_up', client });
      return renewed;
    });
  } catch (error) {
    if (error instanceof Refusal && failures.has(error.code)) {
      await recordSecurity(db, { accountId, kind: 'step_up_failed', client });
    }
    throw error;
  }
  await forgive(db, [tries]);
  return token;
}

const failures = new Set(['wrong_password', 'second_factor_invalid']);
