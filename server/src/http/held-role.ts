import { builtInRights } from '@vitrine/contract/permissions';
import { type Role, roles, WITHOUT_FACTOR } from '@vitrine/contract/roles';
import { type RawBuilder, sql } from 'kysely';

/** The name under which a table keeps a role of the store's own; its id stands beside it. */
const OWN = 'own';

/** The store's own role of the row `alias`, a member or an invitation. */
const ownRole = (alias: string) => sql`store_role held
  where held.store_id = ${sql.ref(`${alias}.store_id`)} and held.id = ${sql.ref(`${alias}.own_role_id`)}`;

/**
 * In SQL: the role of the row `alias` of the query around it, a member or an invitation, with what it may do now. Null for a
 * closed invitation whose role was deleted.
 */
export function heldRole(alias = 'member'): RawBuilder<Role> {
  return sql<Role>`(case when ${sql.ref(`${alias}.role`)} = ${sql.lit(OWN)}
    then (select jsonb_build_object('id', held.id, 'name', held.name, 'permissions', to_jsonb(held.permissions))
            from ${ownRole(alias)})
    else to_jsonb(${sql.ref(`${alias}.role`)}) end)`;
}

const textArray = (names: readonly string[]) => sql`array[${sql.join(names.map((name) => sql.lit(name)))}]::text[]`;

/** In SQL: all that the role of the row `alias` may do, as an array of permissions. */
export function heldRights(alias: string): RawBuilder<string[]> {
  const builtIn = roles.map((role) => sql`when ${sql.lit(role)} then ${textArray(builtInRights[role])}`);
  return sql<string[]>`(case ${sql.ref(`${alias}.role`)} ${sql.join(builtIn, sql` `)}
    else (select held.permissions from ${ownRole(alias)}) end)`;
}

/** The columns of a member or an invitation that keep this role. */
export function roleColumns<R extends Role>(role: R) {
  return (typeof role === 'string' ? { role, own_role_id: null } : { role: OWN, own_role_id: role.id }) as {
    role: Extract<R, string> | typeof OWN;
    own_role_id: string | null;
  };
}

/** In SQL: whether the account of the row `alias` has codes of an authenticator or a passkey, which counts as both factors. */
export const hasFactor = (alias = 'member'): RawBuilder<boolean> => sql<boolean>`(
  exists (select from account factor_of where factor_of.id = ${sql.ref(`${alias}.account_id`)} and factor_of.totp_enabled_at is not null)
  or exists (select from passkey where passkey.account_id = ${sql.ref(`${alias}.account_id`)}))`;

/**
 * In SQL: until when the member of the row `alias` may enter without a second factor. Null: for good, because they have one, the
 * store asks for none, or they own it.
 */
export const factorDue = (alias = 'member'): RawBuilder<Date | null> => sql<Date | null>`(
  select greatest(asked.since, ${sql.ref(`${alias}.created_at`)}) + make_interval(days => asked.days)
    from team_factor asked
   where asked.store_id = ${sql.ref(`${alias}.store_id`)} and ${sql.ref(`${alias}.role`)} <> 'owner' and not ${hasFactor(alias)})`;

/**
 * In SQL: what the member of the row `alias` may do at this moment: their role, or nothing while the store waits for their second
 * factor. For callers and for whoever is told something; questions about a member's place in the team ask `heldRole`.
 */
export const presentRole = (alias = 'member'): RawBuilder<Role> => sql<Role>`(case when ${factorDue(alias)} <= now()
    then ${JSON.stringify(WITHOUT_FACTOR)}::jsonb else ${heldRole(alias)} end)`;
