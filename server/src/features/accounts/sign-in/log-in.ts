import { setTimeout as delay } from 'node:timers/promises';
import type { LoginAnswer } from '@vitrine/contract/account-answers';
import type { Login } from '@vitrine/contract/accounts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { networkOf, senderOf } from '../../../http/network.ts';
import { forgive, slowDown, withinLimit } from '../../../http/throttle.ts';
import { emailKey } from '../../mail/email-key.ts';
import { userOnWire } from '../account.ts';
import type { Client } from '../client.ts';
import { checkPassword } from '../password/password.ts';
import { findAccountByEmail, lockAccount } from '../queries.ts';
import { passSecondFactor } from '../second-factor/second-factor.ts';
import { recordFailedLogin, recordRepeated, recordSecurity } from '../security-log/record-security.ts';
import { enterAccount } from './enter-account.ts';

const CROWD_DELAY_MS = 1500;
/** A refused login takes at least this long, which is longer than the work for any refusal on a quiet machine. */
const FAILED_MS = 150;

/**
 * The account of an e-mail and its password; refuses `invalid_credentials`. Call `resetTries` after the login.
 *
 * Unknown e-mails and wrong passwords get the same answer in the same time. Tries are limited per address, per network and
 * per pair of address and account. Many wrong tries on one account from many addresses only make its logins slower: if we
 * refused them, a stranger could lock the owner out.
 */
export async function provePassword({ db }: Deps, input: Pick<Login, 'email' | 'password'>, client: Client) {
  const started = performance.now();
  const { address } = client;
  const key = emailKey(input.email);
  const pair = `login-pair:${senderOf(address)}|${key}`;
  const crowd = `login-account:${key}`;
  await slowDown(
    db,
    [
      { key: pair, limit: 10, seconds: 60 },
      { key: `login-address:${senderOf(address)}`, limit: 200, seconds: 300 },
      { key: `login-network:${networkOf(address)}`, limit: 1000, seconds: 300 },
    ],
    () => recordFailedLogin(db, key, 'login_refused', client),
  );
  if (!(await withinLimit(db, { key: crowd, limit: 50, seconds: 300 }))) await delay(CROWD_DELAY_MS);

  const account = await findAccountByEmail(db, key);
  const fits = await checkPassword(account?.password_hash, input.password);
  if (!account || !fits) {
    await recordFailedLogin(db, key, 'login_failed', client);
    // The refusal comes after the same time, whether an account was found or not.
    await delay(Math.max(0, FAILED_MS - (performance.now() - started)));
    throw new Refusal('invalid_credentials');
  }
  return { account, resetTries: () => forgive(db, [pair, crowd]) };
}

/** Logs in by e-mail and password, and by the second factor where it is on. */
export async function logIn(deps: Deps, input: Login, client: Client & { device: string }): Promise<LoginAnswer> {
  const { db, config } = deps;
  const { account, resetTries } = await provePassword(deps, input, client);
  if (account.totp_enabled_at && input.code) {
    // Only people who know the password get here, so this limit cannot lock the owner out.
    await slowDown(db, [{ key: `totp:${account.id}`, limit: 10, seconds: 300 }]);
  }
  const token = await transaction(db, async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // The password was checked before the transaction. If it changed since, this login must not open a session.
    if (!locked || locked.password_hash !== account.password_hash) throw new Refusal('invalid_credentials');
    await passSecondFactor(tx, config.secret, locked, input.code);
    return await enterAccount(tx, config, locked, client, { way: 'senha', factor: locked.totp_enabled_at !== null });
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'second_factor_required') {
      await recordRepeated(db, { accountId: account.id, kind: 'password_passed', client });
    }
    if (error instanceof Refusal && error.code === 'second_factor_invalid') {
      await recordSecurity(db, { accountId: account.id, kind: 'factor_failed', client });
    }
    throw error;
  });
  await resetTries();
  return { success: true, token, user: userOnWire(account, config.discord.cdnUrl) };
}
