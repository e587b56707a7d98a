import type { OwnRole, Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { factorDue, hasFactor, heldRole, roleColumns } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';
import { openInvitation } from '../plans/open-invitation.ts';
import { keptRow } from '../stores/deletions.ts';

export async function listMembers(db: Db, store: StoreId) {
  return await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .orderBy('member.created_at')
    .limit(500)
    .select(['account.id', 'account.name', 'account.email', 'account.discord_id', 'account.discord_avatar'])
    .select(['member.created_at', heldRole().as('role'), hasFactor().as('factor'), factorDue().as('factor_due')])
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
    .select(['invitation.id', 'invitation.email', 'invitation.expires_at', heldRole('invitation').as('role')])
    .select('account.name as invited_by')
    .execute();
}

export async function roleOf(tx: Tx, store: StoreId, accountId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('store_id', '=', store)
    .where('account_id', '=', accountId)
    .select(heldRole().as('role'))
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
    .select(['id', 'email', heldRole('invitation').as('role')])
    .executeTakeFirst();
}

/** The roles that the open invitations to an e-mail offer. */
export async function openRolesOf(tx: Tx, store: StoreId, key: string): Promise<Role[]> {
  const rows = await tx
    .selectFrom('invitation')
    .where('invitation.store_id', '=', store)
    .where('invitation.email_key', '=', key)
    .where(openInvitation)
    .select(heldRole('invitation').as('role'))
    .execute();
  return rows.map(({ role }) => role);
}

/** Invitations that were neither accepted nor revoked, expired or not. */
const unanswered = (db: Db | Tx, store: StoreId, role: string) =>
  db
    .selectFrom('invitation')
    .where('store_id', '=', store)
    .where('own_role_id', '=', role)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);

/** The store's own roles by name, with how many people and open invitations each has. */
export async function listRoles(db: Db | Tx, store: StoreId) {
  const { rows } = await sql<OwnRole & { version: number; members: number; invitations: number }>`
    select r.id, r.name, r.permissions, r.version,
           (select count(*) from member m where m.store_id = r.store_id and m.own_role_id = r.id)::int as members,
           (select count(*) from invitation where invitation.store_id = r.store_id and invitation.own_role_id = r.id
               and ${openInvitation})::int as invitations
      from store_role r where r.store_id = ${store} order by lower(r.name), r.id`.execute(db);
  return rows;
}

export async function ownRole(
  tx: Tx,
  store: StoreId,
  id: string,
): Promise<(OwnRole & { version: number }) | undefined> {
  return await tx
    .selectFrom('store_role')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(['id', 'name', 'permissions', 'version'])
    .executeTakeFirst();
}

export async function countRoles(tx: Tx, store: StoreId): Promise<number> {
  const { n } = await tx
    .selectFrom('store_role')
    .where('store_id', '=', store)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Whether another role of the store than `except` has this name, in any case. */
export async function isRoleName(tx: Tx, store: StoreId, name: string, except = ''): Promise<boolean> {
  const row = await tx
    .selectFrom('store_role')
    .where('store_id', '=', store)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '!=', except)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRole(tx: Tx, store: StoreId, { id, name, permissions }: OwnRole): Promise<void> {
  await tx.insertInto('store_role').values({ store_id: store, id, name, permissions }).execute();
}

export async function updateRole(tx: Tx, store: StoreId, { id, name, permissions }: OwnRole): Promise<void> {
  await tx
    .updateTable('store_role')
    .set({ name, permissions, version: sql<number>`version + 1` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** The whole row, for `putBackRole`. */
export async function roleRow(tx: Tx, store: StoreId, id: string): Promise<object> {
  return await tx
    .selectFrom('store_role')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** Brings a deleted row back; false if its name is taken. */
export async function putBackRole(tx: Tx, store: StoreId, row: object): Promise<boolean> {
  const { rows } = await sql`
    insert into store_role ${keptRow('store_role', store, row)} on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export async function deleteRoleRow(tx: Tx, store: StoreId, id: string): Promise<void> {
  await tx.deleteFrom('store_role').where('store_id', '=', store).where('id', '=', id).execute();
}

/**
 * Who has a role: its members, and how many invitations nobody answered. The invitations are locked, so that none of them is
 * accepted until the transaction ends; members are read after that.
 */
export async function holdersOf(tx: Tx, store: StoreId, role: string) {
  const invitations = await unanswered(tx, store, role).select('id').forUpdate().execute();
  const members = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .where('member.own_role_id', '=', role)
    .orderBy('account.id')
    .select(['account.id as account', 'account.name'])
    .execute();
  return { members, invitations: invitations.length };
}

/** Gives `next` to all members and unanswered invitations of a role. */
export async function replaceRole(tx: Tx, store: StoreId, role: string, next: Exclude<Role, 'owner'>): Promise<void> {
  const columns = roleColumns(next);
  await tx
    .updateTable('invitation')
    .set(columns)
    .where('store_id', '=', store)
    .where('own_role_id', '=', role)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await tx.updateTable('member').set(columns).where('store_id', '=', store).where('own_role_id', '=', role).execute();
}

/** Days that the store gives its team for a second factor; null where it asks for none. */
export async function factorDays(db: Db | Tx, store: StoreId): Promise<number | null> {
  const row = await db.selectFrom('team_factor').where('store_id', '=', store).select('days').executeTakeFirst();
  return row?.days ?? null;
}
