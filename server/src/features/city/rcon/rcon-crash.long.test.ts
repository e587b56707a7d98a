import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type RconStandin, startRcon } from '../../../../../standins/rcon/rcon.ts';
import { transaction } from '../../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeStore } from '../../../test/make.ts';
import { makeSold, minecraftCommand } from '../../../test/make-deliveries.ts';
import { addSeat } from '../seats/change-seats.ts';
import { setRcon } from './set-rcon.ts';

/** The product is killed while a command is out. */

let database: TestDatabase;
let game: RconStandin;
let child: ChildProcess | undefined;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rcon-'));

afterEach(async () => {
  child?.kill('SIGKILL');
  await game.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a command that was out when the product was killed ran once, and a person decides', {
  timeout: 240_000,
}, async () => {
  [database, game] = await Promise.all([createTestDatabase(), startRcon()]);
  const secret = randomBytes(32);
  const store = await makeStore(database.db, [secret]);
  const actor = { accountId: store.owner.id, name: 'Ana' };
  await transaction(database.db, async (tx) => {
    const seat = await addSeat(tx, store.id, actor, { name: 'Craft', game: 'minecraft' });
    const rcon = { host: '127.0.0.1', port: game.port, password: game.password };
    await setRcon(tx, { secret: [secret] }, { store: store.id, seat }, actor, rcon);
  });
  const start = async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/product-process.ts')], {
      env: {
        PATH: process.env.PATH,
        CONNECTION: JSON.stringify(database.connection),
        PORT: '0',
        VITRINE_DATA: folder,
        VITRINE_SECRET: secret.toString('base64'),
        VITRINE_RCON_NETWORKS: '127.0.0.1/32',
        VITRINE_SWEEP_SECONDS: '0.5',
        LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout as NodeJS.EventEmitter, 'data');
  };
  const states = async () =>
    (
      await sql<{ state: string }>`select state from delivery where store_id = ${store.id} order by seq`.execute(
        database.db,
      )
    ).rows.map(({ state }) => state);
  await start();
  game.next = ['silent'];
  const dirt = minecraftCommand('give {{cidade}} dirt');
  for (const name of ['alex', 'steve']) {
    await makeSold(database.db, store.id, { players: [`minecraft_name:${name}`], items: [{ actions: [dirt] }] });
  }
  await expect.poll(() => game.ran, { timeout: 60_000 }).toEqual(['give alex dirt']);
  expect(await states()).toEqual(['sent', 'queued']);
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
  await start();
  await sql`update game_rcon set held_until = now(), next_at = now()`.execute(database.db);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['sent', 'succeeded']);
  await sql`update delivery set lease_until = now() - interval '1 minute' where state = 'sent'`.execute(database.db);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['uncertain', 'succeeded']);
  await sql`update game_rcon set held_until = null, next_at = now()`.execute(database.db);
  await expect
    .poll(async () => (await sql`select from game_rcon where next_at > now()`.execute(database.db)).rows.length, {
      timeout: 60_000,
    })
    .toBe(1);
  expect(game.ran).toEqual(['give alex dirt', 'give steve dirt']);
});
