import { setTimeout as delay } from 'node:timers/promises';
import type { Login, LoginAnswer } from '@vitrine/contract/accounts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { openSession } from '../../http/session.ts';
import { userOnWire } from './account.ts';
import { emailKey } from './email-key.ts';
import { checkPassword } from './password.ts';
import { findAccountByEmail, lockAccount } from './queries.ts';
import { passSecondFactor } from './second-factor.ts';
import { forgive, slowDown, withinLimit } from './throttle.ts';

/** Where a request comes from. */
export interface Client {
  address: string;
  userAgent: string;
}

const CROWD_DELAY_MS = 1500;

/**
 * Logs in by e-mail and password, and by the second factor where it is on.
 *
 * Answers and times are the same for unknown e-mails and wrong passwords. Throttled by address and by address with
 * account. Many wrong attempts on one account from everywhere only make its logins slower: refusing them would let a
 * stranger shut the owner out.
 */
export async function logIn(deps: Deps, input: Login, { address, userAgent }: Client): Promise<LoginAnswer> {
  const { db, config } = deps;
  const key = emailKey(input.email);
  const pair = `login-pair:${address}|${key}`;
  const crowd = `login-account:${key}`;
  await slowDown(db, [
    { key: pair, limit: 10, seconds: 60 },
    { key: `login-address:${address}`, limit: 200, seconds: 300 },
  ]);
  if (!(await withinLimit(db, { key: crowd, limit: 50, seconds: 300 }))) await delay(CROWD_DELAY_MS);

  const account = await findAccountByEmail(db, key);
  const fits = await checkPassword(account?.password_hash, input.password);
  if (!account || !fits) throw new Refusal('invalid_credentials');
  if (account.totp_enabled_at && input.code) {
    // Only who knows the password gets here, so this one may refuse.
    await slowDown(db, [{ key: `totp:${account.id}`, limit: 10, seconds: 300 }]);
  }
  const { token } = await transaction(db, async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Checked outside the transaction: the password may be the former one by now, and its sessions ended.
    if (!locked || locked.password_hash !== account.password_hash) throw new Refusal('invalid_credentials');
    await passSecondFactor(tx, config.secret, locked, input.code);
    return await openSession(tx, account.id, userAgent);
  });
  await forgive(db, [pair, crowd]);
  return { success: true, token, user: userOnWire(account, config.discord.cdnUrl) };
}
