import type { Role } from '@vitrine/contract/stores';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { openInvitation } from '../plans/open-invitation.ts';

export async function listMembers(db: Db, store: StoreId) {
  return await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .orderBy('member.created_at')
    .limit(500)
    .select(['account.id', 'account.name', 'account.email', 'account.discord_id', 'account.discord_avatar'])
    .select(['member.role', 'member.created_at'])
    .select((eb) =>
      eb
        .selectFrom('session')
        .whereRef('session.account_id', '=', 'account.id')
        .select((of) => of.fn.max('session.last_seen_at').as('last_seen_at'))
        .as('last_seen_at'),
    )
    .execute();
}

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(db: Db, store: StoreId) {
  return await db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.invited_by')
    .where('invitation.store_id', '=', store)
    .where(openInvitation)
    .orderBy('invitation.id', 'desc')
    .limit(500)
    .select(['invitation.id', 'invitation.email', 'invitation.role', 'invitation.expires_at'])
    .select('account.name as invited_by')
    .execute();
}

export async function roleOf(tx: Tx, store: StoreId, accountId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('store_id', '=', store)
    .where('account_id', '=', accountId)
    .select('role')
    .executeTakeFirst();
  return row?.role;
}

/** A person's name, for the audit log. */
export async function nameOf(tx: Tx, accountId: string): Promise<string> {
  const row = await tx.selectFrom('account').where('id', '=', accountId).select('name').executeTakeFirst();
  return row?.name ?? 'alguém';
}

/** Whether an e-mail belongs to one of the store's people. */
export async function isMemberEmail(tx: Tx, store: StoreId, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .where('account.email_key', '=', key)
    .select('account.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An invitation that was neither accepted nor revoked, expired or not. */
export async function findInvitation(tx: Tx, store: StoreId, id: string) {
  return await tx
    .selectFrom('invitation')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select(['id', 'email', 'email_key', 'role'])
    .executeTakeFirst();
}
