import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { readCredential } from '../features/payments/mercado-pago/credential.ts';
import { describeFailure, storageSentence } from '../http/errors.ts';
import { createTestApp } from '../test/app.ts';
import { createTestDatabase } from '../test/database.ts';
import { makeStore } from '../test/make.ts';
import { connectSeller } from '../test/make-shop.ts';
import { checkOutside } from './check-outside.ts';
import { checkServer, clockSentence, oldServerSentence } from './check-server.ts';
import { folderSentence } from './check-storage.ts';

test.each([
  [150_018, 'PostgreSQL 15.18 answers; 16 or newer is needed.'],
  [90_624, 'PostgreSQL 9.624 answers; 16 or newer is needed.'],
  [160_000, undefined],
  [180_001, undefined],
])('a server of version %i is refused by its number', async (version, sentence) => {
  if (sentence === undefined) expect(oldServerSentence(version)).toBeUndefined();
  else expect(oldServerSentence(version)).toContain(sentence);
});

test('a read-only server is refused, and a writable one tells its clock', async () => {
  const { pool, close } = await createTestDatabase();
  try {
    expect(Math.abs(await checkServer(pool))).toBeLessThan(5);
    const client = await pool.connect();
    try {
      await client.query('begin transaction read only');
      await expect(checkServer(client as unknown as pg.Pool)).rejects.toThrow('only lets us read');
    } finally {
      await client.query('rollback');
      client.release();
    }
  } finally {
    await close();
  }
});

test.each([
  [301, 'The clock of this machine is 301 s ahead of the database'],
  [-4000, 'The clock of this machine is 4000 s behind the database'],
  [300, undefined],
  [-12, undefined],
])('a clock that is %i s off', (seconds, sentence) => {
  if (sentence === undefined) expect(clockSentence(seconds)).toBeUndefined();
  else expect(clockSentence(seconds)).toContain(sentence);
});

test.each([
  ['EROFS', 'its file system is read-only'],
  ['ENOSPC', 'its disk is full'],
  ['EACCES', 'this user may not write there'],
])('a data folder that answers %s', (code, reason) => {
  expect(folderSentence('/srv/vitrine', Object.assign(new Error(), { code }))).toContain(reason);
});

test('a full disk and read-only storage are 503 with Retry-After, and the log says what to do', async () => {
  const full = await new Promise((resolve) => {
    try {
      writeFileSync('/dev/full', 'x');
    } catch (error) {
      resolve(error);
    }
  });
  const { pool, close } = await createTestDatabase();
  try {
    const fullDatabase = await pool
      .query(`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
      .catch((error) => error);
    const onlyReads = await pool.query('begin transaction read only; create table t (x int)').catch((error) => error);
    await pool.query('rollback');
    for (const [error, sentence] of [
      [full, 'The disk of the data folder is full'],
      [fullDatabase, 'The disk of the database is full'],
      [onlyReads, 'The storage of the database is read-only'],
    ] as const) {
      expect(describeFailure(error)).toMatchObject({
        status: 503,
        body: { code: 'storage_unavailable' },
        retryAfter: 30,
        fault: true,
      });
      expect(storageSentence(error)).toContain(sentence);
    }
  } finally {
    await close();
  }
});

test('readiness fails when the database forgets prepared statements, as behind a pooler', async () => {
  const app = await createTestApp();
  try {
    expect((await app.get('/readyz')).status).toBe(200);
    // A pooler in transaction mode runs the next statement in another session.
    await app.pool.query('deallocate all');
    const answer = await app.get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.json()).toMatchObject({ reason: expect.stringContaining('loses named statements') });
  } finally {
    await app.close();
  }
});

test('one unreadable token breaks neither the list of stores nor the shop: its owner is asked for a new one', async () => {
  const app = await createTestApp();
  try {
    const { secret } = app.deps.config;
    const broken = await makeStore(app.db, secret, { name: 'Quebrada' });
    const whole = await makeStore(app.db, secret, { name: 'Inteira', owner: broken.owner });
    await connectSeller(app.db, secret, broken.id);
    await app.db
      .updateTable('game_token')
      .set({ token_cipher: Buffer.alloc(80, 7) })
      .where('store_id', '=', broken.id)
      .execute();
    await app.db
      .updateTable('store_credential')
      .set({ token_cipher: Buffer.alloc(80, 7) })
      .where('store_id', '=', broken.id)
      .execute();
    expect(await readCredential(app.db, { secret }, broken.id)).toBeUndefined();
    const answer = await app.get('/v1/store', { token: broken.token });
    expect(answer.status).toBe(200);
    const { response } = answer.json<{ response: { id: string; apiToken: string | null; mercadoPago: object }[] }>();
    const found = new Map(response.map((store) => [store.id, store]));
    expect(found.get(broken.id)).toMatchObject({ apiToken: null, mercadoPago: { problem: 'token_refused' } });
    expect(found.get(whole.id)?.apiToken).toBe(whole.apiToken);
  } finally {
    await app.close();
  }
});

test('only outside services that do not answer are named', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const there = { setting: 'SMTP_URL', host: '127.0.0.1', port, meanwhile: 'Mails wait.' };
  expect(await checkOutside([there])).toEqual([]);
  server.close();
  expect(await checkOutside([there])).toEqual([
    `SMTP_URL: 127.0.0.1:${port} does not answer (ECONNREFUSED). Mails wait.`,
  ]);
});
