import { randomBytes } from 'node:crypto';
import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { readMails } from '../../../test/mails.ts';
import { makePlan, makeStore } from '../../../test/make.ts';
import { makeDiscount, makeProduct, type ProductOptions } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { bindGuild } from '../../../test/make-guild.ts';
import { cart, connectSeller, type Shop, shopping, startShop, until } from '../../../test/make-shop.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../../deliveries/invariants.ts';
import { moveDeliveries } from '../../deliveries/move-deliveries.ts';
import { orderSweeps } from '../../orders/jobs.ts';

/** The buyer corrects the ids of their own order (docs/decisions/0085). Each order has a browser of its own. */

const EMAIL = 'bruno@exemplo.com.br';
let discord: DiscordStandin;
let shop: Shop;
let guild: string;
let player = 40_000;

beforeAll(async () => {
  discord = await startDiscord();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  shop = await startShop({
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_BOT_TOKEN: discord.botToken,
  });
  await makePlan(shop.db, shop.store.id, 'premium');
  [guild = ''] = discord.control.seed({ guilds: [{ name: 'Loja', ownerId: DEMO.ana }] }).guildIds;
  await bindGuild(shop.db, shop.store.id, guild);
});
afterAll(async () => {
  await shop.close();
  await discord.close();
});
beforeEach(() => {
  player += 10;
});
afterEach(async () => expect(await violations(shop.db)).toEqual([]));

const { see, pay } = shopping(() => shop);
const browser = () => randomBytes(16).toString('hex');
/** A role that no other order gives, so that no delivery waits behind another one. */
const role = (): Action => ({
  target: 'discord',
  type: 'add_role',
  executionTiming: 'on_confirmation',
  roleId: String(910028371920100000n + BigInt(player)),
});

interface Bought {
  reference: string;
  id: string;
  buyer: string;
}
/** A paid order of one new product for `player` and Fábio, who is in no server, placed by a new browser. */
async function bought(
  product: ProductOptions,
  change: object = {},
  headers: Record<string, string> = {},
): Promise<Bought> {
  const buyer = browser();
  const id = await makeProduct(shop.db, shop.store.id, product);
  const lines = [{ id, quantity: 1 }];
  const body = {
    ...cart(shop.store, lines, { clientId: player, discordId: DEMO.fabio, email: EMAIL, ...change }),
    buyer,
  };
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', body, headers);
  expect(placed.body).toMatchObject({ success: true });
  const reference = placed.body.data.external_reference;
  const { status } = await see(reference);
  const order = status === 'pending' ? await pay(reference) : await see(reference);
  expect(order.status).toBe('completed');
  await atRest(order._id);
  return { reference, id: order._id, buyer };
}
const correct = async ({ reference, buyer }: Pick<Bought, 'reference' | 'buyer'>, ids: object, headers = {}) => {
  const sent = { external_reference: reference, buyer, ...ids };
  const { status, body } = await shop.post<{ code?: string }>('/v1/order/correct', sent, headers);
  if (status === 200) await atRest((await see(reference))._id);
  return body.code ?? status;
};
/** Waits until the bot has looked for the member and found nobody. From then on the delivery only waits. */
const atRest = (order: string) =>
  until(
    async () =>
      (
        await sql`
          select from delivery where order_id = ${order} and target = 'discord'
             and (state <> 'queued' or code is null or code not in ('not_a_member', 'discord_unavailable'))`.execute(
          shop.db,
        )
      ).rows.length,
    (moving) => moving === 0,
  );
const goods = async (order: string) =>
  (
    await sql<{ id: string; state: 'queued'; target: string; player: string }>`
      select id, state, target, player from delivery where order_id = ${order} order by seq`.execute(shop.db)
  ).rows;
/** A server of the city takes the delivery, or reports what became of it. */
const move = (id: string, from: 'queued' | 'sent', to: 'sent' | 'succeeded') =>
  transaction(shop.db, (tx) =>
    moveDeliveries(tx, shop.store.id, [
      { id, from, to, ...(to === 'sent' && { lease: { server: 'city', epoch: 1, seconds: 60 } }) },
    ]),
  );
