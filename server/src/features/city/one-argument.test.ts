import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenize } from '../../../../standins/fxserver/console.ts';
import { MIGRATIONS_FOLDER } from '../../db/migrate.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { everything, type GameClient } from '../../test/game-client.ts';
import type { MadeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeCity } from '../../test/make-city.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { renderAgainSweep } from '../deliveries/render/render-again.ts';

/** What a buyer types stays one argument. Each attack goes through the HTTP API to the line that the city reads. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  await game.hello();
});

const ask = async (over: object = {}) => {
  const variable = { kind: 'question', name: 'resposta', label: 'Seu título', answer: 'text', required: true, ...over };
  const answer = await app.post(
    '/v1/variables/create',
    { subdomain: store.subdomain, variable },
    { token: store.token },
  );
  expect(answer.status).toBe(200);
  return answer.json<{ variable: { _id: string } }>().variable._id;
};

/** Buys a free product with these actions as a shopper does. Answers the lines that the city is told to run. */
async function buy(actions: Action[], buyer: object): Promise<string[][]> {
  const product = await makeProduct(app.db, store.id, { price: 0, actions });
  const answer = await app.post('/v1/order/create', {
    subdomain: store.subdomain,
    idProducts: [{ id: product, quantity: 1 }],
    clientId: 44,
    discordId: '391822001983488001',
    paymentMethod: 'pix',
    ...buyer,
  });
  expect(answer.json()).toMatchObject({ success: true });
  return (await game.take()).map(({ args }) => tokenize(String(args.command)));
}

test('an answer with a space stays one argument: addgroup 44 "1 superadmin" vip', async () => {
  await ask();
  const lines = await buy([on.command('addgroup {{cidade}} {{resposta}} vip')], {
    variables: { resposta: '1 superadmin' },
  });
  expect(lines).toEqual([['addgroup', '44', '1 superadmin', 'vip']]);
});

test('a buyer without a name shifts no argument', async () => {
  expect(await buy([on.command('anunciar {{nome}} {{cidade}} vip')], {})).toEqual([['anunciar', '', '44', 'vip']]);
});

test('an optional question that nobody answered shifts no argument', async () => {
  await ask({ required: false });
  const lines = await buy([on.command('dar {{cidade}} {{resposta}} vip')], {});
  expect(lines).toEqual([['dar', '44', '', 'vip']]);
});

test('a name with spaces stays one argument, also as a part of one', async () => {
  const lines = await buy([on.command('dizer apoio:{{nome}}! {{cidade}}')], { name: 'Ana de Souza' });
  expect(lines).toEqual([['dizer', 'apoio:Ana de Souza!', '44']]);
});

