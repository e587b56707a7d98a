import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Recovery } from '@vitrine/contract/guard-answers';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { newReference } from '../../../db/ids.ts';
import { deriveKey, type Secret } from '../../../db/seal.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import { type MailConfig, sendMail } from '../../mail/send-mail.ts';
import type { Client } from '../client.ts';
import { issueOneTimeToken, useOneTimeToken } from '../one-time-token.ts';
import { warn } from '../password/change-password.ts';
import { lockAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { disableSecondFactor } from './second-factor.ts';

/**
 * For people who lost device and recovery codes. The recovery takes `limits.factorRecoveryHours`:
 *
 * | when | what happens | who can cancel |
 * |---|---|---|
 * | start | the password or a provider's login starts it; first mail | the mail's link, an open session, a login with the factor |
 * | middle | second mail | the same |
 * | end | third mail, with a link that turns the factor off, once | the same |
 */

const columns = ['id', 'started_at', 'ready_at'] as const;
const onWire = (row: { started_at: Date; ready_at: Date }): Recovery => ({
  startedAt: row.started_at.toISOString(),
  readyAt: row.ready_at.toISOString(),
});

/** Computed and not stored, so every mail has the same link. It needs no more protection, because it only cancels. */
function cancelToken(secret: Buffer, id: string): string {
  return `${id}.${createHmac('sha256', deriveKey(secret, 'factor-recovery')).update(id).digest('base64url')}`;
}

/** The account's open recovery, or null. */
export async function readRecovery(db: Db, accountId: string): Promise<Recovery | null> {
  const row = await db
    .selectFrom('factor_recovery')
    .where('account_id', '=', accountId)
    .select(columns)
    .executeTakeFirst();
  return row ? onWire(row) : null;
}

/**
 * Starts a recovery and mails it. An open one goes on unchanged, so that nobody moves its end or fills the mailbox. The route
 * has checked the password or the session; a session (`caller`) is checked again after the lock is taken. Refuses
 * `recovery_impossible` without a second factor or a proven address.
 */
export async function startRecovery(
  tx: Tx,
  config: Config,
  accountId: string,
  client: Client,
  caller?: Caller,
): Promise<Recovery> {
  const account = await lockAccount(tx, accountId);
  if (caller) await requireConfirmed(tx, caller);
  if (!account?.totp_enabled_at || !account.email || !account.email_verified_at) {
    throw new Refusal('recovery_impossible');
  }
  const known = await tx
    .selectFrom('factor_recovery')
    .where('account_id', '=', accountId)
    .select(columns)
    .executeTakeFirst();
  if (known) return onWire(known);
  const row = await tx
    .insertInto('factor_recovery')
    .values({
      account_id: accountId,
      id: newReference(),
      ready_at: sql<Date>`now() + make_interval(hours => ${limits.factorRecoveryHours})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await recordSecurity(tx, { accountId, kind: 'factor_recovery', client });
  await mailRecovery(tx, config, { ...account, email: account.email }, row, 'started');
  return onWire(row);
}

async function mailRecovery(
  tx: Tx,
  config: MailConfig,
  account: { id: string; name: string; email: string },
  row: { id: string; ready_at: Date },
  stage: 'started' | 'halfway' | 'ready',
): Promise<void> {
  const { publicUrl, secret } = config;
  const cancel = `${publicUrl}/factor-recovery?cancel=${cancelToken(secret[0], row.id)}`;
  const token = stage === 'ready' ? await issueOneTimeToken(tx, 'finish_recovery', account.id) : null;
  const finish = token && `${publicUrl}/factor-recovery?token=${token}`;
  const data = { name: account.name, stage, readyAt: row.ready_at.toISOString(), cancel, finish };
  await sendMail(tx, config, { kind: 'factor_recovery', to: account.email, data });
}

/** Ends the account's open recovery. Answers whether there was one. The caller has locked the account's row. */
export async function endRecovery(tx: Tx, accountId: string): Promise<boolean> {
  await tx
    .deleteFrom('one_time_token')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'finish_recovery')
    .execute();
  const ended = await tx
    .deleteFrom('factor_recovery')
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Cancels the account's recovery and mails that. */
export async function cancelOwnRecovery(tx: Tx, config: Config, accountId: string, client: Client): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || !(await endRecovery(tx, accountId))) return;
  await recordSecurity(tx, { accountId, kind: 'factor_recovery_ended', client });
  await warn(tx, config, account, 'A recuperação da verificação em duas etapas foi cancelada. Ela continua ligada.');
}

/** Cancels a recovery by the link of its mails. Refuses links that we did not make (`token_invalid`). Twice is fine. */
export async function cancelRecovery(tx: Tx, config: Config, token: string, client: Client): Promise<void> {
  const [id = ''] = token.split('.', 1);
  const given = Buffer.from(token);
  const fits = (config.secret as Secret).some((bytes) => {
    const expected = Buffer.from(cancelToken(bytes, id));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!fits) throw new Refusal('token_invalid');
  const row = await tx.selectFrom('factor_recovery').where('id', '=', id).select('account_id').executeTakeFirst();
  if (row) await cancelOwnRecovery(tx, config, row.account_id, client);
}

/** Turns the factor off by the link of the last mail, once. Refuses other links and an early one (`token_invalid`). */
export async function finishRecovery(tx: Tx, config: Config, token: string, client: Client): Promise<void> {
  const used = await useOneTimeToken(tx, 'finish_recovery', token);
  if (!used) throw new Refusal('token_invalid');
  const { account } = used;
  const ready = await tx
    .selectFrom('factor_recovery')
    .where('account_id', '=', account.id)
    .where('ready_at', '<=', sql<Date>`now()`)
    .select('id')
    .executeTakeFirst();
  if (!ready) throw new Refusal('token_invalid');
  await endRecovery(tx, account.id);
  await disableSecondFactor(tx, account.id);
  await recordSecurity(tx, { accountId: account.id, kind: 'factor_disabled', client, detail: { como: 'recuperação' } });
  await warn(tx, config, account, 'A verificação em duas etapas foi desligada pela recuperação que terminou agora.');
}

/** One run of the sweep sends at most this many mails. */
const AT_ONCE = 50;

/** Sends the mails of the middle and of the end. Deletes recoveries that nobody finished within three days of their end. */
export async function mailDueRecoveries({ db, config }: Deps): Promise<void> {
  const due = await db
    .selectFrom('factor_recovery')
    .where(
      sql<boolean>`(ready_mailed_at is null and ready_at <= now())
        or (halfway_mailed_at is null and started_at + (ready_at - started_at) / 2 <= now())`,
    )
    .orderBy('ready_at')
    .limit(AT_ONCE)
    .select('account_id')
    .execute();
  for (const { account_id } of due) await transaction(db, (tx) => mailDue(tx, config, account_id));
  await db.deleteFrom('factor_recovery').where('ready_at', '<', sql<Date>`now() - interval '3 days'`).execute();
}

async function mailDue(tx: Tx, config: Config, accountId: string): Promise<void> {
  // Lock the account before its recovery, as everybody does who ends one. So we see below what they did.
  const account = await lockAccount(tx, accountId);
  const row = await tx
    .selectFrom('factor_recovery')
    .where('account_id', '=', accountId)
    .select([...columns, 'halfway_mailed_at', 'ready_mailed_at'])
    .select(sql<boolean>`ready_at <= now()`.as('ready'))
    .executeTakeFirst();
  if (!account?.email || !row || row.ready_mailed_at || (!row.ready && row.halfway_mailed_at)) return;
  await tx
    .updateTable('factor_recovery')
    .set({ halfway_mailed_at: sql<Date>`now()`, ...(row.ready && { ready_mailed_at: sql<Date>`now()` }) })
    .where('account_id', '=', accountId)
    .execute();
  await mailRecovery(tx, config, { ...account, email: account.email }, row, row.ready ? 'ready' : 'halfway');
}
