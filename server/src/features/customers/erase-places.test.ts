import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { findCustomer, openCustomerSession } from '../../http/customer-session.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { applyOutcomes, lockForOutcomes } from '../deliveries/apply-outcomes.ts';
import { eraseCustomer } from './erase-purchases.ts';

let app: TestApp;
let store: MadeStore;
let neighbour: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
  neighbour = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const [BUYER, OTHER] = ['391822001983490001', '391822001983490002'];
const [ROLE, GUILD] = ['600000000000000001', '500000000000000001'];

/** An order, bought this many days ago, whose role and group arrived. The buyer had both before. */
async function bought({ at = store, discordId = BUYER, daysAgo = 40 } = {}): Promise<string> {
  const { id } = await makeSold(app.db, at.id, { discordId, items: [{ actions: [on.role(ROLE), on.group('vip')] }] });
  const ago = sql`now() - make_interval(days => ${daysAgo})`;
  await sql`update "order" set created_at = ${ago}, completed_at = ${ago} where id = ${id}`.execute(app.db);
  const { rows } = await sql<{
    id: string;
    target: string;
  }>`select id, target from delivery where order_id = ${id}`.execute(app.db);
  await transaction(app.db, async (tx) => {
    const locked = await lockForOutcomes(
      tx,
      at.id,
      rows.map((row) => row.id),
    );
    const stood = (target: string) =>
      target === 'discord'
        ? { place: `role:${ROLE}`, prior: ROLE, stands: ROLE, site: GUILD }
        : { place: 'group:vip', prior: 'vip', stands: 'vip' };
    const outcomes = rows.map((row) => ({
      ...{ id: row.id, status: 'succeeded' as const, code: 'ok' },
      stood: stood(row.target),
    }));
    await applyOutcomes(tx, at.id, locked, outcomes);
  });
  await sql`update delivery set finished_at = ${ago} where order_id = ${id}`.execute(app.db);
  return id;
}

async function erase(discordId: string): Promise<void> {
  const token = await transaction(app.db, (tx) => openCustomerSession(tx, store.id, { discordId, email: null }));
  const customer = await findCustomer(app.db, store.id, token);
  if (!customer) throw new Error('not signed in');
  await eraseCustomer(app.deps, store.id, customer);
}

const places = async (holder: string, of = store) => {
  const { rows } = await sql<{ place: string }>`
    select place from right_place where store_id = ${of.id} and holder = ${holder} order by place`.execute(app.db);
  return rows.map(({ place }) => place);
};

test('what a Discord login had before is forgotten with its last order, and nothing of anybody else', async () => {
  const live = await bought();
  const ended = await bought();
  await bought({ discordId: OTHER });
  await bought({ at: neighbour });
  await refundSold(app.db, store.id, ended);
  await sql`update delivery set state = 'cancelled', finished_at = now() where order_id = ${ended} and phase = 'reversal'`.execute(
    app.db,
  );
  // The live order keeps its buyer, and with the buyer what a refund must leave.
  await erase(BUYER);
  expect(await places(BUYER)).toEqual([`role:${ROLE}`]);

  await refundSold(app.db, store.id, live);
  await sql`update delivery set state = 'cancelled', finished_at = now() where order_id = ${live} and phase = 'reversal'`.execute(
    app.db,
  );
  await erase(BUYER);
  expect(await places(BUYER)).toEqual([]);
  expect(await places(OTHER)).toEqual([`role:${ROLE}`]);
  expect(await places(BUYER, neighbour)).toEqual([`role:${ROLE}`]);
  // A city id is no login: the city needs it for the next purchase of the same character.
  expect(await places('17')).toEqual(['group:vip']);
});
