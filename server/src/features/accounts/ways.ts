import type { Way } from '@vitrine/contract/account-answers';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import { endSessions } from '../../http/session.ts';

export type WayKind = Exclude<Way['kind'], 'claim'>;

/**
 * Every way into an account, and its second factor, with its text in pt-BR. `except` is the session that asks. Whoever adds
 * a kind of way lists it here and removes it in `dropWays`.
 */
export async function listWays(tx: Tx, accountId: string, except?: string): Promise<{ kind: WayKind; text: string }[]> {
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['password_hash', 'discord_id', 'google_id', 'totp_enabled_at', 'totp_secret'])
    .select((on) =>
      on
        .selectFrom('session')
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .where('id', '!=', except ?? '')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('devices'),
    )
    .select((on) =>
      on
        .selectFrom('passkey')
        .where('account_id', '=', accountId)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('passkeys'),
    )
    .executeTakeFirst();
  if (!account) return [];
  const devices = Number(account.devices);
  const passkeys = Number(account.passkeys);
  const ways: [boolean, WayKind, string][] = [
    [account.password_hash !== null, 'password', 'Senha'],
    [devices > 0, 'devices', devices === 1 ? '1 outro aparelho conectado' : `${devices} outros aparelhos conectados`],
    [account.discord_id !== null, 'discord', 'Login com Discord'],
    [account.google_id !== null, 'google', 'Login com Google'],
    [passkeys > 0, 'passkey', passkeysText(passkeys)],
    [
      account.totp_enabled_at !== null || account.totp_secret !== null,
      'factor',
      'Verificação em duas etapas e códigos de recuperação',
    ],
  ];
  return ways.filter(([present]) => present).map(([, kind, text]) => ({ kind, text }));
}

const passkeysText = (n: number) => (n === 1 ? '1 passkey' : `${n} passkeys`);

/** Ways in beside the password. A new password keeps them and offers to remove them. */
export const linkedLogins: WayKind[] = ['discord', 'google', 'passkey'];

/**
 * Removes these ways from the account and answers which of them it had. The caller has locked the account's row. Open logins
 * at a provider (`oauth_state`) end too. `keep` is the session that stays.
 */
export async function dropWays(
  tx: Tx,
  accountId: string,
  kinds: WayKind[],
  keep?: string,
): Promise<{ kind: WayKind; text: string }[]> {
  const present = (await listWays(tx, accountId, keep)).filter(({ kind }) => kinds.includes(kind));
  const drops = (kind: WayKind) => kinds.includes(kind);
  const cleared = {
    ...(drops('password') && { password_hash: null }),
    ...(drops('discord') && { discord_id: null, discord_avatar: null, discord_linked_at: null }),
    ...(drops('google') && { google_id: null, google_linked_at: null }),
    ...(drops('factor') && { totp_secret: null, totp_enabled_at: null, totp_last_step: null }),
  };
  if (Object.keys(cleared).length > 0) {
    await tx.updateTable('account').set(cleared).where('id', '=', accountId).execute();
  }
  if (drops('devices')) await endSessions(tx, accountId, keep);
  if (drops('discord') || drops('google')) {
    await tx.deleteFrom('oauth_state').where('account_id', '=', accountId).execute();
  }
  if (drops('passkey')) await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  if (drops('factor')) {
    await tx
      .deleteFrom('one_time_token')
      .where('account_id', '=', accountId)
      .where('purpose', '=', 'recovery_code')
      .execute();
  }
  return present;
}

/**
 * Removes the second factor, linked logins and passkeys that were added within `limits.factorRecoveryHours`; older ones stay.
 * A thief with a stolen session would add them, to keep the owner out until a new payment account can no longer be undone.
 * The caller has locked the account's row.
 */
export async function dropYoungWays(tx: Tx, accountId: string): Promise<{ kind: WayKind; text: string }[]> {
  const since = sql<Date>`now() - make_interval(hours => ${limits.factorRecoveryHours})`;
  const young = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([
      sql<boolean>`coalesce(discord_linked_at > ${since}, false)`.as('discord'),
      sql<boolean>`coalesce(google_linked_at > ${since}, false)`.as('google'),
      // A factor that was started and never confirmed goes too.
      sql<boolean>`totp_secret is not null and coalesce(totp_enabled_at > ${since}, true)`.as('factor'),
    ])
    .executeTakeFirst();
  const kinds = (['discord', 'google', 'factor'] as const).filter((kind) => young?.[kind]);
  const dropped = kinds.length === 0 ? [] : await dropWays(tx, accountId, kinds);
  const keys = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .returning('id')
    .execute();
  return keys.length === 0 ? dropped : [...dropped, { kind: 'passkey', text: passkeysText(keys.length) }];
}

/** Gives the pages of the account's stores a new version, because stores open once their owner's e-mail is proven. */
export async function touchOwnedStores(tx: Tx, accountId: string): Promise<void> {
  const touched = await tx
    .updateTable('store')
    .from('member')
    .whereRef('member.store_id', '=', 'store.id')
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('store.deleted_at', 'is', null)
    .set({ page_version: sql<number>`page_version + 1` })
    .returning('store.id')
    .execute();
  for (const { id } of touched) await notify(tx, 'pages', id);
}
