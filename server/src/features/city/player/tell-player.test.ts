import { randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { GameClient } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, useCity } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';

/** What a player reads with /vip in the city. */

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity(async (city) => {
  ({ app, store, game } = city);
  await game.hello();
});

/** Sells a product of this name for so many days; null: without end. */
async function sell(name: string, group: string, days: number | null, client = 17, at?: string) {
  const action = { ...on.group(group), ...(at && { server: at }) };
  const removes = { ...on.dropGroup(group), ...(at && { server: at }) };
  const sold = await makeSold(app.db, store.id, {
    client,
    items: [{ actions: days === null ? [action] : [action, removes], removeDays: days ?? 0 } as never],
  });
  await sql`update order_item set name = ${name} where order_id = ${sold.id}`.execute(app.db);
  return sold;
}
const told = async (player = '17', from = game) => (await from.ask(player)).body.benefits?.map(({ name }) => name);

test('a player is told what ends first, what has no end, and by whose clock', async () => {
  await sell('Casa', 'casa', null);
  await sell('VIP Ouro', 'ouro', 30);
  const silver = await sell('VIP Prata', 'prata', 3);
  await sell('Outro', 'outro', 30, 18);
  const { body, signed } = await game.ask('17');
  expect(signed).toBe(true);
  expect(body.benefits.map(({ name }) => name)).toEqual(['VIP Prata', 'VIP Ouro', 'Casa']);
  const [first, , last] = body.benefits;
  const [{ at } = { at: 0 }] = (
    await sql<{ at: number }>`select floor(extract(epoch from r.ends_at))::int as at from customer_right r
        where r.store_id = ${store.id} and r.subject = 'group:prata'`.execute(app.db)
  ).rows;
  expect(first?.until).toBe(at);
  const words = new Date((at - 3 * 3600) * 1000).toISOString();
  expect(first?.until_text).toBe(
    `${words.slice(8, 10)}/${words.slice(5, 7)}/${words.slice(0, 4)}, ${words.slice(11, 16)}`,
  );
  expect(last).toEqual({ name: 'Casa', until: null, until_text: null });
  await refundSold(app.db, store.id, silver.id);
  expect(await told()).toEqual(['VIP Ouro', 'Casa']);
  await sql`update customer_right set ends_at = now() - interval '1 second' where store_id = ${store.id} and subject = 'group:ouro'`.execute(
    app.db,
  );
  expect(await told()).toEqual(['Casa']);
  expect(await told('99')).toEqual([]);
});

test('each server tells only its own benefits, and no store tells those of another', async () => {
  const made = await app.post(
    '/v1/servers/create',
    { subdomain: store.subdomain, name: 'Cidade Baixa' },
    { token: store.token },
  );
  const { id, apiToken } = made.json<{ id: string; apiToken: string }>();
  const second = new GameClient(app, apiToken);
  await second.hello();
  await sell('Aqui', 'vip', 30);
  await sell('Lá', 'vip', 30, 17, id);
  expect(await told()).toEqual(['Aqui']);
  expect(await told('17', second)).toEqual(['Lá']);
  const other = await makeCity(app);
  await other.game.hello();
  expect(await told('17', other.game)).toEqual([]);
});

test('only the script with the seat may ask, each server so often, and only about one player', async () => {
  await sell('VIP', 'vip', 30);
  const waiting = new GameClient(app, store.apiToken);
  await waiting.hello();
  expect((await waiting.ask('17')).body.code).toBe('invalid_request');
  for (const player of ['', '1 7', '1%', 'a'.repeat(200), 17, ['17'], null]) {
    const { status, body } = await game.ask(player);
    expect([status, body.code ?? body.benefits]).toEqual(player === '1%' ? [200, []] : [400, 'invalid_request']);
  }
  const stranger = new GameClient(app, `vtr_${randomBytes(32).toString('base64url')}`);
  expect((await stranger.ask('17')).body.code).toBe('game_auth');
  await game.hello();
  game.epoch -= 1;
  expect((await game.ask('17')).body.code).toBe('superseded');
  game.epoch += 1;
  const codes = new Set<unknown>();
  for (let n = 0; n < limits.gamePlayerAsksPerMinute; n += 1) codes.add((await game.ask('17')).body.code);
  expect(codes).toEqual(new Set([undefined, 'rate_limited']));
  // The limit of one server stands in nobody else's way.
  const other = await makeCity(app);
  await other.game.hello();
  expect((await other.game.ask('17')).status).toBe(200);
  expect((await game.sync({ want: 0 })).status).toBe(200);
});
