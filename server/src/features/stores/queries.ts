import { games } from '@vitrine/contract/action-types';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { factorDue, presentRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';
import { serverAnswer, silentSeconds } from './watched/server-answer.ts';

const columns = [
  'store.id',
  'store.name',
  'store.subdomain',
  'store.description',
  'store.primary_color',
  'store.secondary_color',
  'store.logo',
  'store.banner',
  'store.status',
  'store.opens_at',
  'store.legal',
  'store.settings',
  'store.settings_version',
  'store.created_at',
  'credential.token_mask',
  'credential.nickname',
  'credential.test_user',
  'credential.problem',
  'game_token.token_cipher',
] as const;

const withSecrets = (db: Db | Tx) =>
  db
    .selectFrom('store')
    .leftJoin('store_credential as credential', 'credential.store_id', 'store.id')
    .leftJoin('game_token', (join) =>
      join
        .onRef('game_token.store_id', '=', 'store.id')
        .on('game_token.seat_id', 'is', null)
        .on('game_token.expires_at', 'is', null),
    )
    .where('store.deleted_at', 'is', null);

/** The stores of an account with its role in each, oldest membership first; never more than 200. */
export async function listStores(db: Db, accountId: string) {
  return await withSecrets(db)
    .innerJoin('member', 'member.store_id', 'store.id')
    .where('member.account_id', '=', accountId)
    .orderBy('member.created_at')
    .orderBy('store.id')
    .limit(200)
    .select([...columns, presentRole().as('role'), factorDue().as('factor_due')])
    .execute();
}

/** One store with its sealed secrets. */
export async function readStore(db: Db | Tx, store: StoreId) {
  return await withSecrets(db).where('store.id', '=', store).select(columns).executeTakeFirstOrThrow();
}
export type StoreRow = Awaited<ReturnType<typeof readStore>>;

/** Whether the picture was uploaded in a store of which the account is a member. */
export async function hasImage(tx: Tx, accountId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('image')
    .innerJoin('member', 'member.store_id', 'image.store_id')
    .where('image.key', '=', key)
    .where('member.account_id', '=', accountId)
    .select('image.key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a former name from other stores for `days`. A second hold of a name replaces the first. */
export async function holdSubdomain(tx: Tx, store: StoreId, subdomain: string, days: number): Promise<void> {
  const until = sql<Date>`now() + make_interval(days => ${days})`;
  await tx
    .insertInto('subdomain_hold')
    .values({ subdomain, store_id: store, until })
    .onConflict((on) => on.column('subdomain').doUpdateSet({ store_id: store, until }))
    .execute();
}

export async function releaseSubdomain(tx: Tx, store: StoreId, subdomain: string): Promise<void> {
  await tx.deleteFrom('subdomain_hold').where('subdomain', '=', subdomain).where('store_id', '=', store).execute();
}

/** The store's game servers with the script that delivers for each, the first server first. By the database's clock. */
export async function listGameServers(db: Db, store: StoreId, offlineSeconds: number) {
  return await db
    .selectFrom('game_seat as seat')
    .leftJoin('game_server as holder', (join) =>
      join.onRef('holder.store_id', '=', 'seat.store_id').onRef('holder.id', '=', 'seat.server_id'),
    )
    .leftJoin('game_token as token', (join) =>
      join.onRef('token.store_id', '=', 'seat.store_id').onRef('token.id', '=', 'holder.token_id'),
    )
    .leftJoin('game_rcon as rcon', (join) =>
      join.onRef('rcon.store_id', '=', 'seat.store_id').onRef('rcon.seat_id', '=', 'seat.id'),
    )
    .where('seat.store_id', '=', store)
    .where('seat.ended_at', 'is', null)
    .orderBy(sql`seat.id = seat.store_id`, 'desc')
    .orderBy('seat.created_at')
    .select(['seat.id', 'seat.name', 'seat.game', 'seat.silence_minutes', 'seat.by_silence'])
    .select(['seat.identity', 'seat.identity_label', 'seat.identity_help'])
    .select(['rcon.host', 'rcon.port', 'rcon.problem'])
    .select(['holder.framework', 'holder.version', 'holder.players', 'holder.last_seen_at'])
    .select(
      sql<boolean>`coalesce(holder.last_seen_at > now() - make_interval(secs => ${offlineSeconds}), false)`.as(
        'online',
      ),
    )
    .select(
      serverAnswer(sql.ref('holder.last_seen_at'), sql.ref('seat.store_id'), sql.ref('holder.framework')).as('answer'),
    )
    .select(silentSeconds(sql.ref('holder.last_seen_at')).as('silent_seconds'))
    .select(sql<boolean>`token.expires_at is not null`.as('old_token'))
    .execute();
}

/** Unfinished game deliveries of each server. */
export async function countWaitingDeliveries(db: Db, store: StoreId) {
  const seat = sql<string>`coalesce(seat_id, store_id)`;
  return await db
    .selectFrom('delivery')
    .where('store_id', '=', store)
    .where('target', 'in', games)
    .where('state', 'in', ['queued', 'sent'])
    .groupBy(seat)
    .select([seat.as('seat'), ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
}

/** Scripts that want to deliver for one of the store's servers and wait for the owner's word, newest first. */
export async function listWaitingScripts(db: Db, store: StoreId) {
  return await db
    .selectFrom('game_claim')
    .where('store_id', '=', store)
    .where('state', 'in', ['waiting', 'refused'])
    .orderBy('first_seen_at', 'desc')
    .select(['id', 'seat_id', 'state', 'reason', 'framework', 'version', 'first_seen_at', 'last_seen_at'])
    .execute();
}

/** When the store confirmed the rules for game servers; null until then. */
export async function policyConfirmedAt(db: Db, store: StoreId): Promise<Date | null> {
  const row = await db
    .selectFrom('store')
    .where('id', '=', store)
    .select('policy_confirmed_at')
    .executeTakeFirstOrThrow();
  return row.policy_confirmed_at;
}
