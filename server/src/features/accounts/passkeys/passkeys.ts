import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { LoginAnswer } from '@vitrine/contract/account-answers';
import type { Passkey } from '@vitrine/contract/guard-answers';
import { limits } from '@vitrine/contract/limits';
import type { PasskeyAdd, PasskeySigned } from '@vitrine/contract/passkeys';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, confirmSession, requireConfirmed } from '../../../http/session.ts';
import { userOnWire } from '../account.ts';
import type { Client } from '../client.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { recordRepeated } from '../security-log/record-security.ts';
import { enterAccount } from '../sign-in/enter-account.ts';

/**
 * Passkeys are discoverable credentials that verify their user (a finger, a face, a PIN), so one counts as both factors.
 * They belong to the product's domain. Stores' pages share that domain and could ask for a signature, so we accept only
 * signatures from the panel's own origin.
 */
/** EdDSA, ES256, RS256 by their COSE numbers: what authenticators make today. */
const ALGORITHMS = [-8, -7, -257];
const rpOf = (config: Config) => ({ rpID: config.domain, origin: new URL(config.publicUrl).origin });

/** What a browser needs to make a passkey for this account. It lists the account's passkeys, so that none is made twice. */
export async function passkeyToMake({ db, config }: Deps, accountId: string) {
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthenticated');
  const known = await db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(['id', 'transports'])
    .execute();
  return await generateRegistrationOptions({
    rpName: 'Vitrine',
    rpID: rpOf(config).rpID,
    userName: account.email ?? account.name,
    userDisplayName: account.name,
    userID: Buffer.from(account.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Whether a new passkey brings no certificates of its maker. Browsers send none, because we ask for none (WebAuthn level 3,
 * 5.1.3). To check a certificate, the library would call an address in it, and its sender can choose that address.
 */
function isWithoutCertificates(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format: string = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Adds a passkey to the account of a confirmed session. Refuses `passkey_refused`, `passkey_limit`. */
export async function addPasskey(
  tx: Tx,
  config: Config,
  caller: Caller,
  { name, credential }: PasskeyAdd,
  challenge: string,
): Promise<void> {
  if (!isWithoutCertificates(credential.response.attestationObject)) throw new Refusal('passkey_refused');
  const account = await lockAccount(tx, caller.accountId);
  if (!account) throw new Refusal('unauthenticated');
  await requireConfirmed(tx, caller);
  const { rpID, origin } = rpOf(config);
  const made = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!made?.verified) throw new Refusal('passkey_refused');
  const { n } = await tx
    .selectFrom('passkey')
    .where('account_id', '=', account.id)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= limits.passkeysPerAccount) throw new Refusal('passkey_limit');
  const { id, publicKey, counter, transports } = made.registrationInfo.credential;
  const added = await tx
    .insertInto('passkey')
    .values({
      id,
      account_id: account.id,
      name,
      public_key: Buffer.from(publicKey),
      counter,
      transports: (transports ?? []).slice(0, 10),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Refusal('passkey_refused');
}

export async function listPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Removes a passkey from the account and answers its name. Refuses the last way in (`last_login`). */
export async function removePasskey(tx: Tx, caller: Caller, id: string): Promise<string> {
  const account = await lockAccount(tx, caller.accountId);
  if (!account) throw new Refusal('unauthenticated');
  await requireConfirmed(tx, caller);
  const keys = await tx.selectFrom('passkey').where('account_id', '=', account.id).select(['id', 'name']).execute();
  const key = keys.find((passkey) => passkey.id === id);
  if (!key) throw new Refusal('not_found');
  const others = account.password_hash ?? account.discord_id ?? account.google_id;
  if (others === null && keys.length === 1) throw new Refusal('last_login');
  await tx.deleteFrom('passkey').where('id', '=', id).execute();
  return key.name;
}

/** What a browser needs to let its person choose a passkey. It is the same for everybody but for its challenge. */
export const passkeyToUse = (config: Config) =>
  generateAuthenticationOptions({ rpID: rpOf(config).rpID, userVerification: 'required' });

/**
 * The locked account whose passkey signed this challenge. Refuses any other signature with `passkey_refused`. If the device
 * counts its signatures, the counter must have risen; otherwise somebody has a copy of the key.
 */
async function accountOf(tx: Tx, config: Config, signed: PasskeySigned, challenge: string) {
  const found = await tx.selectFrom('passkey').where('id', '=', signed.id).select('account_id').executeTakeFirst();
  const account = found && (await lockAccount(tx, found.account_id));
  // Read again after the lock is taken: the passkey may have been removed meanwhile.
  const key = account && (await tx.selectFrom('passkey').where('id', '=', signed.id).selectAll().executeTakeFirst());
  if (!account || key?.account_id !== account.id) throw new Refusal('passkey_refused');
  const { userHandle } = signed.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== account.id) {
    throw new Refusal('passkey_refused');
  }
  const { rpID, origin } = rpOf(config);
  const seen = await verifyAuthenticationResponse({
    response: { ...signed, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!seen?.verified) throw new Refusal('passkey_refused');
  await tx
    .updateTable('passkey')
    .set({ counter: seen.authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
    .where('id', '=', key.id)
    .execute();
  // A passkey counts as the second factor, so a recovery of the factor is not needed.
  await tx.deleteFrom('factor_recovery').where('account_id', '=', account.id).execute();
  return { account, name: key.name };
}

/** Logs in by a passkey, which counts as password and second factor. */
export async function logInByPasskey(
  { db, config }: Deps,
  signed: PasskeySigned,
  challenge: string,
  client: Client & { device: string },
): Promise<LoginAnswer> {
  return await transaction(db, async (tx) => {
    const { account, name } = await accountOf(tx, config, signed, challenge);
    const token = await enterAccount(tx, config, account, client, { way: `passkey ${name}`, factor: true });
    return { success: true, token, user: userOnWire(account, config.discord.cdnUrl) };
  });
}

/** Confirms a session by a passkey of its own account, and returns its new token. */
export async function confirmByPasskey(
  { db, config }: Deps,
  { accountId, sessionId }: Caller,
  signed: PasskeySigned,
  challenge: string,
  client: Client,
): Promise<string> {
  return await transaction(db, async (tx) => {
    const { account } = await accountOf(tx, config, signed, challenge);
    if (account.id !== accountId) throw new Refusal('identity_other');
    const token = await confirmSession(tx, sessionId, true);
    await recordRepeated(tx, { accountId, kind: 'step_up', client });
    return token;
  });
}

/** Deletes challenges that nobody signed in time. A sweep runs it. */
export async function forgetEndedChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', sql<Date>`now()`).execute();
}
