import type { Action } from '@vitrine/contract/actions';
import type { GameCommand } from '@vitrine/contract/game';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, GameClient } from '../../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../payments/invariants.ts';

/** Stores whose game servers know their players by a text: a name, a citizen id, an account. */

answerPollsAtOnce();

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// All buyers of this file share one network.
beforeEach(() => sql`delete from throttle`.execute(app.db));

const DISCORD = '391822001983488001';
const reads = { ...everything, identity: {} };

function asker(store: MadeStore) {
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await app.post(path, { subdomain: store.subdomain, ...body }, token === undefined ? {} : { token });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
    return { status: answer.status, body: answer.json<any>() };
  };
  const server = (id: string, identity: string, more: object = {}) =>
    ask('/v1/servers/edit', { id, name: `Servidor ${identity}`, silenceMinutes: null, identity, ...more }, store.token);
  const buy = (product: string, ids: object, more: object = {}) =>
    ask('/v1/order/create', {
      discordId: DISCORD,
      paymentMethod: 'pix',
      idProducts: [{ id: product, quantity: 1 }],
      ...ids,
      ...more,
    });
  const quote = (product: string, more: object = {}) =>
    ask('/v1/order/quote', { idProducts: [{ id: product, quantity: 1 }], ...more });
  const details = (id: string) => ask('/v1/order/details', { id }, store.token);
  const list = async (search: string) => (await ask('/v1/order', { search }, store.token)).body.response;
  return { ask, server, buy, quote, details, list };
}
const nick = (value: string) => ({ identities: [{ kind: 'minecraft_name', value }] });
async function idOf(reference: string) {
  const { rows } = await sql<{ id: string }>`select id from "order" where reference = ${reference}`.execute(app.db);
  return rows[0]?.id as string;
}
const bought = (answer: { body: { data: { external_reference: string } } }) =>
  idOf(answer.body.data.external_reference);
const playersOf = async (order: string) =>
  (
    await sql<{ player: string }>`select player from delivery where order_id = ${order} order by seq`.execute(app.db)
  ).rows.map(({ player }) => player);
const free = (store: MadeStore, actions: Action[], more: object = {}) =>
  makeProduct(app.db, store.id, { price: 0, actions, ...more });

