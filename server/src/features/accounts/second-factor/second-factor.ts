import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { openIfReadable, type Secret, seal } from '../../../db/seal.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, confirmSession, hashToken, requireConfirmed } from '../../../http/session.ts';
import { lockAccount } from '../queries.ts';
import { base32, matchTotp, totpUri } from './totp.ts';

const RECOVERY_CODES = 10;
/** Ten years: recovery codes end when they are used or replaced. */
const RECOVERY_SECONDS = 315_360_000;
const owner = (accountId: string) => `totp:${accountId}`;

async function locked(tx: Tx, accountId: string) {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('unauthenticated');
  return account;
}

async function databaseSeconds(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from now())::float8 as seconds`.execute(tx);
  return rows[0]?.seconds ?? 0;
}

/** Makes a secret. It counts once the first code proves that the app has it. Refuses `conflict` while the factor is on. */
export async function startSecondFactor(tx: Tx, secret: Secret, accountId: string) {
  const account = await locked(tx, accountId);
  if (account.totp_enabled_at) throw new Refusal('conflict');
  const key = randomBytes(20);
  await tx
    .updateTable('account')
    .set({ totp_secret: seal(secret, key, owner(accountId)), totp_last_step: null })
    .where('id', '=', accountId)
    .execute();
  return { secret: base32(key), uri: totpUri(key, account.email ?? account.name) };
}

/** Turns the factor on with the app's first code. Answers recovery codes, shown only now, and the session's new token. */
export async function confirmSecondFactor(
  tx: Tx,
  secret: Secret,
  { accountId, sessionId }: Caller,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string }> {
  const account = await locked(tx, accountId);
  if (account.totp_enabled_at) throw new Refusal('conflict');
  if (!(await spendTotp(tx, secret, account, code))) throw new Refusal('second_factor_invalid', { field: 'code' });
  await tx.updateTable('account').set({ totp_enabled_at: sql<Date>`now()` }).where('id', '=', accountId).execute();
  const token = await confirmSession(tx, sessionId, true);
  return { recoveryCodes: await replaceRecoveryCodes(tx, accountId), token };
}

/**
 * Checks a code of the app, or a recovery code, and uses it up. Refuses `second_factor_required` without a code, and
 * `second_factor_invalid` for a wrong one. Accounts without a second factor pass. `account` comes from `lockAccount`.
 */
export async function passSecondFactor(
  tx: Tx,
  secret: Secret,
  account: Locked,
  code: string | undefined,
): Promise<void> {
  if (!account.totp_enabled_at) return;
  await spendCode(tx, secret, account, code);
  // Whoever has the factor did not ask for a recovery, so an open one ends.
  await tx.deleteFrom('factor_recovery').where('account_id', '=', account.id).execute();
}

/**
 * Call it before a change of the second factor itself: the session must have passed the factor lately. Refuses `conflict`
 * if the factor is off: the page showed old data, and a mail about a change would be wrong.
 */
export async function requireOwnSecondFactor(tx: Tx, caller: Caller): Promise<void> {
  const account = await locked(tx, caller.accountId);
  if (!account.totp_enabled_at) throw new Refusal('conflict');
  await requireConfirmed(tx, caller, true);
}

/** Turns the factor off. The caller has checked that the person may. */
export async function disableSecondFactor(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', accountId)
    .execute();
  await forgetRecoveryCodes(tx, accountId);
}

/** Makes new recovery codes. The former ones stop working. */
export async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  await forgetRecoveryCodes(tx, accountId);
  // 80 bits each: `abcd-efgh-ijkl-mnop`. Older codes have 50 bits; they are hashed the same way and work until replaced.
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(10))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );
  await tx
    .insertInto('one_time_token')
    .values(
      codes.map((code) => ({
        token_hash: recoveryHash(accountId, code),
        purpose: 'recovery_code' as const,
        account_id: accountId,
        expires_at: sql<Date>`now() + make_interval(secs => ${RECOVERY_SECONDS})`,
      })),
    )
    .execute();
  return codes;
}

async function forgetRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_token')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'recovery_code')
    .execute();
}

/** The hash includes the account, because two accounts may get the same code. */
function recoveryHash(accountId: string, code: string): Buffer {
  return hashToken(`${accountId}:${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`);
}

type Locked = Awaited<ReturnType<typeof locked>>;

async function spendCode(tx: Tx, secret: Secret, account: Locked, code: string | undefined): Promise<void> {
  if (!code) throw new Refusal('second_factor_required');
  if (await spendTotp(tx, secret, account, code)) return;
  if (await spendRecoveryCode(tx, account.id, code)) return;
  throw new Refusal('second_factor_invalid');
}

async function spendTotp(tx: Tx, secret: Secret, account: Locked, code: string): Promise<boolean> {
  if (!account.totp_secret) return false;
  const key = openIfReadable(secret, account.totp_secret, owner(account.id));
  // A damaged secret fits no code. The recovery codes still let the person in.
  if (!key) return false;
  // Apps show a code in two halves, and people type the blank.
  const step = matchTotp(key, code.replaceAll(' ', ''), await databaseSeconds(tx), account.totp_last_step);
  if (step === undefined) return false;
  await tx.updateTable('account').set({ totp_last_step: step }).where('id', '=', account.id).execute();
  return true;
}

async function spendRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('one_time_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', recoveryHash(accountId, code))
    .where('purpose', '=', 'recovery_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
}
