import type { Delivery } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import type { TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { useCity } from '../../../test/make-city.ts';
import { makeSold, on, type SoldOptions } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { returnItems } from '../../orders/returns/return-items.ts';
import { violations } from '../invariants.ts';
import { dueSweep } from '../sweeps.ts';
import { foreseeReturn } from './foresee-return.ts';

/** Items of an order that a refund returns while the rest of the order stays. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity(async (city) => {
  ({ app, store, game } = city);
  await game.hello();
});
afterEach(async () => expect(await violations(app.db)).toEqual([]));

const sell = (items: SoldOptions['items']) => makeSold(app.db, store.id, { items });
const itemsOf = async (order: string) =>
  (await app.db.selectFrom('order_item').where('order_id', '=', order).orderBy('position').select('id').execute()).map(
    ({ id }) => id,
  );

/** Looks at what the return would do, then does it. `units` are by the position of the item. */
async function giveBack(id: string, units: Record<number, number>) {
  const items = await itemsOf(id);
  const returned = Object.entries(units).map(([place, count]) => ({ item: items[Number(place)] ?? '', units: count }));
  return await transaction(app.db, async (tx) => {
    const order = await lockOrder(tx, store.id, id);
    if (!order) throw new Error('no order');
    const chosen = new Map(returned.map(({ item, units: count }) => [item, count]));
    const effects = await foreseeReturn(tx, store.id, id, { units: chosen });
    await returnItems(tx, store.id, order, returned);
    return effects.map(({ text, outcome, days }) =>
      days === null ? `${text}: ${outcome}` : `${text}: ${outcome} ${days}`,
    );
  });
}

/** The city does everything that is queued. Answers what the city did. */
async function work(): Promise<string[]> {
  const done: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const commands = await game.take();
    if (commands.length === 0) break;
    for (const command of commands) {
      done.push(`${command.action} ${JSON.stringify(command.args)}`);
      await game.report(result(command as never));
    }
  }
  return done;
}

const deliveriesOf = async (id: string) =>
  (await app.post('/v1/deliveries', { subdomain: store.subdomain, orderId: id }, { token: store.token })).json<{
    deliveries: Delivery[];
  }>().deliveries;
const told = async (id: string) =>
  (await deliveriesOf(id))
    .map(({ product, phase, state, takenBack }) => [product, phase, state, takenBack].filter(Boolean).join(' '))
    .sort();

