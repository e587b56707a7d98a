import type { Answer } from '@vitrine/contract/calls/table';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import { loggedActions } from '../../../test/logged.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { useCity } from '../../../test/make-city.ts';
import { makeSold, on, refundSold, type SoldOptions } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity(async (city) => {
  ({ app, store, game } = city);
  await game.hello();
});
afterEach(async () => expect(await violations(app.db)).toEqual([]));

const vip = { name: 'VIP', removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip'), on.money(500)] };
const sell = (items: SoldOptions['items']) => makeSold(app.db, store.id, { items });
const post = async (path: string, body: object, token = store.token) => {
  const answer = await app.post(`/v1${path}`, { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, code: answer.json<{ code?: string }>().code };
};
const revoke = (id: string, token = store.token) => post('/buyers/rights/revoke', { id, reason: 'trapaça' }, token);
const benefits = async () => {
  const buyer = { subdomain: store.subdomain, kind: 'city_id', value: '17' };
  const answer = await app.post('/v1/buyers/details', buyer, { token: store.token });
  return answer.json<Answer<'POST /buyers/details'>>().benefits;
};
const rightOf = async () => (await benefits())[0]?.id ?? '';
/** The city does all that is queued, and answers what it did. */
async function work(): Promise<string[]> {
  const done: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const commands = await game.take();
    if (commands.length === 0) break;
    for (const command of commands) {
      done.push(command.action);
      await game.report(result(command as never));
    }
  }
  return done;
}

test('what an item gave is taken back in the city, once, and money stays', async () => {
  await sell([vip, { name: 'Moto', actions: [on.group('moto')] }]);
  await work();
  const id = (await benefits()).find(({ product }) => product === 'VIP')?.id ?? '';
  const answers = await Promise.all([revoke(id), revoke(id), revoke(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('right_not_revocable');
  expect(await work()).toEqual(['remove_group']);
  expect((await benefits()).map(({ product, state }) => [product, state])).toEqual([
    ['Moto', 'live'],
    ['VIP', 'removed'],
  ]);
  expect((await loggedActions(app.db, store.id)).filter((action) => action === 'order.revoke')).toHaveLength(1);
  expect(await work()).toEqual([]);
});

test('a group that another purchase still gives stays until that purchase is revoked too', async () => {
  await sell([vip]);
  await work();
  const before = (await benefits())[0]?.endsAt ?? '';
  await sell([vip]);
  await work();
  const id = await rightOf();
  expect((await revoke(id)).status).toBe(200);
  expect(await work()).toEqual([]);
  const [still] = await benefits();
  expect(still?.state).toBe('live');
  expect(Math.abs(Date.parse(still?.endsAt ?? '') - Date.parse(before))).toBeLessThan(60_000);
  expect((await revoke(id)).status).toBe(200);
  expect(await work()).toEqual(['remove_group']);
});

test('a right without end is taken back too, and a delivery that did not go out never goes', async () => {
  await sell([{ name: 'Moto', actions: [on.group('moto')] }]);
  expect((await revoke(await rightOf())).status).toBe(200);
  expect(await work()).toEqual([]);
  await sell([{ name: 'Carro', actions: [on.group('carro')] }]);
  await work();
  const id = (await benefits()).find(({ state }) => state === 'live')?.id ?? '';
  expect((await revoke(id)).status).toBe(200);
  expect(await work()).toEqual(['remove_group']);
});

test('a revoked delivery cannot be sent again, and a refund after the revocation takes nothing twice', async () => {
  const { id: order } = await sell([vip]);
  await work();
  await revoke(await rightOf());
  expect(await work()).toEqual(['remove_group']);
  const { rows } = await sql<{ id: string }>`
    select id from delivery where order_id = ${order} and phase = 'confirmation' and action_type = 'add_group'`.execute(
    app.db,
  );
  await sql`update delivery set state = 'failed' where id = ${rows[0]?.id}`.execute(app.db);
  expect((await post('/deliveries/resend', { ids: [rows[0]?.id] })).code).toBe('delivery_not_resendable');
  await sql`update delivery set state = 'succeeded' where id = ${rows[0]?.id}`.execute(app.db);
  await refundSold(app.db, store.id, order);
  expect(await work()).toEqual([]);
});

test('a revocation meets a refund: the group is taken once', async () => {
  const { id: order } = await sell([vip]);
  await work();
  const id = await rightOf();
  await Promise.all([revoke(id), refundSold(app.db, store.id, order), revoke(id)]);
  expect(await work()).toEqual(['remove_group']);
  expect((await revoke(id)).code).toBe('right_not_revocable');
});

test('attack: another store, a member without the right, and an unknown id take nothing', async () => {
  await sell([vip]);
  const id = await rightOf();
  const other = await makeStore(app.db, app.deps.config.secret);
  const abroad = { subdomain: other.subdomain, id, reason: 'x' };
  expect((await app.post('/v1/buyers/rights/revoke', abroad, { token: other.token })).json()).toMatchObject({
    code: 'right_not_found',
  });
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await revoke(id, attendant.token)).code).toBe('forbidden');
  expect((await revoke('nada')).code).toBe('right_not_found');
  expect((await post('/buyers/rights/revoke', { id, reason: '  ' })).code).toBe('validation_failed');
  expect((await benefits())[0]?.state).toBe('waiting');
});
