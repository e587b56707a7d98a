import type { Answer } from '@vitrine/contract/calls/table';
import type { ListFile } from '@vitrine/contract/files';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeIdOf } from '../../../http/store.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { loggedActions } from '../../../test/logged.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { fileSweep } from './make-file.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
});

type As = { token: string };
const ask = (path: string, body: object = {}, as: As = store) =>
  app.post(`/v1/files${path}`, { subdomain: store.subdomain, ...body }, { token: as.token });
async function begin(body: object, as: As = store): Promise<string> {
  const answer = await ask('/create', body, as);
  expect(answer.text).toContain('"success":true');
  return answer.json<{ id: string }>().id;
}
const filesOf = async (as: As = store) => (await ask('', {}, as)).json<Answer<'POST /files'>>().files;
const work = (fileId: string, signal = new AbortController().signal, last = false) =>
  tasks['exports.file'].run(
    app.deps,
    { storeId: storeIdOf({ store_id: store.id }), fileId },
    { number: 1, last, signal },
  );
const linesOf = (text: string) => text.split('\r\n').filter(Boolean);
/** A file from the press to its lines, without the head. */
async function made(body: object, as: As = store): Promise<string[]> {
  const id = await begin(body, as);
  await work(id);
  return linesOf((await ask('/download', { id }, as)).text).slice(1);
}
async function sell(more: object = {}) {
  const { id } = await makeSold(app.db, store.id, { items: [{ name: 'VIP Ouro', actions: [] }], ...more });
  return await app.db.selectFrom('order').where('id', '=', id).select(['id', 'number']).executeTakeFirstOrThrow();
}
const mark = (id: string, set: object) => app.db.updateTable('order').set(set).where('id', '=', id).execute();

test('a file of orders has a line for each order of the filter, marks as columns, and no cell that calculates', async () => {
  const [first, refunded, part, gift] = [
    await sell({ client: 57, name: '=SOMA(A1;"x")', items: [{ name: 'VIP Ouro', actions: [on.money(5)] }] }),
    await sell(),
    await sell(),
    await sell({ kind: 'manual' }),
  ];
  await mark(first.id, { note: 'disputed' });
  await mark(refunded.id, { status: 'cancelled', refunded_centavos: 500 });
  await mark(part.id, { refunded_centavos: 250 });
  const id = await begin({ kind: 'orders' });
  await work(id);
  const answer = await ask('/download', { id });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const [head = '', ...lines] = linesOf(answer.text);
  expect(head).toMatch(
    /^\uFEFF"Pedido";"Criado em";"Situação";"Reembolsado";"Reembolsado em parte";"Contestado";"Manual";"Origem"/,
  );
  const cellsOf = (order: { number: number }) => lines.find((line) => line.startsWith(`"${order.number}";`)) ?? '';
  expect(lines).toHaveLength(4);
  expect(cellsOf(first)).toMatch(/;"Concluído";"";"";"sim";"";"venda";"57";/);
  expect(cellsOf(first)).toContain(`;"'=SOMA(A1;""x"")";`);
  expect(cellsOf(first)).toContain(';"1× VIP Ouro";');
  expect(cellsOf(refunded)).toMatch(/;"Cancelado";"sim";"";"";"";/);
  expect(cellsOf(part)).toMatch(/;"Concluído";"";"sim";"";"";.*"2,50"/);
  expect(cellsOf(gift)).toMatch(/;"";"";"";"sim";"manual";/);
  expect(await loggedActions(app.db, store.id)).toEqual(expect.arrayContaining(['file.create', 'file.download']));
});

test('a file names the orders that the list shows, whatever the filter', async () => {
  const players = ['minecraft_name:steve'];
  const orders = [
    await sell({ client: 57, name: 'Maria Souza' }),
    await sell({ client: 58, name: 'João', discordId: '391822001983488058' }),
    await sell({ client: 59, name: 'Mariana' }),
    await sell({ kind: 'manual' }),
  ];
  await mark(orders[2]?.id ?? '', { players, email: 'mari@exemplo.com.br' });
  await mark(orders[1]?.id ?? '', { status: 'cancelled', refunded_centavos: 100 });
  await app.db
    .insertInto('order_tag')
    .values({ store_id: store.id, order_id: orders[0]?.id ?? '', tag: 'vip' })
    .execute();
  const number = String(orders[0]?.number);
  for (const filter of [
    {},
    { status: 'completed' },
    { mark: 'refunded' },
    { mark: 'manual' },
    { tag: 'vip' },
    ...[
      'maria',
      'MARI',
      'mari@exemplo',
      'steve',
      '57',
      number,
      `#${number}`,
      '391822001983488058',
      "o'x",
      'ninguém',
      '%',
    ].map((search) => ({ search })),
    { search: 'maria', status: 'completed', tag: 'vip' },
  ]) {
    const list = await app.post('/v1/order', { subdomain: store.subdomain, ...filter }, { token: store.token });
    const shown = list.json<Answer<'POST /order'>>().response.map((order) => String(order.number));
    const lines = await made({ kind: 'orders', ...filter });
    expect([filter, lines.map((line) => line.split('"')[1])]).toEqual([filter, shown]);
  }
});