test('only the returned item is taken back, and the rest of the order keeps what it gave', async () => {
  const { id } = await sell([
    { name: 'VIP', removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip'), on.money(500)] },
    { name: 'Moto', actions: [on.group('moto')] },
  ]);
  await work();
  expect(await giveBack(id, { 0: 1 })).toEqual([
    'Adicionar ao grupo vip: taken',
    'Adicionar R$ 500 ao banco da cidade: stays',
    'Adicionar ao grupo moto: stays',
  ]);
  expect(await told(id)).toContain('VIP confirmation succeeded taking');
  expect(await work()).toEqual(['remove_group {"group":"vip"}']);
  expect(await told(id)).toEqual([
    'Moto confirmation succeeded',
    'VIP confirmation succeeded kept',
    'VIP confirmation succeeded taken',
    'VIP expiration cancelled',
    'VIP reversal succeeded',
  ]);
  const rights = await sql<{ subject: string; live: boolean }>`
    select subject, ended_at is null as live from customer_right where store_id = ${store.id} order by subject`.execute(
    app.db,
  );
  expect(rights.rows).toEqual([
    { subject: 'group:moto', live: true },
    { subject: 'group:vip', live: false },
  ]);
  // Nobody can send again what was returned.
  const [vip] = (await deliveriesOf(id)).filter(({ product, phase }) => product === 'VIP' && phase === 'confirmation');
  await sql`update delivery set state = 'failed', finished_at = now() where id = ${vip?.id ?? ''}`.execute(app.db);
  await sql`
    insert into delivery_history (store_id, delivery_id, id, state, attempt)
    values (${store.id}, ${vip?.id ?? ''}, ${`${vip?.id}x`}, 'failed', 1)`.execute(app.db);
  const again = await app.post(
    '/v1/deliveries/resend',
    { subdomain: store.subdomain, ids: [vip?.id ?? ''] },
    { token: store.token },
  );
  expect(again.json().code).toBe('delivery_not_resendable');
});

test('what another item of the same order or another purchase still gives stays', async () => {
  const { id } = await sell([
    { name: 'VIP', actions: [on.group('vip')] },
    { name: 'Pacote', actions: [on.group('vip'), on.group('moto')] },
  ]);
  await work();
  expect(await giveBack(id, { 0: 1 })).toEqual([
    'Adicionar ao grupo vip: covered',
    'Adicionar ao grupo vip: stays',
    'Adicionar ao grupo moto: stays',
  ]);
  expect(await work()).toEqual([]);
  expect(await told(id)).toContain('VIP confirmation succeeded kept');
});

test('two items that give one right and go together cover nothing of each other', async () => {
  const give = async () => {
    const { id } = await sell([
      { name: 'VIP', actions: [on.group('vip')] },
      { name: 'Pacote', actions: [on.group('vip')] },
      { name: 'Moto', actions: [on.group('moto')] },
    ]);
    await work();
    return id;
  };
  expect(await giveBack(await give(), { 0: 1, 1: 1 })).toEqual([
    'Adicionar ao grupo vip: taken',
    'Adicionar ao grupo vip: taken',
    'Adicionar ao grupo moto: stays',
  ]);
  expect(new Set(await work())).toEqual(new Set(['remove_group {"group":"vip"}']));
  const id = await give();
  const whole = await transaction(app.db, (tx) => foreseeReturn(tx, store.id, id, { whole: true }));
  // The first order still gives the motorcycle.
  expect(whole.map(({ product, outcome }) => `${product} ${outcome}`)).toEqual([
    'VIP taken',
    'Pacote taken',
    'Moto covered',
  ]);
});

test('of several units that wait, fewer go out; of those that arrived, days go and goods stay', async () => {
  const days = { removeDays: 10, quantity: 3 };
  const give = [on.group('vip'), on.money(100), on.command('avisar {{cidade}}'), on.dropGroup('vip')];
  const waiting = await sell([{ name: 'VIP', ...days, actions: give }]);
  expect(await giveBack(waiting.id, { 0: 1 })).toEqual([
    'Adicionar ao grupo vip: shorter 10',
    'Adicionar R$ 300 ao banco da cidade: fewer',
    'Executar o comando avisar 17 (3 vezes): fewer',
  ]);
  const sent = await work();
  expect(sent.filter((one) => one.startsWith('execute_command'))).toHaveLength(2);
  expect(sent.find((one) => one.startsWith('add_money'))).toContain('200');
  const ends = async (id: string) =>
    (
      await sql<{ days: number; due: number }>`
        select s.days, round(extract(epoch from d.due_at - now()) / 86400)::int as due
          from right_source s join delivery d on d.order_id = s.order_id and d.phase = 'expiration'
         where s.order_id = ${id}`.execute(app.db)
    ).rows;
  expect(await ends(waiting.id)).toEqual([{ days: 20, due: 20 }]);

  expect(await giveBack(waiting.id, { 0: 1 })).toEqual([
    'Adicionar ao grupo vip: shorter 10',
    'Adicionar R$ 200 ao banco da cidade: stays',
    'Executar o comando avisar 17 (2 vezes): stays',
  ]);
  expect(await work()).toEqual([]);
  expect(await ends(waiting.id)).toEqual([{ days: 10, due: 10 }]);
  await giveBack(waiting.id, { 0: 1 });
  expect(await work()).toEqual(['remove_group {"group":"vip"}']);
});

test('what is out when its item is returned is taken back if it arrives, and the owner’s removal runs now', async () => {
  const remove = { target: 'fivem', type: 'remove_money', executionTiming: 'on_expiration', amount: 70 } as const;
  const { id } = await sell([
    { name: 'Mala', removeDays: 30, actions: [on.money(70), remove] },
    { name: 'VIP', actions: [on.group('vip')] },
  ]);
  const out = await game.take();
  expect(out.map(({ action }) => action)).toEqual(['add_money']);
  expect(await giveBack(id, { 0: 1, 1: 1 })).toEqual([
    'Adicionar R$ 70 ao banco da cidade: out',
    'Adicionar ao grupo vip: stopped',
  ]);
  for (const command of out) await game.report(result(command as never));
  await dueSweep.run(app.deps);
  expect(await work()).toEqual(['remove_money {"amount":70}']);
  expect((await told(id)).filter((one) => one.includes('confirmation'))).toEqual([
    'Mala confirmation succeeded taken',
    'VIP confirmation cancelled',
  ]);
});

test('whatever goes back beside a working city and ending days, a player has the groups that a purchase still gives', async () => {
  const has = new Set<string>();
  const city = async () => {
    for (const command of await game.take()) {
      const { group } = command.args as { group: string };
      if (command.action === 'add_group') has.add(group);
      else has.delete(group);
      await game.report(result(command as never));
    }
  };
  let seed = 7;
  const dice = (sides: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % sides;
  };
  const item = () => {
    const group = ['ouro', 'prata'][dice(2)] as string;
    const expires = dice(2) === 0;
    const actions = [on.group(group), ...(expires ? [on.dropGroup(group)] : [])];
    return { actions, quantity: 1 + dice(3), removeDays: expires ? 10 : null };
  };
  for (let round = 0; round < 15; round += 1) {
    const { id } = await sell([item(), item(), item()]);
    if (dice(2) === 0) await city();
    const place = dice(3);
    const { quantity } = await app.db
      .selectFrom('order_item')
      .where('order_id', '=', id)
      .where('position', '=', place)
      .select('quantity')
      .executeTakeFirstOrThrow();
    await Promise.all([giveBack(id, { [place]: 1 + dice(quantity) }), city(), dueSweep.run(app.deps)]);
    // Some days end now.
    if (dice(3) === 0) {
      await sql`
        update delivery set due_at = now() where store_id = ${store.id} and order_id = ${id} and phase = 'expiration' and state = 'scheduled'`.execute(
        app.db,
      );
    }
    await dueSweep.run(app.deps);
    for (let turn = 0; turn < 8; turn += 1) await city();
    const { rows } = await sql<{ subject: string }>`
      select r.subject from customer_right r
       where r.store_id = ${store.id} and r.ended_at is null and exists (
         select from right_source s where s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null)
       order by 1`.execute(app.db);
    expect([...has].map((group) => `group:${group}`).sort(), `after round ${round}`).toEqual(
      rows.map(({ subject }) => subject),
    );
  }
});
