import { limits } from '@vitrine/contract/limits';
import type { StoreCreate } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { Secret } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { issueGameToken } from './game-token.ts';
import { type Actor, recordAudit } from './record-audit.ts';
import { isReservedSubdomain } from './subdomain.ts';

/**
 * Makes a store on the plan Gratuito (no subscription row) with its owner and its identification token. Refuses reserved,
 * taken and held names, and more than `storesPerAccount` stores of one owner. The caller checks the logo's address.
 */
export async function createStore(
  tx: Tx,
  secret: Secret,
  owner: Actor & { accountId: string },
  input: StoreCreate,
): Promise<{ id: StoreId; subdomain: string; apiToken: string }> {
  const subdomain = input.nameDomain;
  if (isReservedSubdomain(subdomain)) throw new Refusal('subdomain_reserved');
  await refuseTooManyStores(tx, owner.accountId);

  const id = storeIdOf({ store_id: newId() });
  await claimingSubdomain(() =>
    tx
      .insertInto('store')
      .values({
        id,
        name: input.nameStore,
        subdomain,
        logo: input.logo || null,
        ...(input.primaryColor && { primary_color: input.primaryColor }),
        ...(input.secondaryColor && { secondary_color: input.secondaryColor }),
      })
      .execute(),
  );
  await refuseHeldSubdomain(tx, id, subdomain);
  await tx.insertInto('member').values({ store_id: id, account_id: owner.accountId, role: 'owner' }).execute();
  const apiToken = await issueGameToken(tx, secret, id);
  await recordAudit(tx, id, owner, { action: 'store.create', text: `Criou a loja ${input.nameStore}` });
  return { id, subdomain, apiToken };
}

/** Why a new store cannot have this address now; null if it can. This reserves nothing: the creation checks again. */
export async function addressProblem(
  db: Db,
  subdomain: string,
): Promise<'subdomain_reserved' | 'subdomain_taken' | null> {
  if (isReservedSubdomain(subdomain)) return 'subdomain_reserved';
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from store where subdomain = ${subdomain})
        or exists (select from subdomain_hold where subdomain = ${subdomain} and until > now()) as taken`.execute(db);
  return rows[0]?.taken ? 'subdomain_taken' : null;
}

/** Counts behind a lock on the account's row, so that many creations at once cannot pass the limit together. */
async function refuseTooManyStores(tx: Tx, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('unauthenticated');
  const { stores } = await tx
    .selectFrom('member')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('store.deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('stores'))
    .executeTakeFirstOrThrow();
  if (stores >= limits.storesPerAccount) throw new Refusal('store_limit');
}

/** Runs the statement that takes a subdomain and turns the unique constraint's answer into a refusal. */
export async function claimingSubdomain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'store_subdomain_key') {
      throw new Refusal('subdomain_taken');
    }
    throw error;
  }
}

/**
 * Refuses a name that another store gave up less than 30 days ago. Call it after the store's row has taken the name:
 *
 * | step | another store | this store |
 * |---|---|---|
 * | 1 | gives up the name and holds it | takes the name, and waits at the unique index |
 * | 2 | commits | goes on |
 * | 3 | | reads the hold, which was invisible before step 2 |
 */
export async function refuseHeldSubdomain(tx: Tx, store: StoreId, subdomain: string): Promise<void> {
  const hold = await tx
    .selectFrom('subdomain_hold')
    .where('subdomain', '=', subdomain)
    .where('store_id', '!=', store)
    .where('until', '>', sql<Date>`now()`)
    .select('subdomain')
    .executeTakeFirst();
  if (hold) throw new Refusal('subdomain_taken');
}
