import { limits } from '@vitrine/contract/limits';
import { outsideName } from '@vitrine/contract/names';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import { emailKey } from '../../mail/email-key.ts';
import { findAccountByProvider, isSessionOpen, lockAccount } from '../queries.ts';

export type Provider = 'discord' | 'google';

/** What a provider says about a person; integrations/oauth.ts has the same shape. */
export interface ProvenIdentity {
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  avatar: string | null;
}

const linkRequired = { discord: 'discord_link_required', google: 'google_link_required' } as const;

const idColumn = { discord: 'discord_id', google: 'google_id' } as const;

const columnsOf = (provider: Provider, { id, avatar }: ProvenIdentity) =>
  provider === 'discord' ? { discord_id: id, discord_avatar: avatar } : { google_id: id };

/** The same with the time of linking, now. A login that is linked already keeps its time. */
const linkedColumns = (provider: Provider, identity: ProvenIdentity) => {
  const since = (id: 'discord_id' | 'google_id', linkedAt: 'discord_linked_at' | 'google_linked_at') =>
    sql<Date>`case when ${sql.ref(id)} is not distinct from ${identity.id} then ${sql.ref(linkedAt)} else now() end`;
  return provider === 'discord'
    ? { ...columnsOf(provider, identity), discord_linked_at: since('discord_id', 'discord_linked_at') }
    : { ...columnsOf(provider, identity), google_linked_at: since('google_id', 'google_linked_at') };
};

/**
 * The person's address if the provider has verified it and we can write to it, else null. We never look for the account of
 * an unverified address: anybody can type a stranger's address at a provider, and would learn that it is registered here.
 */
function usableEmail({ email, emailVerified }: ProvenIdentity): string | null {
  return email !== null && emailVerified && email.length <= limits.emailMax && z.email().safeParse(email).success
    ? email
    : null;
}

/**
 * Finds or makes the account of a person who logged in at a provider. Answers its id, and whether the login has just been
 * linked to an existing account.
 *
 * The provider's id identifies the person. An account of the same e-mail is linked only if the provider and the account
 * have both verified the e-mail, and the account has neither a second factor nor a passkey. Otherwise the person reads that
 * they must log in and link, or ask for a new password (DECISIONS.md, Accounts). Anybody can register an address that is
 * not theirs, and a second factor or a passkey means that a mailbox alone must not open the account.
 *
 * The account stays locked until its session is open. A reset may be removing this login now, and it ends only the sessions
 * that it finds.
 */
export async function adoptIdentity(
  tx: Tx,
  provider: Provider,
  identity: ProvenIdentity,
  attempts = 3,
): Promise<{ id: string; joined: boolean }> {
  const known = await lockAccount(tx, identity.id, idColumn[provider]);
  if (known) {
    if (provider === 'discord' && known.discord_avatar !== identity.avatar) {
      await tx.updateTable('account').set({ discord_avatar: identity.avatar }).where('id', '=', known.id).execute();
    }
    return { id: known.id, joined: false };
  }
  const email = usableEmail(identity);
  const sameEmail = email && (await lockAccount(tx, emailKey(email), 'email_key'));
  if (sameEmail) {
    const linkedId = sameEmail[idColumn[provider]];
    // Another window of the same person made this account between the two look-ups.
    if (linkedId === identity.id) return { id: sameEmail.id, joined: false };
    const guarded = sameEmail.totp_enabled_at !== null || (await hasPasskey(tx, sameEmail.id));
    if (!sameEmail.email_verified_at || linkedId || guarded) throw new Refusal(linkRequired[provider]);
    await tx.updateTable('account').set(linkedColumns(provider, identity)).where('id', '=', sameEmail.id).execute();
    return { id: sameEmail.id, joined: true };
  }
  const made = await tx
    .insertInto('account')
    .values({
      id: newId(),
      name: outsideName(identity.name, limits.userNameMax) || 'Sem nome',
      email,
      email_key: email && emailKey(email),
      email_verified_at: email ? sql<Date>`now()` : null,
      ...columnsOf(provider, identity),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Without a row another call was faster, usually the same person in another window. Then start again.
  if (made) return { id: made.id, joined: false };
  if (attempts === 1) throw new Refusal('conflict');
  return await adoptIdentity(tx, provider, identity, attempts - 1);
}

/**
 * Links the provider's login to the account of a logged-in person. Refuses a login of another account (`identity_taken`),
 * and a session that ended while the provider answered: after a new password a thief must not add a way in.
 */
export async function linkIdentity(
  tx: Tx,
  provider: Provider,
  identity: ProvenIdentity,
  { accountId, sessionId }: Caller,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || !(await isSessionOpen(tx, sessionId))) throw new Refusal('unauthenticated');
  // The address of an unproven account may be somebody else's, so it gets no way in before the proof.
  if (!account.email_verified_at) throw new Refusal('email_unproven');
  const known = await findAccountByProvider(tx, provider, identity.id);
  if (known && known.id !== accountId) throw new Refusal('identity_taken');
  await tx.updateTable('account').set(linkedColumns(provider, identity)).where('id', '=', accountId).execute();
}

/** Unlinks the provider's login; false if none was linked. Refuses the last way in (`last_login`). */
export async function unlinkIdentity(tx: Tx, provider: Provider, caller: Caller): Promise<boolean> {
  const { accountId } = caller;
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('unauthenticated');
  // Checked after the lock, because a new password may have ended the session.
  await requireConfirmed(tx, caller);
  if (account[idColumn[provider]] === null) return false;
  const other = provider === 'discord' ? account.google_id : account.discord_id;
  if (!account.password_hash && !other && !(await hasPasskey(tx, accountId))) throw new Refusal('last_login');
  const cleared =
    provider === 'discord'
      ? { discord_id: null, discord_avatar: null, discord_linked_at: null }
      : { google_id: null, google_linked_at: null };
  await tx.updateTable('account').set(cleared).where('id', '=', accountId).execute();
  return true;
}

async function hasPasskey(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx.selectFrom('passkey').where('account_id', '=', accountId).select('id').executeTakeFirst();
  return row !== undefined;
}