describe('a store of one Minecraft server', () => {
  let store: MadeStore;
  let shop: ReturnType<typeof asker>;
  let money: string;
  beforeAll(async () => {
    store = await makeStore(app.db, app.deps.config.secret);
    shop = asker(store);
    money = await free(store, [on.money(5), on.command('dar {{cidade}} ouro')]);
    const label = { identityLabel: 'Seu nick', identityHelp: 'O nome no jogo.' };
    expect((await shop.server(store.id, 'minecraft_name', label)).status).toBe(200);
  });

  test('asks for the name in the words of its owner, and for no city id', async () => {
    const { body } = await shop.quote(money);
    expect(body.identities).toEqual([
      expect.objectContaining({ kind: 'minecraft_name', label: 'Seu nick', help: 'O nome no jogo.' }),
    ]);
    expect(new RegExp(body.identities[0].pattern).test('Steve')).toBe(true);
    await shop.server(store.id, 'minecraft_name', { identityLabel: '', identityHelp: '' });
    expect((await shop.quote(money)).body.identities[0].label).toBe('Nick do Minecraft');
    // An edit that only names the server keeps what it asks for.
    await shop.ask('/v1/servers/edit', { id: store.id, name: 'Craft', silenceMinutes: null }, store.token);
    expect((await shop.quote(money)).body.identities[0].kind).toBe('minecraft_name');
  });

  test('refuses an order without the name, or with a text that cannot be a name', async () => {
    const missing = await shop.buy(money, { clientId: 57 });
    expect(missing).toMatchObject({
      status: 400,
      body: { code: 'identity_required', error: 'Preencha: Nick do Minecraft.', field: 'identities.minecraft_name' },
    });
    for (const value of ["'; drop table x", 'ana\nop ana', '@a', '{{discord}}', '', 'a'.repeat(60)]) {
      const refused = await shop.buy(money, nick(value));
      expect(refused).toMatchObject({
        status: 422,
        body: { field: 'identities.minecraft_name', error: 'O nick tem de 2 a 16 letras, números ou _.' },
      });
    }
    expect((await shop.buy(money, { identities: [{ kind: 'rg', value: '1' }] })).status).toBe(400);
    const { rows } = await sql`select from "order" where store_id = ${store.id}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('delivers to the name, as one argument, and shows the number of the order as the client', async () => {
    const id = await bought(await shop.buy(money, nick('Steve')));
    const { order, deliveries } = (await shop.details(id)).body;
    expect(order).toMatchObject({
      client: order.number,
      identities: [{ kind: 'minecraft_name', value: 'steve' }],
    });
    expect(deliveries[0]).toMatchObject({ player: 'steve', playerKind: 'minecraft_name' });
    const { rows } = await sql<{ argv: string[] }>`
      select args->'argv' as argv from delivery where order_id = ${id} and action_type = 'execute_command'`.execute(
      app.db,
    );
    expect(rows[0]?.argv).toEqual(['dar', 'steve', 'ouro']);
    expect((await shop.list('Steve')).map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    expect(await shop.list('alex')).toEqual([]);
    const desk = await shop.ask('/v1/deliveries', { player: 'STEVE' }, store.token);
    expect(desk.body.deliveries).toHaveLength(2);
  });

  test('a script that reads only city ids gets nothing, and the delivery says why; the new script gets all in order', async () => {
    const game = new GameClient(app, store.apiToken);
    await game.hello();
    expect((await game.sync()).body.commands).toEqual([]);
    const { rows } = await sql<{ code: string }>`
      select distinct code from delivery where store_id = ${store.id}`.execute(app.db);
    expect(rows).toEqual([{ code: 'script_outdated' }]);

    await game.hello({ capabilities: reads });
    const commands: GameCommand[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { body } = await game.sync({
        results: commands.map(({ id, attempt }) => ({ id, attempt, status: 'succeeded', code: 'ok' })),
      });
      commands.push(...body.commands);
    }
    expect(commands.map(({ action }) => action)).toEqual(['add_money', 'execute_command']);
    for (const { player } of commands) {
      expect(player).toEqual({
        identity: { kind: 'minecraft_name', value: 'steve' },
        discord_id: DISCORD,
      });
    }
    const item = await free(store, [on.item('agua', 1)]);
    await shop.buy(item, nick('alex'));
    game.online = ['minecraft_name:steve', 'alex', '57'];
    expect((await game.sync()).body.commands).toEqual([]);
    game.online = ['minecraft_name:alex'];
    expect((await game.sync()).body.commands).toMatchObject([{ player: { identity: { value: 'alex' } } }]);
  });

  test('the limit per customer counts by name, whatever its case', async () => {
    const one = await free(store, [on.money(1)], { buyLimit: 1 });
    expect((await shop.buy(one, nick('Notch'))).status).toBe(200);
    expect((await shop.buy(one, nick('NOTCH'))).body.code).toBe('buy_limit');
    const quoted = await shop.quote(one, nick('notch'));
    expect(quoted.body.lines[0].problem.code).toBe('buy_limit');
    expect((await shop.quote(one, nick('no tch'))).body.lines[0].problem).toBeNull();
    expect((await shop.buy(one, nick('herobrine'))).status).toBe(200);
  });

  test('twenty orders of one name at once pass its limit once', async () => {
    const one = await free(store, [on.money(1)], { buyLimit: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.buy(one, nick('Racer'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql`
      select buyer, client, units from product_buyer where product_id = ${one}`.execute(app.db);
    expect(rows).toEqual([{ buyer: 'minecraft_name:racer', client: null, units: 1 }]);
  });

  test('a corrected name takes deliveries, limit and rights with it', async () => {
    const vip = await free(store, [on.group('vip')], { buyLimit: 1 });
    const id = await bought(await shop.buy(vip, nick('typo')));
    const fix = (ids: object) => shop.ask('/v1/deliveries/retarget', { orderId: id, ...ids }, store.token);
    expect((await fix(nick('a b'))).status).toBe(422);
    expect((await fix(nick('right'))).status).toBe(200);
    expect(await playersOf(id)).toEqual(['minecraft_name:right']);
    const { rows } = await sql`
      select buyer, units from product_buyer where product_id = ${vip} order by buyer`.execute(app.db);
    expect(rows).toEqual([
      { buyer: 'minecraft_name:right', units: 1 },
      { buyer: 'minecraft_name:typo', units: 0 },
    ]);
    const rights = await sql`
      select r.holder from customer_right r join right_source s on s.store_id = r.store_id and s.right_id = r.id
       where s.order_id = ${id} and s.ended_at is null`.execute(app.db);
    expect(rights.rows).toEqual([{ holder: 'minecraft_name:right' }]);
    expect((await shop.buy(vip, nick('typo'))).status).toBe(200);
  });

  test('a coupon for one use per player knows the name', async () => {
    await sql`
      insert into discount (store_id, id, code, type, value, limit_by)
      values (${store.id}, 'once', 'UMAVEZ', 'percentage', 10, 'user_id')`.execute(app.db);
    const coupon = { coupon: 'UMAVEZ' };
    const quoted = (ids: object) => shop.quote(money, { ...coupon, ...ids });
    expect((await quoted({})).body.coupon.error).not.toBeNull();
    expect((await quoted(nick('Cuponeiro'))).body.coupon.error).toBeNull();
    expect((await shop.buy(money, nick('Cuponeiro'), coupon)).status).toBe(200);
    expect((await shop.buy(money, nick('cuponeirO'), coupon)).body.code).toBe('coupon_used');
  });

  test('another store finds neither the player nor the deliveries, and cannot change the server', async () => {
    const other = await makeStore(app.db, app.deps.config.secret);
    expect(await asker(other).list('steve')).toEqual([]);
    const desk = await asker(other).ask('/v1/deliveries', { player: 'steve' }, other.token);
    expect(desk.body.deliveries).toEqual([]);
    expect((await asker(other).server(store.id, 'city_id')).body.code).toBe('server_not_found');
  });
});

describe('a store of two kinds of servers', () => {
  let store: MadeStore;
  let shop: ReturnType<typeof asker>;
  let craft: string;
  let both: string;
  let chosen: string;
  beforeAll(async () => {
    store = await makeStore(app.db, app.deps.config.secret);
    shop = asker(store);
    craft = (await shop.ask('/v1/servers/create', { name: 'Craft' }, store.token)).body.id;
    await shop.server(craft, 'citizen_id');
    both = await free(store, [{ ...on.group('vip'), server: 'all' } as Action], { buyLimit: 1 });
    chosen = await free(store, [{ ...on.command('dar {{cidade}} vip'), server: 'buyer' } as Action]);
  });
  const citizen = (value: string) => ({ identities: [{ kind: 'citizen_id', value }] });
  const kinds = (identities: { kind: string }[]) => identities.map(({ kind }) => kind);

  test('a cart for both asks for both ids, and each server gets its own', async () => {
    expect(kinds((await shop.quote(both)).body.identities)).toEqual(['city_id', 'citizen_id']);
    expect((await shop.buy(both, citizen('abc123'))).body).toMatchObject({
      error: 'Por favor, preencha o ID da Cidade e o ID do Discord.',
      field: 'clientId',
    });
    expect((await shop.buy(both, { clientId: 57 })).body.code).toBe('identity_required');
    const id = await bought(await shop.buy(both, { clientId: 57, ...citizen('abc123') }));
    expect((await playersOf(id)).sort()).toEqual(['57', 'citizen_id:ABC123']);
    const { order } = (await shop.details(id)).body;
    expect(order.client).toBe(57);
    expect(order.identities).toEqual([
      { kind: 'city_id', value: '57' },
      { kind: 'citizen_id', value: 'ABC123' },
    ]);
    // Either id has used up its limit.
    expect((await shop.buy(both, { clientId: 58, ...citizen('ABC123') })).body.code).toBe('buy_limit');
    expect((await shop.buy(both, { clientId: 57, ...citizen('XYZ999') })).body.code).toBe('buy_limit');
  });

  test('a chosen server asks for its own id only', async () => {
    const { servers } = (await shop.quote(chosen)).body;
    expect(servers.map((server: { identities: { kind: string }[] }) => kinds(server.identities))).toEqual([
      ['city_id'],
      ['citizen_id'],
    ]);
    const id = await bought(await shop.buy(chosen, citizen('zz99'), { serverId: craft }));
    expect(await playersOf(id)).toEqual(['citizen_id:ZZ99']);
    const first = await bought(await shop.buy(chosen, { clientId: 90 }, { serverId: store.id }));
    expect(await playersOf(first)).toEqual(['90']);
    expect((await shop.details(first)).body.order).toMatchObject({ client: 90 });
  });

  test('an order that was placed with a city id keeps it when its server asks for another kind of id', async () => {
    const { id } = await makeSold(app.db, store.id, { client: 4321, items: [{ actions: [on.money(5)] }] });
    await shop.server(store.id, 'mta_account');
    const { order, deliveries } = (await shop.details(id)).body;
    expect(order).toMatchObject({ client: 4321, identities: [{ kind: 'city_id', value: '4321' }] });
    expect(deliveries[0]).toMatchObject({ player: '4321', playerKind: 'city_id' });
    // A correction of only the Discord id keeps the player. A correction with an id of the new kind moves the delivery.
    const fix = (ids: object) => shop.ask('/v1/deliveries/retarget', { orderId: id, ...ids }, store.token);
    await fix({ discordId: '391822001983488002' });
    expect(await playersOf(id)).toEqual(['4321']);
    await fix({ identities: [{ kind: 'mta_account', value: 'ana' }] });
    expect(await playersOf(id)).toEqual(['mta_account:ana']);
    await shop.server(store.id, 'city_id');
  });

  test('the counts of units per buyer are right after all these orders', async () => {
    const rules = (await violations(app.db)).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule.includes('buyer'))).toEqual([]);
  });
});
