import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, requireConfirmed } from '../../../http/session.ts';
import { emailKey } from '../../mail/email-key.ts';
import { findAccountByProvider, isSessionOpen, lockAccount } from '../queries.ts';

export type Provider = 'discord' | 'google';

/** What a provider tells about a person; integrations/oauth.ts has the same shape. */
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

/** The same, linked as of now; a login that is linked already keeps its age. */
const linkedColumns = (provider: Provider, identity: ProvenIdentity) => {
  const since = (id: 'discord_id' | 'google_id', at: 'discord_linked_at' | 'google_linked_at') =>
    sql<Date>`case when ${sql.ref(id)} is not distinct from ${identity.id} then ${sql.ref(at)} else now() end`;
  return provider === 'discord'
    ? { ...columnsOf(provider, identity), discord_linked_at: since('discord_id', 'discord_linked_at') }
    : { ...columnsOf(provider, identity), google_linked_at: since('google_id', 'google_linked_at') };
};

/**
 * The provider's address when it has verified it and we can write to it. Any other counts as none, before we look for its
 * account: anyone may type a stranger's address there, and would block its owner or learn that it is registered.
 */
function usableEmail({ email, emailVerified }: ProvenIdentity): string | null {
  return email !== null && emailVerified && email.length <= limits.emailMax && z.email().safeParse(email).success
    ? email
    : null;
}

/**
 * The account of somebody whom a provider vouches for; made where there is none. Returns its id, and whether the login has
 * just joined an account that was there.
 *
 * The identity is the provider's id. An account of the same e-mail is joined only where the provider says that the
 * e-mail is verified, the account's own is verified too, and nothing but a password guards it. Otherwise the person is told
 * to log in and link, or to ask for a new password (DECISIONS.md, Accounts): anyone can register an address that is not
 * theirs, and a second factor or a passkey says that a mailbox alone is not enough.
 *
 * Either way the account stays locked until its session is open: a reset may be taking this very identity off it, and
 * ends the sessions that it finds.
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
    const held = sameEmail[idColumn[provider]];
    // Another window of the same person made this account between the two look-ups.
    if (held === identity.id) return { id: sameEmail.id, joined: false };
    const guarded = sameEmail.totp_enabled_at !== null || (await hasPasskey(tx, sameEmail.id));
    if (!sameEmail.email_verified_at || held || guarded) throw new Refusal(linkRequired[provider]);
    await tx.updateTable('account').set(linkedColumns(provider, identity)).where('id', '=', sameEmail.id).execute();
    return { id: sameEmail.id, joined: true };
  }
  const made = await tx
    .insertInto('account')
    .values({
      id: newId(),
      name: cleanName(identity.name),
      email,
      email_key: email && emailKey(email),
      email_verified_at: email ? sql<Date>`now()` : null,
      ...columnsOf(provider, identity),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody was quicker: the same person in another window, as a rule.
  if (made) return { id: made.id, joined: false };
  if (attempts === 1) throw new Refusal('conflict');
  return await adoptIdentity(tx, provider, identity, attempts - 1);
}

/**
 * Adds the identity to the account of who is logged in. Refuses one that belongs to another account, and a session that
 * ended while the provider answered: a new password ends sessions so that nobody keeps a way in.
 */
export async function linkIdentity(
  tx: Tx,
  provider: Provider,
  identity: ProvenIdentity,
  { accountId, sessionId }: Caller,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || !(await isSessionOpen(tx, sessionId))) throw new Refusal('unauthenticated');
  // An unproven account may be somebody else's address: no way in is added before the proof.
  if (!account.email_verified_at) throw new Refusal('email_unproven');
  const known = await findAccountByProvider(tx, provider, identity.id);
  if (known && known.id !== accountId) throw new Refusal('identity_taken');
  await tx.updateTable('account').set(linkedColumns(provider, identity)).where('id', '=', accountId).execute();
}

/** Takes the identity off the account; false where it had none. Refuses to take the last way in. */
export async function unlinkIdentity(tx: Tx, provider: Provider, caller: Caller): Promise<boolean> {
  const { accountId } = caller;
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('unauthenticated');
  // Again behind the lock: a new password that came first ended the session.
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
  const one = await tx.selectFrom('passkey').where('account_id', '=', accountId).select('id').executeTakeFirst();
  return one !== undefined;
}

/** A name from outside, without control characters and within our limits. */
function cleanName(name: string): string {
  const text = name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, limits.userNameMax);
  return text.length > 0 ? text : 'Sem nome';
}
