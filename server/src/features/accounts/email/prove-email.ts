import type { Way } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import { emailKey } from '../../mail/email-key.ts';
import { forgetBounce } from '../../mail/outbox.ts';
import type { Client } from '../client.ts';
import { type PendingClaim, revokeOneTimeTokens } from '../one-time-token.ts';
import { eraseAccount } from '../own-data/erase-account.ts';
import { lockAccount, ownedStoreNames } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { dropWays, linkedLogins, listWays, touchOwnedStores, type WayKind } from '../ways.ts';

/** The ways into the account that a proof or a new password removed, and those that remain. */
export interface Ways {
  removed: Way[];
  remaining: Way[];
}

export type Locked = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/**
 * Stores the address as the account's own and proven. The account's first proof removes all ways in that were added before
 * (devices but `session`, second factor, linked logins), because a stranger may have registered the address. An account that
 * a provider made keeps its login there.
 *
 * Another account that holds the address without a proof is erased. If the other account has proven the address, the link
 * is refused (`token_invalid`).
 */
export async function proveEmail(
  tx: Tx,
  account: Locked,
  email: string,
  client: Client | null,
  session?: string,
): Promise<Ways> {
  const key = emailKey(email);
  if (account.email_key !== key) await endClaim(tx, key);
  const first = account.email_verified_at === null;
  const unproven: WayKind[] = ['devices', 'factor', ...(account.email === null ? [] : linkedLogins)];
  const removed = first ? await dropWays(tx, account.id, unproven, session) : [];
  try {
    await tx
      .updateTable('account')
      .set({ email, email_key: key, email_verified_at: sql<Date>`now()` })
      .where('id', '=', account.id)
      .execute();
  } catch (error) {
    // Another account proved the address in the same moment.
    if (error instanceof pg.DatabaseError && error.constraint === 'account_email_key_key') {
      throw new Refusal('token_invalid');
    }
    throw error;
  }
  // The link arrived by mail, so the address takes mails again.
  await forgetBounce(tx, email);
  if (first) {
    await revokeOneTimeTokens(tx, account.id);
    await touchOwnedStores(tx, account.id);
  }
  const event = { accountId: account.id, client };
  await recordSecurity(tx, { ...event, kind: 'email_proven' });
  if (removed.length > 0)
    await recordSecurity(tx, { ...event, kind: 'ways_dropped', detail: { ways: words(removed) } });
  return { removed, remaining: await listWays(tx, account.id, session) };
}

/**
 * Erases an account that never proved its address, and makes a new one for whoever has just proved it. The old account's
 * stores close, because nobody should inherit what a stranger prepared under their address. They never sold anything.
 */
export async function replaceClaim(
  tx: Tx,
  claimed: Locked,
  { name, passwordHash }: PendingClaim,
  client: Client | null,
): Promise<Ways & { account: { id: string; name: string; email: string } }> {
  const { email, email_key } = claimed;
  if (email === null || claimed.email_verified_at !== null) throw new Refusal('token_invalid');
  const before = await listWays(tx, claimed.id);
  const stores = await ownedStoreNames(tx, claimed.id, 20);
  await eraseAccount(tx, claimed.id, claimed);
  const id = newId();
  await tx
    .insertInto('account')
    .values({ id, name, email, email_key, email_verified_at: sql<Date>`now()`, password_hash: passwordHash })
    .execute();
  await forgetBounce(tx, email);
  await recordSecurity(tx, { accountId: id, kind: 'claim_replaced', client, detail: { lojas: stores.length } });
  await recordSecurity(tx, { accountId: id, kind: 'email_proven', client });
  const closed = stores.length === 0 ? '' : `, com a loja ${stores.join(', ')}`;
  return {
    account: { id, name, email },
    removed: [{ kind: 'claim', text: `Um cadastro anterior que ninguém confirmou${closed}` }, ...before],
    remaining: await listWays(tx, id),
  };
}

/** Erases the account that holds an address without a proof. Refuses if the account has proven it. */
async function endClaim(tx: Tx, key: string): Promise<void> {
  const holder = await lockAccount(tx, key, 'email_key');
  if (!holder) return;
  if (holder.email_verified_at !== null) throw new Refusal('token_invalid');
  await eraseAccount(tx, holder.id, holder);
}

const words = (ways: Way[]) => ways.map(({ text }) => text).join(', ');