test('a template whose command the buyer chooses is never executed', async () => {
  await ask();
  const actions = [on.command('{{resposta}} 44'), on.command('{{resposta}}x 44')];
  expect(await buy(actions, { variables: { resposta: 'quit' } })).toEqual([]);
  const { rows } = await sql<{ state: string; code: string }>`
    select state, code from delivery where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([
    { state: 'failed', code: 'invalid_args' },
    { state: 'failed', code: 'invalid_args' },
  ]);
});

test('a free answer never names the group, the item or the vehicle that is given', async () => {
  await ask();
  const actions: Action[] = [
    on.group('{{resposta}}'),
    on.item('{{resposta}}', 1),
    { target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: '{{resposta}}' },
  ];
  const { id } = await makeSold(app.db, store.id, { variables: { resposta: 'superadmin' }, items: [{ actions }] });
  const { rows } = await sql<{ state: string }>`select state from delivery where order_id = ${id}`.execute(app.db);
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
});

test('attack: a name with an empty placeholder is never given: no answer, or an empty title', async () => {
  await ask({ answer: 'choice', choices: ['ouro'], products: [await makeProduct(app.db, store.id)] });
  await app.db.updateTable('store').set({ name: '🔥🔥' }).where('id', '=', store.id).execute();
  // The product was saved before this rule, and its question is asked for another product.
  const asked = await buy([on.group('vip_{{resposta}}'), on.group('vip_{{loja}}'), on.command('dar {{cidade}}')], {});
  expect(asked).toEqual([['dar', '44']]);
  expect(await states()).toMatchObject([
    { state: 'failed', message: 'O nome do grupo ficou incompleto: {{resposta}} está vazia' },
    { state: 'failed', message: 'O nome do grupo ficou incompleto: {{loja}} está vazia' },
    { state: 'sent' },
  ]);
});

const states = async () => {
  const { rows } = await sql<{ state: string; code: string | null; message: string | null }>`
    select state, code, message from delivery where store_id = ${store.id} order by seq`.execute(app.db);
  return rows;
};

/** Makes the store's deliveries as an older version left them, before commands were lists of arguments. */
const makeOld = () =>
  sql`update delivery set args = jsonb_build_object('command', 'addgroup 44 1 superadmin vip') where store_id = ${store.id}`.execute(
    app.db,
  );

test('a command that was rendered as one line before is rendered again before it goes out', async () => {
  await ask();
  await makeSold(app.db, store.id, {
    client: 44,
    variables: { resposta: '1 superadmin' },
    items: [{ actions: [on.command('addgroup {{cidade}} {{resposta}} vip')] }],
  });
  await makeOld();
  expect(await game.take()).toEqual([]);
  await renderAgainSweep.run(app.deps);
  expect((await game.take()).map(({ args }) => args.argv)).toEqual([['addgroup', '44', '1 superadmin', 'vip']]);
});

test('an old command that the buyer chose fails, also if it is due later, so that a person sees it', async () => {
  await ask();
  await makeSold(app.db, store.id, {
    variables: { resposta: 'superadmin' },
    items: [
      { removeDays: 30, actions: [on.command('{{resposta}} 44'), on.command('{{resposta}} 45', 'on_expiration')] },
    ],
  });
  await sql`update delivery set state = case phase when 'expiration' then 'scheduled' else 'queued' end,
      code = null, message = null, finished_at = null where store_id = ${store.id}`.execute(app.db);
  await makeOld();
  await renderAgainSweep.run(app.deps);
  expect(await states()).toEqual(
    Array(2).fill({
      state: 'failed',
      code: 'invalid_args',
      message: 'O comando começa com uma variável: confira o produto',
    }),
  );
});

test('an old command that may have begun becomes uncertain, so that a person decides', async () => {
  await makeSold(app.db, store.id, { items: [{ actions: [on.command('{{nome}} 44')] }] });
  await sql`update delivery set state = 'queued', server_id = (select id from game_server where store_id = ${store.id}),
      code = null, message = null, finished_at = null where store_id = ${store.id}`.execute(app.db);
  await makeOld();
  await renderAgainSweep.run(app.deps);
  expect(await states()).toMatchObject([{ state: 'uncertain', code: 'invalid_args' }]);
});

test('an older script gets only lines without quotes; the others wait for the new one and say why', async () => {
  const { arguments: _, ...older } = everything;
  await game.hello({ version: '1.1.0', capabilities: older });
  await makeSold(app.db, store.id, { client: 44, items: [{ actions: [on.command('dar {{cidade}} vip')] }] });
  await makeSold(app.db, store.id, {
    client: 45,
    name: 'Ana Lima',
    items: [{ actions: [on.command('dizer {{nome}}')] }],
  });
  expect((await game.take()).map(({ args }) => args.command)).toEqual(['dar 44 vip']);
  expect((await states())[1]).toMatchObject({ state: 'queued', code: 'script_outdated' });
  await game.hello({ version: '1.2.0' });
  expect((await game.take()).map(({ args }) => args.argv)).toEqual([['dizer', 'Ana Lima']]);
});

test('attack: a group that a buyer named before the rule stays back, and one that an owner named goes out', async () => {
  await ask({ answer: 'choice', choices: ['azul'] });
  await ask({ name: 'livre' });
  const bought = { client: 44, variables: { resposta: 'azul', livre: 'superadmin' } };
  const own = [on.group('vip'), on.group('vip_{{resposta}}')];
  await makeSold(app.db, store.id, { ...bought, items: [{ actions: [on.group('{{livre}}'), ...own] }] });
  await makeSold(app.db, store.id, { ...bought, client: 45, items: [{ actions: [on.item('{{nome}}', 1)] }] });
  // The deliveries are as an older version left them: they are rendered, and one of them failed for another reason.
  await sql`update delivery set code = null, message = null, args = case action_index when 0 then
      '{"group": "superadmin"}' else args end, state = case client when 44 then 'queued' else state end
     where store_id = ${store.id}`.execute(app.db);
  const migration = readFileSync(join(MIGRATIONS_FOLDER, '0030_names_of_before.sql'), 'utf8');
  await sql.raw(migration).execute(app.db);
  await sql.raw(migration).execute(app.db);
  expect((await game.take()).map(({ args }) => args.group)).toEqual(['vip']);
  expect((await states()).map(({ state, code }) => [state, code])).toEqual([
    ['failed', 'invalid_args'],
    ['sent', null],
    ['queued', null],
    ['failed', 'invalid_args'],
  ]);
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from delivery_history where store_id = ${store.id} and message like 'O nome depende%'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ told: 2 }]);
});

test('an answer chosen from a list is delivered even if the owner has changed the list since', async () => {
  const id = await ask({ answer: 'choice', choices: ['azul'] });
  const product = await makeProduct(app.db, store.id, {
    price: 0,
    removeDays: 30,
    actions: [on.group('{{resposta}}'), on.dropGroup('{{resposta}}')],
  });
  const bought = await app.post('/v1/order/create', {
    subdomain: store.subdomain,
    idProducts: [{ id: product, quantity: 1 }],
    clientId: 44,
    discordId: '391822001983488001',
    paymentMethod: 'pix',
    variables: { resposta: 'azul' },
  });
  expect(bought.json()).toMatchObject({ success: true });
  const { rows } = await sql<{ id: string }>`select id from "order" where store_id = ${store.id}`.execute(app.db);
  const as = { token: store.token };
  const question = { kind: 'question', name: 'resposta', label: 'Cor', answer: 'choice', choices: ['preto'] };
  const edited = await app.post(
    `/v1/variables/edit/${store.subdomain}/${id}`,
    { variable: { ...question, required: true } },
    as,
  );
  expect(edited.status).toBe(200);
  const moved = await app.post(
    '/v1/deliveries/retarget',
    { subdomain: store.subdomain, orderId: rows[0]?.id, clientId: 45 },
    as,
  );
  expect(moved.status).toBe(200);
  expect((await states()).map(({ state }) => state)).toEqual(['queued', 'scheduled']);
  expect((await game.take()).map(({ args, player }) => [args.group, player.city_id])).toEqual([['azul', '45']]);
});

test('correcting the buyer fails what became unsafe', async () => {
  await ask({ answer: 'choice', choices: ['azul'] });
  const { id } = await makeSold(app.db, store.id, {
    variables: { resposta: 'azul' },
    items: [{ removeDays: 30, actions: [on.group('{{resposta}}'), on.dropGroup('{{resposta}}')] }],
  });
  await sql`update "order" set variables = '{"resposta": "superadmin"}' where id = ${id}`.execute(app.db);
  const answer = await app.post(
    '/v1/deliveries/retarget',
    { subdomain: store.subdomain, orderId: id, clientId: 45 },
    { token: store.token },
  );
  expect(answer.status).toBe(200);
  expect((await states()).map(({ state, code }) => [state, code])).toEqual(Array(2).fill(['failed', 'invalid_args']));
});
