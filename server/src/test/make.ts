import { randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { type Permission, wholeRights } from '@vitrine/contract/permissions';
import type { InvitableRole, OwnRole } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import type { Secret } from '../db/seal.ts';
import { transaction } from '../db/transaction.ts';
import { hashPassword } from '../features/accounts/password/password.ts';
import { emailKey } from '../features/mail/email-key.ts';
import { createStore } from '../features/stores/create-store.ts';
import { roleColumns } from '../http/held-role.ts';
import { openSession } from '../http/session.ts';
import type { StoreId } from '../http/store.ts';

/**
 * Builders: one call makes a thing that works, and a test names only what matters to it. Tests and the demo store use
 * them.
 * Each takes the database, and uses the features' verbs if there is one.
 */

let counter = 0;
/** No reserved word can be made of these letters: a random name must never look like a bank's or like the platform's. */
const LETTERS = 'fghjkqwz';
const unique = () => `${++counter}-${Array.from(randomBytes(8), (byte) => LETTERS[byte % 8]).join('')}`;

export interface MadeAccount {
  id: string;
  name: string;
  email: string;
}

/** An account with a verified e-mail. It has no password by default, because hashing takes 20 ms. */
export async function makeAccount(
  db: Db,
  options: { name?: string; email?: string; password?: string; verified?: boolean; discordId?: string } = {},
): Promise<MadeAccount> {
  const email = options.email ?? `pessoa-${unique()}@exemplo.com.br`;
  const account = { id: newId(), name: options.name ?? 'Ana Souza', email };
  await db
    .insertInto('account')
    .values({
      ...account,
      email_key: emailKey(email),
      email_verified_at: options.verified === false ? null : sql<Date>`now()`,
      password_hash: options.password === undefined ? null : await hashPassword(options.password),
      discord_id: options.discordId ?? null,
    })
    .execute();
  return account;
}

/** Opens a session of the account and returns its bearer token. */
export async function makeSession(db: Db, accountId: string): Promise<string> {
  const { token } = await transaction(db, (tx) => openSession(tx, accountId, 'Mozilla/5.0 (teste)'));
  return token;
}

/** A person with a password and one session: the account with the session's bearer token. */
export async function makePerson(db: Db, password: string): Promise<MadeAccount & { token: string }> {
  const account = await makeAccount(db, { password });
  return { ...account, token: await makeSession(db, account.id) };
}

/** Ages every session of the account, to `minutes` after its last confirmation; by default one minute too old. */
export async function letSessionsAge(
  db: Db,
  accountId: string,
  minutes: number = limits.stepUpMinutes + 1,
): Promise<void> {
  const then = sql<Date>`now() - make_interval(mins => ${minutes})`;
  await db
    .updateTable('session')
    .set({ confirmed_at: then, factor_at: sql<Date>`case when factor_at is null then null else ${then} end` })
    .where('account_id', '=', accountId)
    .execute();
}

export interface MadeStore {
  id: StoreId;
  subdomain: string;
  name: string;
  owner: MadeAccount;
  /** Bearer token of the owner. */
  token: string;
  /** Identification token of game servers and `/conectar`. */
  apiToken: string;
}

/**
 * A store with its owner and a session of the owner. `plan` is 'gratuito' by default; any other is paid for 30 days.
 * `secret` is the installation's (`config.secret`).
 */
export async function makeStore(
  db: Db,
  secret: Secret,
  options: { name?: string; subdomain?: string; owner?: MadeAccount; plan?: 'gratuito' | 'pro' | 'premium' } = {},
): Promise<MadeStore> {
  const owner = options.owner ?? (await makeAccount(db, { name: 'Dono da Loja' }));
  const name = options.name ?? 'Cidade Alta';
  const { id, subdomain, apiToken } = await transaction(db, (tx) =>
    createStore(
      tx,
      secret,
      { accountId: owner.id, name: owner.name },
      {
        nameStore: name,
        nameDomain: options.subdomain ?? `cidade-${unique()}`,
      },
    ),
  );
  if (options.plan && options.plan !== 'gratuito') await makePlan(db, id, options.plan);
  return { id, subdomain, name, owner, token: await makeSession(db, owner.id), apiToken };
}

/** Puts the store on a paid plan. `days` from now it ends; a negative number means that it has ended. */
export async function makePlan(db: Db, store: StoreId, plan: 'pro' | 'premium', days = 30): Promise<void> {
  const paidUntil = sql<Date>`now() + make_interval(days => ${days})`;
  await db
    .insertInto('subscription')
    .values({ store_id: store, plan_id: plan, paid_until: paidUntil })
    .onConflict((on) => on.column('store_id').doUpdateSet({ plan_id: plan, paid_until: paidUntil }))
    .execute();
}

/** Makes everybody in the team a member for long enough to inherit the store. */
export async function letMembersAge(db: Db, store: StoreId): Promise<void> {
  await db
    .updateTable('member')
    .set({ created_at: sql<Date>`created_at - make_interval(hours => ${limits.heirHours + 1})` })
    .where('store_id', '=', store)
    .execute();
}

/** A member of the store with a session: account and bearer token. */
export async function makeMember(
  db: Db,
  store: StoreId,
  role: InvitableRole,
  account?: MadeAccount,
): Promise<{ account: MadeAccount; token: string }> {
  const person = account ?? (await makeAccount(db, { name: 'Membro da Equipe' }));
  await db
    .insertInto('member')
    .values({ store_id: store, account_id: person.id, ...roleColumns(role) })
    .execute();
  return { account: person, token: await makeSession(db, person.id) };
}

/** A role of the store's own, made from these permissions. */
export async function makeRole(
  db: Db,
  store: StoreId,
  permissions: Permission[],
  name = `Papel ${unique()}`,
): Promise<OwnRole> {
  const role = { id: newId(), name, permissions: wholeRights(permissions) };
  await db
    .insertInto('store_role')
    .values({ store_id: store, ...role })
    .execute();
  return role;
}
