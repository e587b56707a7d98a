import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Secret } from '../../db/seal.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { currentGameToken, findGameToken, findStoreByToken, gameKeyId, issueGameToken } from './game-token.ts';

const secret: Secret = [Buffer.alloc(32, 7)];
let database: TestDatabase;
let store: MadeStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await makeStore(database.db, secret);
});
afterAll(() => database.close());

const rotate = (id = store.id) => transaction(database.db, (tx) => issueGameToken(tx, secret, id));

test('a store is found by the key id and by the whole token', async () => {
  const { db } = database;
  expect(store.apiToken).toMatch(/^vtr_[\w-]{43}$/);
  expect(await findGameToken(db, secret, gameKeyId(store.apiToken))).toEqual({
    storeId: store.id,
    seatId: store.id,
    tokenId: expect.any(String),
    token: store.apiToken,
  });
  expect(await findStoreByToken(db, ` ${store.apiToken}\n`)).toBe(store.id);
  expect(await currentGameToken(db, secret, store.id)).toBe(store.apiToken);
  for (const hostile of ['', 'vtr_', 'x'.repeat(5000), "' or 1=1 --", store.apiToken.slice(0, -1), '\u0000']) {
    expect(await findStoreByToken(db, hostile)).toBeUndefined();
    expect(await findGameToken(db, secret, hostile)).toBeUndefined();
  }
});

test('one former token lives for 24 hours beside the new one; older ones end at once', async () => {
  const { db } = database;
  const rotated = await makeStore(db, secret);
  const second = await rotate(rotated.id);
  expect(await findStoreByToken(db, rotated.apiToken)).toBe(rotated.id);
  expect(await currentGameToken(db, secret, rotated.id)).toBe(second);
  const third = await rotate(rotated.id);
  expect(await findStoreByToken(db, rotated.apiToken)).toBeUndefined();
  await sql`update game_token set expires_at = now() - interval '1 second' where expires_at is not null`.execute(db);
  expect(await findStoreByToken(db, second)).toBeUndefined();
  expect(await findGameToken(db, secret, gameKeyId(second))).toBeUndefined();
  expect(await findStoreByToken(db, third)).toBe(rotated.id);
});

test('many rotations at once leave one current token', async () => {
  const raced = await makeStore(database.db, secret);
  const tokens = await Promise.all(Array.from({ length: 8 }, () => rotate(raced.id)));
  const current = await currentGameToken(database.db, secret, raced.id);
  expect(tokens).toContain(current);
  const found = await Promise.all(tokens.map((token) => findStoreByToken(database.db, token)));
  expect(found.filter(Boolean)).toHaveLength(2);
});