const login = async (discordId: string) => ({
  cookie: `vitrine_compras=${await transaction(shop.db, (tx) => openCustomerSession(tx, shop.store.id, { discordId, email: null }))}`,
});

test('deliveries that wait go to the corrected ids, with an entry in the log and a mail', async () => {
  const order = await bought({ actions: [on.money(5), role()] }, { name: 'Bruno Lima' });
  expect(await see(order.reference)).toMatchObject({
    buyer: {
      name: 'Br*** Li**',
      ids: [
        { kind: 'city_id', label: 'ID da Cidade', value: String(player) },
        { kind: 'discord_id', label: 'ID do Discord', value: `…${DEMO.fabio.slice(-2)}` },
      ],
    },
    correctable: ['city_id', 'discord_id'],
  });
  expect(await correct(order, { clientId: player + 1 })).toBe(200);
  expect(await correct(order, { discordId: DEMO.bruno })).toBe(200);
  expect((await goods(order.id)).map(({ target, player: to }) => [target, to])).toEqual([
    ['fivem', String(player + 1)],
    ['discord', DEMO.bruno],
  ]);
  const { rows } = await sql`
    select actor, text, account_id from audit_entry where action = 'delivery.retarget' and store_id = ${shop.store.id}`.execute(
    shop.db,
  );
  expect(rows).toEqual(
    Array(2).fill({ actor: 'Comprador', text: expect.stringMatching(/^Corrigiu o comprador/), account_id: null }),
  );
  const mails = (await readMails(shop, EMAIL)).filter(({ kind }) => kind === 'ids_corrected');
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining(`de ${player} para ${player + 1}`),
    expect.stringContaining(`de …${DEMO.fabio.slice(-2)} para …${DEMO.bruno.slice(-2)}`),
  ]);
  for (const { text } of mails) expect(text).not.toContain(DEMO.fabio);
});

test('a delivery that arrived or is out ends the correction of its own id only', async () => {
  const order = await bought({ actions: [on.money(5), role()] });
  const [money] = await goods(order.id);
  await move(money?.id ?? '', 'queued', 'sent');
  expect((await see(order.reference)).correctable).toEqual(['discord_id']);
  expect(await correct(order, { clientId: player + 1 })).toBe('correction_too_late');
  // Two ids in one press are both refused if one of them is too late.
  expect(await correct(order, { clientId: player + 1, discordId: DEMO.bruno })).toBe('correction_too_late');
  await move(money?.id ?? '', 'sent', 'succeeded');
  expect(await correct(order, { clientId: player + 1 })).toBe('correction_too_late');
  expect(await correct(order, { discordId: DEMO.bruno })).toBe(200);
  expect((await goods(order.id)).map(({ player: to }) => to)).toEqual([String(player), DEMO.bruno]);
});

test('an attempt at Discord whose end nobody knows counts as under way', async () => {
  const order = await bought({ actions: [role()] });
  await sql`update delivery set code = 'discord_unavailable', due_at = now() + interval '1 hour' where order_id = ${order.id}`.execute(
    shop.db,
  );
  expect(await correct(order, { discordId: DEMO.bruno })).toBe('correction_too_late');
  expect((await see(order.reference)).correctable).toEqual([]);
});

test.each(['queued', 'failed'])('a later answer (%s) settles no earlier attempt at Discord', async (to) => {
  const order = await bought({ actions: [role()] });
  await sql`
    insert into delivery_history (store_id, delivery_id, id, state, attempt, code)
    select d.store_id, d.id, h.id, h.state, 1, h.code from delivery d, (values ('zy', 'queued', 'discord_unavailable'),
           ('zz', ${to}, 'missing_permissions')) h(id, state, code) where d.order_id = ${order.id}`.execute(shop.db);
  await sql`
    update delivery set state = ${to}, code = 'missing_permissions', due_at = now() + interval '1 hour',
           finished_at = case when ${to} = 'failed' then now() end where order_id = ${order.id}`.execute(shop.db);
  expect(await correct(order, { discordId: DEMO.bruno })).toBe('correction_too_late');
});

