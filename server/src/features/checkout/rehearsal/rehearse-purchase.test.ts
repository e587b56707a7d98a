import type { Action } from '@vitrine/contract/actions';
import { identityRules } from '@vitrine/contract/identity';
import type { RehearsalAnswer } from '@vitrine/contract/rehearsals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/app.ts';
import { everything, GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { scriptVersion } from '../../stores/connection/script-zip.ts';

/** What a rehearsal says of each cause, and that it leaves nothing behind. Causes of Discord: discord-doubts.test.ts. */

answerPollsAtOnce();

let server: TestServer;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  game = new GameClient(server, store.apiToken);
});

async function send(body: object, token = store.token): Promise<Response> {
  return await fetch(`${server.address}/v1/products/rehearse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ subdomain: store.subdomain, clientId: 17, ...body }),
  });
}
async function rehearse(actions: Action[], more: object = {}) {
  const id = await makeProduct(server.db, store.id, { actions, removeDays: 30 });
  const { steps } = (await (await send({ id, ...more })).json()) as RehearsalAnswer;
  return steps;
}
/** State, cause and remedy of the first action. */
async function first(action: Action, more: object = {}) {
  const [, step] = await rehearse([action], more);
  return [step?.state, step?.cause, step?.remedy];
}
/** The city's answer about a player, as the sync stores it. */
const said = (result: 'found' | 'missing') =>
  sql`insert into city_check (store_id, city_id, asked_at, opened_at, result, answered_at)
      values (${store.id}, 17, now(), now(), ${result}, now())`.execute(server.db);

test('a rehearsal shows the steps of a purchase with their values, and nothing stays behind', async () => {
  await game.hello();
  game.online = ['17'];
  await game.sync();
  const tables = [
    '"order"',
    'order_item',
    'delivery',
    'customer_right',
    'mail',
    'sales_day',
    'order_count',
    'audit_entry',
  ];
  const counts = async () =>
    await Promise.all(
      tables.map(
        async (table) =>
          (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(server.db)).rows[0]?.n,
      ),
    );
  const before = await counts();
  const steps = await rehearse([
    on.group('vip'),
    on.command('casa {{cidade}} {{produto}}'),
    on.dropGroup('vip'),
    on.item('agua', 2),
  ]);
  expect(steps.map(({ text, state, cause }) => [text, state, cause])).toEqual([
    ['Preço: R$ 10,00', 'goes', null],
    ['Adicionar ao grupo vip', 'goes', null],
    ['Executar o comando casa 17 "VIP Ouro"', 'goes', null],
    ['Entregar 2× agua', 'goes', 'inventory'],
    ['Depois de 30 dias: Remover do grupo vip', 'goes', null],
  ]);
  expect(await counts()).toEqual(before);
  expect(await game.take()).toEqual([]);
});

test('a city that never came, is away, or waits for approval makes the step wait, each with its own cause', async () => {
  expect(await first(on.group('vip'))).toEqual([
    'waits',
    'no_server',
    'Nenhum servidor foi conectado. Baixe o script em Configurações, Servidores, e siga os passos até ele conectar.',
  ]);
  await game.hello();
  expect(await first(on.group('vip'))).toEqual(['goes', null, null]);
  await sql`update game_server set last_seen_at = now() - interval '1 hour' where store_id = ${store.id}`.execute(
    server.db,
  );
  expect(await first(on.group('vip'))).toEqual(['waits', 'server_silent', expect.stringContaining('está fora do ar')]);
  const copy = new GameClient(server, store.apiToken);
  await copy.hello();
  await sql`update game_claim set state = 'waiting' where store_id = ${store.id}`.execute(server.db);
  expect(await first(on.group('vip'))).toEqual(['waits', 'not_seated', expect.stringContaining('Aprove-o')]);
});

test('a second city that never came is named, because the first one is there', async () => {
  await game.hello();
  const made = await fetch(`${server.address}/v1/servers/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${store.token}` },
    body: JSON.stringify({ subdomain: store.subdomain, name: 'Cidade Baixa' }),
  });
  const { id } = (await made.json()) as { id: string };
  expect(await first({ ...on.group('vip'), server: id } as Action)).toEqual([
    'waits',
    'no_server',
    expect.stringContaining('“Cidade Baixa” ainda não foi conectado.'),
  ]);
  expect(await first(on.group('vip'))).toEqual(['goes', null, null]);
});

test('an unknown name, a missing permission, and an action that the base cannot do are told as causes of a failure', async () => {
  const { remove_ban: _, ...capabilities } = everything;
  await game.tell(
    {
      groups: { entries: [{ name: 'vip' }] },
      commands: {
        entries: [
          { name: 'dar', allowed: true },
          { name: 'kick', allowed: false },
        ],
        closed: false,
      },
    },
    { capabilities, version: scriptVersion('fivem') },
  );
  expect(await first(on.group('vpi'))).toEqual(['fails', 'name_missing', expect.stringContaining('“vpi” não existe')]);
  expect(await first(on.group('vip'))).toEqual(['goes', null, null]);
  expect(await first(on.command('kick {{cidade}}'))).toEqual([
    'fails',
    'command_denied',
    expect.stringContaining('add_ace'),
  ]);
  // The remedy also says `vitrine sincronizar`. Without it, the city tells us of the new permission only at its next start.
  const [, denied] = await rehearse([on.command('kick {{cidade}}')]);
  expect(denied?.remedy).toMatch(/vitrine sincronizar.*command\.kick allow$/);
  expect(denied?.line).toBe('add_ace resource.vitrine command.kick allow');
  expect(await first(on.command('dar {{cidade}}'))).toEqual(['goes', null, null]);
  const unban = { target: 'fivem', type: 'remove_ban', executionTiming: 'on_confirmation' } as const;
  expect(await first(unban)).toEqual(['fails', 'unsupported', expect.stringContaining('não oferece')]);
});

test('an older script that lacks what the product asks is told as the cause', async () => {
  const { run_action: _, remove_ban: __, ...capabilities } = everything;
  await game.hello({ capabilities, version: '1.0.0' });
  const unban = { target: 'fivem', type: 'remove_ban', executionTiming: 'on_confirmation' } as const;
  const [state, cause, remedy] = await first(unban);
  expect([state, cause]).toEqual(['fails', 'script_outdated']);
  expect(remedy).toContain(`é o 1.0.0, e o atual é o ${scriptVersion('fivem')}`);
  expect(await first(on.group('vip'))).toEqual(['goes', null, null]);
});

test('a player has no room if the city said so of another delivery, until that delivery arrives', async () => {
  await game.hello();
  game.online = ['17', '18'];
  await game.sync();
  await makeSold(server.db, store.id, { client: 17, items: [{ actions: [on.item('pedra', 9)] }] });
  const [stone] = await game.take();
  await game.report(result(stone as never, 'deferred', 'inventory_full'));
  expect(await first(on.item('agua', 1))).toEqual(['waits', 'no_room', expect.stringContaining('está cheio')]);
  expect(await first(on.money(5))).toEqual(['goes', null, null]);
  expect((await first(on.item('agua', 1), { clientId: 18 })).slice(0, 2)).toEqual(['goes', 'inventory']);
  const other = await makeStore(server.db, server.deps.config.secret);
  const foreign = await makeProduct(server.db, other.id, { actions: [on.item('agua', 1)] });
  await new GameClient(server, other.apiToken).hello();
  const body = { id: foreign, subdomain: other.subdomain };
  const { steps } = (await (await send(body, other.token)).json()) as RehearsalAnswer;
  expect(steps[1]?.cause).not.toBe('no_room');
  await sql`update delivery set due_at = now() - interval '1 second' where store_id = ${store.id}`.execute(server.db);
  const [again] = await game.take();
  await game.report(result(again as never));
  expect((await first(on.item('agua', 1))).slice(0, 2)).toEqual(['goes', 'inventory']);
});

test('a player who does not exist makes the step fail; one who is away from the city makes it wait', async () => {
  await game.hello({ capabilities: { ...everything, who: { online: true, offline: true } } });
  await said('missing');
  expect(await first(on.item('agua', 1))).toEqual([
    'fails',
    'player_missing',
    'A cidade não conhece o ID 17. Confira o número.',
  ]);
  await sql`delete from city_check where store_id = ${store.id}`.execute(server.db);
  await said('found');
  expect(await first(on.item('agua', 1))).toEqual([
    'waits',
    'player_offline',
    expect.stringContaining('espera até ele entrar'),
  ]);
  expect(await first(on.money(5))).toEqual(['goes', null, null]);
  // The step also waits if the owner chose "only online", or if the base cannot do it for a player who is away.
  const money = { ...on.money(5), onlyOnline: true } as Action;
  expect((await first(money)).slice(0, 2)).toEqual(['waits', 'player_offline']);
  await game.hello({ capabilities: { ...everything, add_money: { online: true, offline: false } } });
  expect((await first(on.money(5))).slice(0, 2)).toEqual(['waits', 'player_offline']);
  expect(await first(on.group('vip'))).toEqual(['goes', null, null]);
  game.online = ['17'];
  await game.sync();
  expect(await first(money)).toEqual(['goes', null, null]);
  expect(await first(on.money(5))).toEqual(['goes', null, null]);
  expect(await first(on.item('agua', 1))).toEqual(['goes', 'inventory', expect.stringContaining('inventário')]);
});

test('a city that knows its players by another kind of id is asked with that id', async () => {
  await sql`update game_seat set identity = 'citizen_id' where store_id = ${store.id}`.execute(server.db);
  await game.hello({ capabilities: { ...everything, identity: { online: true, offline: true } } });
  const id = await makeProduct(server.db, store.id, { actions: [on.command('casa {{cidade}}')] });
  expect(await (await send({ id })).json()).toMatchObject({
    code: 'identity_required',
    field: 'identities.citizen_id',
  });
  const { example: value } = identityRules.citizen_id;
  const known = await rehearse([on.command('casa {{cidade}}')], { identities: [{ kind: 'citizen_id', value }] });
  expect(known[1]).toMatchObject({ text: `Executar o comando casa ${value}`, state: 'goes', atEnd: 'stays' });
});

test('each cause names the place of the panel where it is mended', async () => {
  const place = async (action: Action) => (await rehearse([action]))[1]?.place;
  expect(await place(on.group('vip'))).toBe('servers');
  await game.tell({ groups: { entries: [{ name: 'vip' }] } });
  expect(await place(on.group('vpi'))).toBe('product');
  expect(await place(on.group('vip'))).toBeNull();
  // Only the player can mend this, by entering the city.
  expect(await place(on.item('agua', 1))).toBeNull();
});

test('only members who may edit products rehearse, and only products of their store', async () => {
  const id = await makeProduct(server.db, store.id, { actions: [on.group('vip')] });
  const attendant = await makeMember(server.db, store.id, 'attendant');
  expect((await send({ id }, attendant.token)).status).toBe(403);
  const other = await makeStore(server.db, server.deps.config.secret);
  const foreign = await makeProduct(server.db, other.id, { actions: [] });
  expect((await send({ id: foreign })).status).toBe(404);
  expect((await send({ id, clientId: 0 })).status).toBeGreaterThanOrEqual(400);
});