test('a file of customers has one line for each player, with sums of the filter, and leaves rehearsals out', async () => {
  await sell({ client: 57, name: 'Maria', discordId: '391822001983488057' });
  const again = await sell({ client: 57, name: 'Maria Souza', discordId: '391822001983488057' });
  await mark(again.id, { email: 'Maria@Exemplo.com.br', created_at: sql`now() + interval '1 minute'` });
  const other = await sell({ client: 58, name: 'João', discordId: '391822001983488058' });
  await mark(other.id, { status: 'cancelled', refunded_centavos: 500 });
  await sell({ client: 60, kind: 'rehearsal' });
  await app.post(
    '/v1/buyers/block',
    { subdomain: store.subdomain, kind: 'email', value: 'maria@exemplo.com.br', reason: 'fraude' },
    { token: store.token },
  );
  const [joao, maria, ...more] = (await made({ kind: 'customers' })).sort((a, b) => (a < b ? 1 : -1));
  expect(more).toEqual([]);
  expect(maria).toMatch(
    /^"ID da Cidade";"57";"Maria Souza";"391822001983488057";"maria@exemplo.com.br";"2";"2";"0";"0";.*;"sim"$/,
  );
  expect(joao).toMatch(/^"ID da Cidade";"58";"João";"391822001983488058";"";"1";"0";"0";"0";"0,00";"5,00";.*;""$/);
  expect(await made({ kind: 'customers', status: 'cancelled' })).toHaveLength(1);
});

test('a job that is cut goes on behind the last part, and no order is twice or missing', async () => {
  await sell();
  await sql`
    insert into "order" (store_id, id, reference, client, discord_id, payment_method, subtotal_centavos, total_centavos, expires_at, created_at)
    select ${store.id}, 'many' || lpad(n::text, 5, '0'), 'many' || n || ${store.id}, 1 + n % 700, '391822001983488001', 'pix', 100, 100,
           now() + interval '1 hour', date_trunc('day', now()) from generate_series(1, 1300) n`.execute(app.db);
  const id = await begin({ kind: 'orders' });
  // The first part is stored, then the process has to end.
  let looks = 0;
  await work(id, {
    get aborted() {
      return ++looks > 1;
    },
  } as AbortSignal);
  expect(await filesOf()).toMatchObject([{ id, state: 'running', rows: 500 }]);
  expect((await ask('/download', { id })).json()).toMatchObject({ code: 'file_not_ready' });
  await Promise.all([work(id), work(id)]);
  expect(await filesOf()).toMatchObject([{ id, state: 'ready', rows: 1301 }]);
  const lines = linesOf((await ask('/download', { id })).text);
  expect(lines).toHaveLength(1302);
  expect(new Set(lines).size).toBe(1302);
  await work(id);
  expect((await filesOf())[0]?.rows).toBe(1301);
});

test('a second press while the same file is under way names that file', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => begin({ kind: 'orders', status: 'all', search: '' })));
  expect(new Set(ids).size).toBe(1);
  expect(await begin({ kind: 'orders', status: 'pending' })).not.toBe(ids[0]);
  await work(ids[0] ?? '');
  expect(await begin({ kind: 'orders' })).not.toBe(ids[0]);
});

test('attack: only whoever asked may have the file, in its store, while they may read orders', async () => {
  await sell({ name: 'Maria' });
  const [attendant, other] = [
    await makeMember(app.db, store.id, 'attendant'),
    await makeStore(app.db, app.deps.config.secret),
  ];
  const id = await begin({ kind: 'orders' }, attendant);
  await work(id);
  expect(await filesOf(attendant)).toHaveLength(1);
  expect(await filesOf()).toEqual([]);
  expect((await ask('/download', { id })).json()).toMatchObject({ code: 'file_not_found' });
  const abroad = { subdomain: other.subdomain, id };
  expect((await app.post('/v1/files/download', abroad, { token: other.token })).json()).toMatchObject({
    code: 'file_not_found',
  });
  expect((await ask('/download', { id }, attendant)).text).toContain('Maria');
  const role = (to: string) =>
    sql`update member set role = ${to} where store_id = ${store.id} and account_id = ${attendant.account.id}`.execute(
      app.db,
    );
  await role('manager');
  expect((await ask('/download', { id }, attendant)).json()).toMatchObject({ code: 'forbidden' });
  expect((await ask('/create', { kind: 'orders' }, attendant)).json()).toMatchObject({ code: 'forbidden' });
  await sql`delete from member where store_id = ${store.id} and account_id = ${attendant.account.id}`.execute(app.db);
  expect((await ask('/download', { id }, attendant)).text).not.toContain('Maria');
});

