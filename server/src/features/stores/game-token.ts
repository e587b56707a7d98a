import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { openIfReadable, type Secret, seal } from '../../db/seal.ts';
import { hashToken } from '../../http/session.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { lockStore } from './lock-store.ts';

/**
 * The identification token of a game server: it signs the messages between the server and Vitrine. The first server's
 * token is the store's `apiToken`, which also binds a Discord server (`/conectar`). It is `vtr_` and 32 random bytes. We
 * keep it encrypted and not hashed, because signing needs the token.
 */
const PREFIX = 'vtr_';
const SHAPE = /^vtr_[A-Za-z0-9_-]{43}$/;
const KEY_ID = /^[0-9a-f]{12}$/;

/** The key id that travels with a signed request: the first 12 hex digits of the token's SHA-256. */
export function gameKeyId(token: string): string {
  return hashToken(token).toString('hex').slice(0, 12);
}

/** The seat of a token's row. The first seat of a store has the store's id, and its rows name no seat. */
const seatOf = sql<string>`coalesce(game_token.seat_id, game_token.store_id)`;

/**
 * Makes a new current token for a seat and returns it; by default for the store's first. The former one works 24 hours
 * more; older ones end now.
 */
export async function issueGameToken(tx: Tx, secret: Secret, store: StoreId, seat: string = store): Promise<string> {
  // Two rotations at once take turns at this lock. Without it the partial unique index would refuse the second one.
  await lockStore(tx, store);
  await tx
    .deleteFrom('game_token')
    .where('store_id', '=', store)
    .where(seatOf, '=', seat)
    .where('expires_at', 'is not', null)
    .execute();
  await tx
    .updateTable('game_token')
    .set({ expires_at: sql<Date>`now() + make_interval(hours => ${limits.gameTokenOverlapHours})` })
    .where('store_id', '=', store)
    .where(seatOf, '=', seat)
    .where('expires_at', 'is', null)
    .execute();
  const token = PREFIX + randomBytes(32).toString('base64url');
  await tx
    .insertInto('game_token')
    .values({
      store_id: store,
      id: newId(),
      seat_id: seat === store ? null : seat,
      key_id: gameKeyId(token),
      token_hash: hashToken(token),
      token_cipher: seal(secret, token, store),
    })
    .execute();
  return token;
}

/** Ends all tokens of a seat now. */
export async function endGameTokens(tx: Tx, store: StoreId, seat: string): Promise<void> {
  await tx.deleteFrom('game_token').where('store_id', '=', store).where(seatOf, '=', seat).execute();
}

const live = sql<boolean>`(game_token.expires_at is null or game_token.expires_at > now())`;

/**
 * Opens a sealed token. Answers null for a damaged row, because one store's token must not break a list of stores. The
 * owner makes a new token in the panel.
 */
export function openGameToken(secret: Secret, sealed: Buffer, store: string): string | null {
  return openIfReadable(secret, sealed, store)?.toString() ?? null;
}

/** The current token of a seat, for the panel; by default of the store's first. */
export async function currentGameToken(
  db: Db | Tx,
  secret: Secret,
  store: StoreId,
  seat: string = store,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('game_token')
    .where('store_id', '=', store)
    .where(seatOf, '=', seat)
    .where('expires_at', 'is', null)
    .select('token_cipher')
    .executeTakeFirst();
  return row && (openGameToken(secret, row.token_cipher, store) ?? undefined);
}

/**
 * The token of a key id, to check a signature with; undefined if no valid token has this key id. A key id is no secret, so
 * whoever sends it has proved nothing yet.
 */
export async function findGameToken(
  db: Db,
  secret: Secret,
  keyId: string,
): Promise<{ storeId: StoreId; seatId: string; tokenId: string; token: string } | undefined> {
  if (!KEY_ID.test(keyId)) return undefined;
  const row = await db
    .selectFrom('game_token')
    .innerJoin('store', 'store.id', 'game_token.store_id')
    .where('game_token.key_id', '=', keyId)
    .where('store.deleted_at', 'is', null)
    .where(live)
    .select(['game_token.store_id', 'game_token.id', seatOf.as('seat_id'), 'game_token.token_cipher'])
    .executeTakeFirst();
  if (!row) return undefined;
  const storeId = storeIdOf(row);
  const token = openGameToken(secret, row.token_cipher, storeId);
  return token === null ? undefined : { storeId, seatId: row.seat_id, tokenId: row.id, token };
}

/**
 * The store of a whole token (`/conectar`); undefined if the token is unknown, has ended or belongs to another server than
 * the store's first.
 */
export async function findStoreByToken(db: Db | Tx, token: string): Promise<StoreId | undefined> {
  const text = token.trim();
  if (!SHAPE.test(text)) return undefined;
  const hash = hashToken(text);
  const row = await db
    .selectFrom('game_token')
    .innerJoin('store', 'store.id', 'game_token.store_id')
    .where('game_token.token_hash', '=', hash)
    .where('game_token.seat_id', 'is', null)
    .where('store.deleted_at', 'is', null)
    .where(live)
    .select(['game_token.store_id', 'game_token.token_hash'])
    .executeTakeFirst();
  // The lookup is by hash, so its time says nothing about the token. The comparison takes constant time all the same.
  return row && timingSafeEqual(row.token_hash, hash) ? storeIdOf(row) : undefined;
}