test.each(['the delivery', 'the correction'])(
  'a delivery that goes out in the same moment: %s first',
  async (first) => {
    const order = await bought({ actions: [on.money(5)] });
    const [money] = await goods(order.id);
    const hold = (tx: Tx) => sql`select from delivery where id = ${money?.id} for update`.execute(tx);
    const send = () => move(money?.id ?? '', 'queued', 'sent');
    const fix = () => correct(order, { clientId: player + 1 });
    const both: [() => Promise<unknown>, () => Promise<unknown>] = first === 'the delivery' ? [send, fix] : [fix, send];
    const answers = await inOrder(shop.db, hold, both);
    const late = first === 'the delivery';
    expect(answers[late ? 1 : 0]).toBe(late ? 'correction_too_late' : 200);
    // The delivery goes to only one of the two players.
    expect(await goods(order.id)).toMatchObject([{ state: 'sent', player: String(late ? player : player + 1) }]);
  },
);

test('corrections at once count each, and the limit holds', async () => {
  const order = await bought({ actions: [on.money(5)] });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => correct(order, { clientId: player + n })));
  expect(answers.filter((answer) => answer === 200)).toHaveLength(limits.buyerCorrections);
  expect(answers.filter((answer) => answer === 'correction_limit')).toHaveLength(5 - limits.buyerCorrections);
  expect((await see(order.reference)).correctable).toEqual([]);
});

test('attack: another browser, another login, a typed id and another store correct nothing', async () => {
  const order = await bought({ actions: [on.money(5), role()] });
  const fix = { clientId: player + 1 };
  const isOwn = async (sent: object, headers = {}) =>
    (await shop.post<{ own?: boolean }>('/v1/order/own', { external_reference: order.reference, ...sent }, headers))
      .body.own;
  expect(await isOwn({ buyer: order.buyer })).toBe(true);
  expect(await isOwn({ buyer: browser() })).toBe(false);
  expect(await isOwn({}, await login(DEMO.fabio))).toBe(false);
  expect(await correct({ ...order, buyer: browser() }, fix)).toBe('order_of_another');
  expect(await correct({ reference: order.reference, buyer: undefined as never }, fix)).toBe('order_of_another');
  // Fábio's id was typed, so his login proves nothing for this order.
  for (const person of [DEMO.fabio, DEMO.bruno]) {
    expect(await correct({ ...order, buyer: browser() }, fix, await login(person))).toBe('order_of_another');
  }
  const other = await makeStore(shop.db, shop.deps.config.secret);
  await connectSeller(shop.db, shop.deps.config.secret, other.id);
  const theirs = await makeProduct(shop.db, other.id, { actions: [on.money(5)] });
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', {
    ...cart(other, [{ id: theirs, quantity: 1 }], { clientId: player }),
    buyer: order.buyer,
  });
  // The same secret means another browser at another store.
  await sql`update "order" set buyer = (select buyer from "order" where id = ${order.id})
             where reference = ${placed.body.data.external_reference}`.execute(shop.db);
  expect(await correct({ ...order, reference: placed.body.data.external_reference }, fix)).toBe('order_of_another');
  expect(await correct({ ...order, reference: 'x'.repeat(32) }, fix)).toBe('order_not_found');
  expect((await goods(order.id)).map(({ player: to }) => to)).toEqual([String(player), DEMO.fabio]);
});

test('the login that the order was placed with corrects it elsewhere, until the id is another person’s', async () => {
  const fabio = await login(DEMO.fabio);
  const order = await bought({ actions: [on.money(5), role()] }, {}, fabio);
  const elsewhere = { ...order, buyer: browser() };
  expect(await correct(elsewhere, { clientId: player + 1 }, fabio)).toBe(200);
  expect(await correct(elsewhere, { discordId: DEMO.bruno }, fabio)).toBe(200);
  // The order now has Bruno's id, which was only typed. Only the browser that placed the order may correct it again.
  for (const person of [DEMO.fabio, DEMO.bruno]) {
    expect(await correct(elsewhere, { clientId: player + 2 }, await login(person))).toBe('order_of_another');
  }
  expect(await correct(order, { clientId: player + 2 })).toBe(200);
});

