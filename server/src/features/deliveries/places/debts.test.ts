import type { Delivery } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { selling, useCity } from '../../../test/make-city.ts';
import { on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { dueSweep } from '../sweeps.ts';

/** Money that a buyer had spent before the refund: the store's people end the debt. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity(async (city) => {
  ({ app, store, game } = city);
  await game.hello();
});

const sell = selling(() => ({ app, store }));
const desk = (path: string, body: object, token = store.token) =>
  app.post(`/v1/deliveries${path}`, { subdomain: store.subdomain, ...body }, { token });

/** A refunded order whose removal found `balance`, and what the desk says of it. */
async function refunded(balance: number) {
  const back = { target: 'fivem', type: 'remove_money', executionTiming: 'on_expiration', amount: 1000 } as const;
  const order = await sell([on.money(1000), back], { removeDays: 30 });
  const [given] = await game.take();
  await game.report(result(given as never));
  await refundSold(app.db, store.id, order.id);
  await dueSweep.run(app.deps);
  const [taken] = await game.take();
  await game.report({ ...result(taken as never), detail: { before: balance, after: 0 } } as never);
  const told = async () =>
    (await desk('', { orderId: order.id })).json<{ deliveries: Delivery[] }>().deliveries[1]?.aftermath;
  return { id: taken?.id as string, told };
}

test.each([
  ['/mark', 'A dívida de R$ 700 na cidade foi acertada com a loja.', '/cancel', 'delivery_not_cancellable'],
  ['/cancel', 'A loja perdoou a dívida de R$ 700 na cidade.', '/mark', 'delivery_not_markable'],
] as const)('%s ends an open debt once, and the other word comes too late', async (path, text, other, code) => {
  const { id, told } = await refunded(300);
  expect(await told()).toMatchObject({ owed: 700 });
  const both = await Promise.all([desk(path, { id, note: 'Combinado' }), desk(path, { id })]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await told()).toMatchObject({ text: `Retirado: R$ 300 na cidade. ${text}`, owed: null, takenMoney: 300 });
  expect((await desk(other, { id })).json().code).toBe(code);
  const audit = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', 'like', 'delivery.%')
    .select('text')
    .execute();
  expect(audit.map(({ text: said }) => said)).toEqual([expect.stringMatching(/^Dívida (acertada|perdoada): VIP Ouro/)]);
});

test('nobody ends a debt that does not exist, and another store or a person without the right ends none', async () => {
  const paid = await refunded(1000);
  expect(await paid.told()).toMatchObject({ text: 'Retirado: R$ 1.000 na cidade.', owed: null });
  expect((await desk('/mark', { id: paid.id })).json().code).toBe('delivery_not_markable');
  expect((await desk('/cancel', { id: paid.id })).json().code).toBe('delivery_not_cancellable');

  const { id, told } = await refunded(0);
  const other = await makeStore(app.db, app.deps.config.secret);
  const stranger = await app.post('/v1/deliveries/cancel', { subdomain: other.subdomain, id }, { token: other.token });
  expect(stranger.json().code).toBe('delivery_not_found');
  expect((await desk('/cancel', { id }, other.token)).status).toBe(404);
  const manager = await makeMember(app.db, store.id, 'manager');
  const may = (await desk('/cancel', { id }, manager.token)).status;
  expect(may).toBe(403);
  expect(await told()).toMatchObject({ text: 'Falta devolver R$ 1.000 na cidade.', owed: 1000 });
});
