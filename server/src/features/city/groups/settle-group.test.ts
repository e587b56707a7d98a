import type { Delivery, PublicDelivery } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { everything, type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling, useCity } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity((city) => {
  ({ app, store, game } = city);
});

const sell = selling(() => ({ app, store }));
const vip = (level: number) => sell([on.group(`Vip:${level}`), on.dropGroup(`Vip:${level}`)], { removeDays: 30 });
const refund = (order: { id: string }) => refundSold(app.db, store.id, order.id);

/** Runs what the city is offered now. Answers it as `action group`. */
async function play(): Promise<string[]> {
  const commands = await game.take();
  await game.report(...commands.map((command) => result(command)));
  return commands.map(({ action, args }) => `${action} ${args.group}`);
}

async function codes(order: { id: string }): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select phase || ' ' || state || coalesce(' ' || code, '') as text from delivery
     where order_id = ${order.id} order by seq`.execute(app.db);
  return rows.map(({ text }) => text);
}

async function both(): Promise<{ silver: { id: string }; gold: { id: string } }> {
  await game.hello();
  const silver = await vip(2);
  expect(await play()).toEqual(['add_group Vip:2']);
  const gold = await vip(1);
  expect(await play()).toEqual(['add_group Vip:1']);
  return { silver, gold };
}

test('the refund of gold gives back the silver that is still paid', async () => {
  const { silver, gold } = await both();
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
  expect(await codes(gold)).toEqual([
    'confirmation succeeded ok',
    'expiration cancelled order_ended',
    'reversal succeeded ok',
  ]);
  await refund(silver);
  expect(await play()).toEqual(['remove_group Vip:2']);
  expect(await violations(app.db)).toEqual([]);
});

test('the refund of silver leaves the gold', async () => {
  const { silver, gold } = await both();
  await refund(silver);
  expect(await play()).toEqual([]);
  expect((await codes(silver)).at(-1)).toBe('reversal cancelled covered');
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});

test('silver that is bought after gold does not lower the level', async () => {
  await game.hello();
  const gold = await vip(1);
  await play();
  await vip(2);
  expect(await play()).toEqual(['add_group Vip:1']);
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
});

test('when gold expires its buyer falls back to silver, and then to nothing', async () => {
  const { silver, gold } = await both();
  const expire = async ({ id }: { id: string }) => {
    await sql`update delivery set due_at = now() where order_id = ${id} and phase = 'expiration'`.execute(app.db);
    await dueSweep.run(app.deps);
    return await play();
  };
  expect(await expire(gold)).toEqual(['add_group Vip:2']);
  expect(await expire(silver)).toEqual(['remove_group Vip:2']);
});

test('an owner who takes the group without its level takes what the item gave, and nothing comes back', async () => {
  await game.hello();
  const gold = await sell([on.group('Vip:1'), on.dropGroup('Vip')], { removeDays: 30 });
  await play();
  await sql`update delivery set due_at = now() where order_id = ${gold.id} and phase = 'expiration'`.execute(app.db);
  await dueSweep.run(app.deps);
  expect(await play()).toEqual(['remove_group Vip']);
  const silver = await vip(2);
  await play();
  await refund(silver);
  expect(await play()).toEqual(['remove_group Vip:2']);
});

test('gold counts only for its own player and in its own store', async () => {
  const { gold } = await both();
  await makeSold(app.db, store.id, { client: 18, items: [{ actions: [on.group('Vip:3')] }] });
  expect(await play()).toEqual(['add_group Vip:3']);
  const other = await makeCity(app);
  await other.game.hello();
  await makeSold(app.db, other.store.id, { items: [{ actions: [on.group('Vip:3')] }] });
  const [command] = await other.game.take();
  await other.game.report(result(command as never));
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
});

test('if the base has no levels, a name with a number is a group of its own', async () => {
  await game.hello({ framework: 'creative3' });
  await vip(2);
  await play();
  const gold = await vip(1);
  await play();
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});

test('silver that never arrived is not given back', async () => {
  await game.hello();
  const silver = await vip(2);
  const [command] = await game.take();
  await game.report(result(command as never, 'failed', 'invalid_group'));
  expect((await codes(silver))[0]).toBe('confirmation failed invalid_group');
  const gold = await vip(1);
  await play();
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});

const everywhere = { online: true, offline: true };
/** A script that knows `instead` and tells what it saw. */
const told = { framework: 'vrpex', capabilities: { ...everything, instead: everywhere } };

/** Runs the one offered command. The city saw `prior` before it and `stands` after it. Answers the command with its arguments. */
async function see(place: string, prior: string, stands: string, code = 'ok'): Promise<string> {
  const [command] = await game.take();
  if (!command) return 'nothing';
  await game.report({ ...result(command, 'succeeded', code), detail: { place, prior, stands } } as never);
  return [command.action, command.args.group ?? command.args.vehicle, command.args.instead].filter(Boolean).join(' ');
}
const group = (name: string) => sell([on.group(name), on.dropGroup(name)], { removeDays: 30 });
const aftermath = async (order: { id: string }) => {
  const { rows } = await sql<{ aftermath: unknown }>`
    select aftermath from delivery where order_id = ${order.id} and aftermath is not null order by seq`.execute(app.db);
  return rows.map((row) => row.aftermath);
};

test('of groups that push each other out, the newest that is still paid stands', async () => {
  await game.hello(told);
  const silver = await group('prata');
  expect(await see('gtype:vip', '', 'prata')).toBe('add_group prata');
  const gold = await group('ouro');
  expect(await see('gtype:vip', 'prata', 'ouro')).toBe('add_group ouro');
  await refund(gold);
  expect(await see('gtype:vip', 'ouro', 'prata')).toBe('remove_group ouro prata');
  expect(await aftermath(gold)).toEqual([{ taken: 'ouro', stays: 'prata', by: 'purchase' }]);
  const again = await group('ouro');
  await see('gtype:vip', 'prata', 'ouro');
  await refund(silver);
  expect(await see('', '', '')).toBe('nothing');
  expect((await codes(silver)).at(-1)).toBe('reversal cancelled covered');
  await refund(again);
  // The silver that the city saw before came from a purchase, so it does not come back.
  expect(await see('gtype:vip', 'ouro', '')).toBe('remove_group ouro');
});

test('what the player had before stays with them, whatever is refunded or expires', async () => {
  await game.hello(told);
  // The same group was given by hand before.
  const owner = await group('ouro');
  await see('gtype:vip', 'ouro', 'ouro', 'already_owned');
  await refund(owner);
  expect(await see('', '', '')).toBe('nothing');
  expect((await codes(owner)).at(-1)).toBe('reversal cancelled kept');
  expect(await aftermath(owner)).toEqual([{ stays: 'ouro', by: 'prior' }]);
});

test('a name with spaces and accents is remembered as any other', async () => {
  await game.hello(told);
  const owner = await group('Sócio Fundador');
  await see('gtype:sócio', 'Sócio Fundador', 'Sócio Fundador', 'already_owned');
  await refund(owner);
  expect(await see('', '', '')).toBe('nothing');
  expect(await aftermath(owner)).toEqual([{ stays: 'Sócio Fundador', by: 'prior' }]);
});

test('a sibling that was there before comes back after two purchases', async () => {
  await game.hello(told);
  const silver = await group('prata');
  await see('gtype:vip', 'bronze', 'prata');
  const gold = await group('ouro');
  await see('gtype:vip', 'prata', 'ouro');
  await refund(silver);
  expect(await see('', '', '')).toBe('nothing');
  await refund(gold);
  expect(await see('gtype:vip', 'ouro', 'bronze')).toBe('remove_group ouro bronze');
  expect(await aftermath(gold)).toEqual([{ taken: 'ouro', stays: 'bronze', by: 'prior' }]);
});

test('somebody who gets a group by hand between two purchases keeps it', async () => {
  await game.hello(told);
  const first = await group('ouro');
  await see('group:ouro', '', 'ouro');
  await refund(first);
  await see('group:ouro', 'ouro', '');
  const second = await group('ouro');
  await see('group:ouro', 'ouro', 'ouro', 'already_owned');
  await refund(second);
  expect(await see('', '', '')).toBe('nothing');
});

test('a group that an older script gave without a report of before counts as bought, not as the player’s own', async () => {
  await game.hello({ framework: 'vrpex' });
  const first = await group('ouro');
  expect(await play()).toEqual(['add_group ouro']);
  await game.hello(told);
  const second = await group('ouro');
  await see('group:ouro', 'ouro', 'ouro', 'already_owned');
  await refund(first);
  expect(await see('', '', '')).toBe('nothing');
  await refund(second);
  expect(await see('group:ouro', 'ouro', '')).toBe('remove_group ouro');
});

test('after an attempt whose end nobody saw, a report does not say what the player had before', async () => {
  await game.hello(told);
  const gold = await group('ouro');
  const [lost] = await game.take();
  await game.report(result(lost as never, 'deferred', 'timeout'));
  await sql`update delivery set due_at = now() where order_id = ${gold.id} and state = 'queued'`.execute(app.db);
  await see('group:ouro', 'ouro', 'ouro', 'already_owned');
  await refund(gold);
  expect(await see('group:ouro', 'ouro', '')).toBe('remove_group ouro');
});

test('a car that the player owned before is not taken back', async () => {
  await game.hello(told);
  const car = (vehicleName: string) => ({ target: 'fivem', executionTiming: 'on_confirmation', vehicleName }) as const;
  const buy = (name: string) => sell([{ ...car(name), type: 'add_vehicle' }]);
  const own = await buy('sultan');
  await see('vehicle:sultan', 'sultan', 'sultan', 'already_owned');
  await refund(own);
  expect(await see('', '', '')).toBe('nothing');
  const bought = await buy('kuruma');
  await see('vehicle:kuruma', '', 'kuruma');
  await refund(bought);
  expect(await see('vehicle:kuruma', 'kuruma', '')).toBe('remove_vehicle kuruma');
});

test('a script that tells nonsense changes nothing', async () => {
  await game.hello(told);
  const gold = await group('ouro');
  await see('role:1', 'ouro', 'ouro');
  const silver = await group('prata');
  await see('gtype:vip', 'x; quit', 'prata');
  for (const order of [gold, silver]) await refund(order);
  const places = await sql`select from right_place where store_id = ${store.id}`.execute(app.db);
  expect(places.rows).toEqual([]);
  expect(await see('', '', '')).toBe('remove_group ouro');
});

test('days that were over before the goods arrived begin with them', async () => {
  await game.hello(told);
  const gold = await group('ouro');
  // The city was away for longer than was bought.
  await sql`update right_source set ends_at = now() - interval '1 day' where order_id = ${gold.id}`.execute(app.db);
  await sql`
    update delivery set due_at = now() - interval '1 day' where order_id = ${gold.id} and phase = 'expiration'`.execute(
    app.db,
  );
  await dueSweep.run(app.deps);
  await see('group:ouro', '', 'ouro');
  await dueSweep.run(app.deps);
  const { rows } = await sql<{ days: number; state: string }>`
    select state, round(extract(epoch from due_at - now()) / 86400)::int as days
      from delivery where order_id = ${gold.id} and phase = 'expiration'`.execute(app.db);
  expect(rows).toEqual([{ state: 'scheduled', days: 30 }]);
});

test('money that was spent before a refund stays an open debt', async () => {
  await game.hello(told);
  const back = { target: 'fivem', type: 'remove_money', executionTiming: 'on_expiration', amount: 1000 } as const;
  const order = await sell([on.money(1000), back], { removeDays: 30 });
  const [given] = await game.take();
  await game.report(result(given as never));
  await refund(order);
  await dueSweep.run(app.deps);
  const [taken] = await game.take();
  expect(taken).toMatchObject({ action: 'remove_money', args: { amount: 1000 } });
  await game.report({ ...result(taken as never), detail: { before: 300, after: 0 } } as never);
  expect(await aftermath(order)).toEqual([{ takenMoney: 300, owed: 700 }]);
  const words = 'Retirado: R$ 300 na cidade. Falta devolver R$ 700 na cidade.';
  const ask = async (path: string, body: object) =>
    (await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token })).json<{
      deliveries: Delivery[];
      order: { external_reference: string };
    }>();
  const desk = await ask('/v1/deliveries', { orderId: order.id });
  expect(desk.deliveries.map(({ aftermath }) => aftermath?.owed)).toEqual([undefined, 700]);
  const drawer = await ask('/v1/order/details', { id: order.id });
  expect(drawer.deliveries.map(({ aftermath }) => aftermath?.text)).toEqual([undefined, words]);
  const bought = await app.get(`/v1/order/${drawer.order.external_reference}`);
  const { deliveries } = bought.json<{ response: { deliveries: PublicDelivery[] } }>().response;
  expect(deliveries.map(({ aftermath }) => aftermath?.text)).toEqual([undefined, words]);
});