test('attack: a job stops, and keeps nothing, once its person is no member any more', async () => {
  for (let n = 0; n < 3; n += 1) await sell({ name: 'Maria' });
  const attendant = await makeMember(app.db, store.id, 'attendant');
  const id = await begin({ kind: 'orders' }, attendant);
  await sql`update list_file set state = 'running', parts = 1 where id = ${id}`.execute(app.db);
  await sql`insert into list_file_part (store_id, file_id, n, body) values (${store.id}, ${id}, 0, 'Maria')`.execute(
    app.db,
  );
  const gone = { subdomain: store.subdomain, id: attendant.account.id };
  expect((await app.post('/v1/members/remove', gone, { token: store.token })).status).toBe(200);
  await work(id);
  const parts = await app.db.selectFrom('list_file_part').where('file_id', '=', id).select('n').execute();
  expect(parts).toEqual([]);
  const { state } = await app.db.selectFrom('list_file').where('id', '=', id).select('state').executeTakeFirstOrThrow();
  expect(state).toBe('failed');
});

test('a job whose attempts are used up says so, keeps nothing, and the next press begins anew', async () => {
  await sell();
  const id = await begin({ kind: 'orders' });
  await sql`alter table order_tag rename to order_tag_away`.execute(app.db);
  try {
    await expect(work(id)).rejects.toThrow();
    expect(await filesOf()).toMatchObject([{ state: 'waiting' }]);
    await expect(work(id, undefined, true)).rejects.toThrow();
  } finally {
    await sql`alter table order_tag_away rename to order_tag`.execute(app.db);
  }
  expect(await filesOf()).toMatchObject([{ id, state: 'failed' }]);
  expect((await ask('/download', { id })).json()).toMatchObject({ code: 'file_not_ready' });
  const again = await begin({ kind: 'orders' });
  expect(again).not.toBe(id);
  await work(again);
  expect((await filesOf()).map(({ state }) => state)).toEqual(['ready', 'failed']);
});

test('a file without a worker fails after minutes, and a finished one is gone after its day', async () => {
  const [lost, ready] = [await begin({ kind: 'orders' }), await begin({ kind: 'customers' })];
  await work(ready);
  await sql`update list_file set updated_at = now() - interval '6 minutes' where id in (${lost}, ${ready})`.execute(
    app.db,
  );
  await fileSweep.run(app.deps);
  const stateOf = async () => Object.fromEntries((await filesOf()).map(({ id, state }: ListFile) => [id, state]));
  expect(await stateOf()).toEqual({ [lost]: 'failed', [ready]: 'ready' });
  await sql`update list_file set kept_until = now() - interval '1 second' where id = ${ready}`.execute(app.db);
  expect((await ask('/download', { id: ready })).json()).toMatchObject({ code: 'file_not_found' });
  await fileSweep.run(app.deps);
  const { rows } = await sql`select from list_file_part where file_id = ${ready}`.execute(app.db);
  expect([await stateOf(), rows]).toEqual([{ [lost]: 'failed' }, []]);
});

test('a file that took long is told by one mail, and not to whoever may no longer have it', async () => {
  const attendant = await makeMember(app.db, store.id, 'attendant');
  const mails = async (address: string) =>
    await app.db
      .selectFrom('mail')
      .where('recipient', '=', address)
      .where('kind', '=', 'file_ended')
      .selectAll()
      .execute();
  const slow = async (as: As) => {
    const id = await begin({ kind: 'orders' }, as);
    await sql`update list_file set created_at = now() - interval '1 minute' where id = ${id}`.execute(app.db);
    await work(id);
    await work(id);
  };
  await work(await begin({ kind: 'customers' }));
  await slow(store);
  expect(await mails(store.owner.email)).toHaveLength(1);
  const id = await begin({ kind: 'customers' }, attendant);
  await sql`update list_file set created_at = now() - interval '1 minute' where id = ${id}`.execute(app.db);
  await sql`update member set role = 'manager' where account_id = ${attendant.account.id}`.execute(app.db);
  await work(id);
  expect(await mails(attendant.account.email)).toHaveLength(0);
});
