import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gameHeaders } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { nameParty } from '../../db/party.ts';
import type { Secret } from '../../db/seal.ts';
import type { GameServer } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { findGameToken } from '../stores/game-token.ts';
import { isNumbered, type NonceMemory } from './game-nonces.ts';

const hexSha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');
const hmac = (token: string, text: string) => createHmac('sha256', token).update(text).digest('hex');

/** The signature of a request (contract/src/game.ts, gameHeaders). `path` is without query, as it was sent. */
export function signRequest(
  token: string,
  { method, path, time, nonce, body }: { method: string; path: string; time: string; nonce: string; body: Buffer },
): string {
  return hmac(token, [method, path, time, nonce, hexSha256(body)].join('\n'));
}

/** The signature of an answer to the request with this nonce. */
export function signAnswer(token: string, nonce: string, body: string): string {
  return hmac(token, `${nonce}\n${hexSha256(body)}`);
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

const headerOf = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Finds whose token signed a request of a game server. Refuses `game_auth` for an unknown key, a wrong signature or a
 * nonce that was used before, and `clock_skew` for a time too far from ours. A stranger's request is remembered
 * nowhere, because the nonce is taken only after the signature was right.
 *
 * The numbered nonce of a sync is remembered by this process alone (docs/decisions/0059). Any other nonce has a row.
 */
export async function authenticateGame(
  db: Db,
  secret: Secret,
  memory: NonceMemory,
  request: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<GameServer> {
  const [keyId, time, nonce, signature] = [
    headerOf(request.headers, gameHeaders.server),
    headerOf(request.headers, gameHeaders.time),
    headerOf(request.headers, gameHeaders.nonce),
    headerOf(request.headers, gameHeaders.signature),
  ];
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{16,64}$/i.test(nonce) || !/^[0-9a-f]{64}$/i.test(signature)) {
    throw new Refusal('game_auth');
  }
  const known = await findGameToken(db, secret, keyId);
  if (!known) throw new Refusal('game_auth');
  const path = request.url.split('?', 1)[0] ?? '';
  const wanted = signRequest(known.token, { method: request.method, path, time, nonce, body: request.body });
  if (!same(wanted, signature.toLowerCase())) throw new Refusal('game_auth');
  nameParty(known.storeId);
  if (Math.abs(Date.now() / 1000 - Number(time)) > limits.gameClockSkewSeconds) throw new Refusal('clock_skew');
  const inMemory = isNumbered(nonce) && path.endsWith('/sync');
  const fresh = inMemory ? memory.take(known.tokenId, nonce) : await takeNonce(db, known.storeId, nonce);
  if (!fresh) throw new Refusal('game_auth');
  const { storeId: store, seatId: seat, tokenId, token } = known;
  return { store, seat, tokenId, token, nonce, inMemory };
}

/** Takes a nonce once for all processes, by a row. False for one that was taken before. */
export async function takeNonce(db: Db | Tx, store: StoreId, nonce: string): Promise<boolean> {
  const { rows } = await sql`
    insert into game_nonce (store_id, nonce) values (${store}, ${nonce.toLowerCase()})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