test('attack: a correction gives nobody more than a purchase would', async () => {
  const limited = await makeProduct(shop.db, shop.store.id, { buyLimit: 1, actions: [on.money(5)] });
  const code = `UM${randomBytes(4).toString('hex')}`.toUpperCase();
  await makeDiscount(shop.db, shop.store.id, { code, limitBy: 'user_id' });
  const buy = async (clientId: number, product: string, change: object = {}) => {
    const buyer = browser();
    const body = {
      ...cart(shop.store, [{ id: product, quantity: 1 }], { clientId, discordId: DEMO.fabio, ...change }),
      buyer,
    };
    const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', body);
    const reference = placed.body.data.external_reference;
    await pay(reference);
    return { reference, buyer };
  };
  await buy(player, limited);
  const second = await buy(player + 1, limited);
  expect(await correct(second, { clientId: player })).toBe('buy_limit');
  expect(await correct(second, { clientId: player + 2 })).toBe(200);

  const free = await makeProduct(shop.db, shop.store.id, { actions: [on.money(5)], price: 5000 });
  await buy(player, free, { coupon: code });
  const again = await buy(player + 1, free, { coupon: code });
  expect(await correct(again, { clientId: player })).toBe('coupon_used');
  expect(await correct(again, { clientId: player + 3 })).toBe(200);
});

test('attack: ids that are no ids, that the order already has, of a kind it never had, or of nobody, are refused', async () => {
  const order = await bought({ actions: [on.money(5), role()] });
  for (const clientId of [0, -1, 1.5, 2 ** 31, '17', null, [17]]) {
    expect([clientId, await correct(order, { clientId })]).toEqual([clientId, 'validation_failed']);
  }
  for (const discordId of ['', '1', `${DEMO.bruno}\u0000`, 'x'.repeat(20), '1'.repeat(21), 7]) {
    expect([discordId, await correct(order, { discordId })]).toEqual([discordId, 'validation_failed']);
  }
  expect(await correct(order, {})).toBe('ids_unchanged');
  expect(await correct(order, { clientId: player, discordId: DEMO.fabio })).toBe('ids_unchanged');
  expect(await correct(order, { identities: [{ kind: 'minecraft_name', value: 'Steve' }] })).toBe(
    'order_not_correctable',
  );
  expect(await correct(order, { discordId: '284102390184219999' })).toBe('discord_id_unknown');
  expect((await see(order.reference)).correctable).toEqual(['city_id', 'discord_id']);
});

test('an order that nobody paid, that ended, or that delivers nothing has nothing to correct', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { actions: [on.money(5)] });
  const buyer = browser();
  const body = { ...cart(shop.store, [{ id: product, quantity: 1 }], { clientId: player }), buyer };
  const { data } = (await shop.post<OrderCreateAnswer>('/v1/order/create', body)).body;
  expect(await correct({ reference: data.external_reference, buyer }, { clientId: player + 1 })).toBe(
    'order_not_correctable',
  );
  const nothing = await bought({});
  expect(await correct(nothing, { clientId: player + 1 })).toBe('correction_too_late');
  expect((await see(nothing.reference)).correctable).toEqual([]);
});

test('an order of R$ 0 is corrected too, and the browser is forgotten with the last delivery', async () => {
  const free = await bought({ price: 1000, actions: [on.money(5)] }, { coupon: await gift() });
  expect(await correct(free, { clientId: player + 1 })).toBe(200);
  const holders = orderSweeps.find(({ name }) => name === 'orders.holders');
  const kept = async () => {
    await holders?.run(shop.deps);
    const { rows } = await sql`select from "order" where id = ${free.id} and buyer is not null`.execute(shop.db);
    return rows.length === 1;
  };
  await sql`update "order" set completed_at = completed_at - interval '2 hours' where id = ${free.id}`.execute(shop.db);
  expect(await kept()).toBe(true);
  const [money] = await goods(free.id);
  await move(money?.id ?? '', 'queued', 'sent');
  await move(money?.id ?? '', 'sent', 'succeeded');
  expect(await kept()).toBe(false);
});

async function gift(): Promise<string> {
  const code = `GRATIS${randomBytes(3).toString('hex')}`.toUpperCase();
  await makeDiscount(shop.db, shop.store.id, { code, type: 'percentage', value: 100 });
  return code;
}
