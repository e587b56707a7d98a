import type { SheetLookAnswer } from '@vitrine/contract/product-sheet';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { storeIdOf } from '../../../http/store.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';
import { lockStore } from '../../stores/lock-store.ts';

let test: TestApp;
let store: MadeStore;
let vips: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  vips = await makeCategory(test.db, store.id, 'VIPs');
});

type Look = SheetLookAnswer & { code?: string };
const send = (path: string, body: object, { token, of = store }: { token?: string; of?: MadeStore } = {}) =>
  test.post(`/v1/products/${path}`, { subdomain: of.subdomain, ...body }, { token: token ?? of.token });
const download = async (of = store) => (await send('export', {}, { of })).text;
const look = async (csv: string, of = store) => (await send('import/preview', { csv }, { of })).json<Look>();
async function take(csv: string, shown?: string, of = store) {
  const answer = await send('import', { csv, ...(shown !== undefined && { shown }) }, { of });
  return { status: answer.status, ...answer.json<{ created: number; changed: number; code?: string }>() };
}
const rowsOf = (of = store) =>
  test.db.selectFrom('product').where('store_id', '=', of.id).orderBy('id').selectAll().execute();
const entries = (of = store) =>
  test.db
    .selectFrom('audit_entry')
    .where('store_id', '=', of.id)
    .where('action', '<>', 'store.create')
    .orderBy('id')
    .select(['action', 'object_id', 'text', 'before', 'after'])
    .execute();
const make = (options: object = {}) => makeProduct(test.db, store.id, { categoryId: vips, ...options });
const HEAD = 'ID;Nome;Categoria;Preço';

/** Products with everything that a sheet could lose. */
async function hostileShelf() {
  const ids = [
    await make({
      name: '=SOMA(A1;"x")',
      description: '- um\n- "dois"; três\n\n=4',
      compareAt: 4990,
      stock: 12,
      buyLimit: 3,
    }),
    await make({ name: '-5', price: 123456, removeDays: 30, featured: true }),
    await make({ name: "'=texto", price: 1 }),
    await make({ name: 'Guardado', stock: 0 }),
  ];
  await sql`update product set shows_at = '2026-12-05T23:00:42Z', hides_at = '2027-01-05T02:30:00Z', video = 'dQw4w9WgXcQ'
             where id = ${ids[0]}`.execute(test.db);
  await sql`update product set archived_at = now() where id = ${ids[3]}`.execute(test.db);
  return ids;
}

it('a sheet that comes back as it was downloaded, or as a spreadsheet saved it, changes nothing', async () => {
  await hostileShelf();
  const csv = await download();
  expect(csv.split('\r\n')[0]).toBe(
    '\uFEFF"ID";"Nome";"Categoria";"Descrição";"Preço";"Preço original";"Estoque";"Avisar quando restar";"Limite por cliente";' +
      '"Remover após (dias)";"Destaque";"Situação";"Entra na loja em";"Sai da loja em";"Vídeo";"Ações (só para ler)";' +
      '"Estoque ao baixar (não mude)";"Versão (não mude)"',
  );
  expect(csv).toContain(`"'=SOMA(A1;""x"")";"VIPs";"'- um\n- ""dois""; três\n\n=4"`);
  expect(csv).toContain('"05/12/2026 20:00";"04/01/2027 23:30";"https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
  const before = await rowsOf();
  for (const saved of [csv, csv.replaceAll('\r\n', '\n').slice(1), `sep=;\r\n${csv.slice(1)}`, `${csv};;;\r\n\r\n`]) {
    expect(await look(saved)).toMatchObject({ created: [], changed: [], same: 4, faults: [] });
  }
  const tabs = `ID\tPreço\n${before[1]?.id}\t"R$ 1.234,56"\n`;
  const commas = `preco,id\n"1234,56",${before[1]?.id}\n1234.56,${before[1]?.id}`;
  expect(await look(tabs)).toMatchObject({ changed: [], same: 1, faults: [] });
  expect(await look(commas)).toMatchObject({
    same: 1,
    faults: [{ line: 3, column: 'ID', text: 'O produto já está na linha 2.' }],
  });
  expect(await take(csv)).toMatchObject({ created: 0, changed: 0 });
  expect(await rowsOf()).toEqual(before);
});

it('tells what it would make and change, does exactly that, and writes each change into the log', async () => {
  const [gold, silver] = [await make({ name: 'Ouro', price: 2990, stock: 5 }), await make({ name: 'Prata' })];
  const csv = [
    'ID;Nome;Categoria;Preço;Descrição;Estoque;Destaque;Situação;Entra na loja em;Minhas notas',
    `${gold};Ouro;vips;39,90;Novo texto;;sim;Escondido;05/12/2026 20:00;x`,
    `${silver};Prata;VIPs;10;;;não;Na loja;;y`,
    ';Sultan;Veículos;R$ 50,00;"Rápido\ne ""seguro""";1.000;;;;',
    ';Ouro;VIPs;5;;;;Na loja;;',
  ].join('\r\n');
  const told = await look(csv);
  expect(told).toMatchObject({
    same: 1,
    faults: [],
    moreFaults: 0,
    categories: ['Veículos'],
    ignored: ['Minhas notas'],
    changed: [
      {
        line: 2,
        id: gold,
        name: 'Ouro',
        note: null,
        changes: [
          { column: 'Descrição', before: '', after: 'Novo texto' },
          { column: 'Preço', before: '29,90', after: '39,90' },
          { column: 'Estoque', before: '5', after: '' },
          { column: 'Destaque', before: 'não', after: 'sim' },
          { column: 'Situação', before: 'Na loja', after: 'Escondido' },
          { column: 'Entra na loja em', before: '', after: '05/12/2026 20:00' },
        ],
      },
    ],
    created: [
      { line: 4, id: null, name: 'Sultan', note: 'Nasce sem ações, como rascunho.' },
      { line: 6, id: null, name: 'Ouro', note: 'Já há um produto com este nome nesta categoria.' },
    ],
  });
  expect(await entries()).toEqual([]);
  expect(await take(csv, told.shown)).toEqual({ status: 200, success: true, created: 2, changed: 1 });
  const rows = await rowsOf();
  expect(rows.find(({ id }) => id === gold)).toMatchObject({
    price_centavos: 3990,
    stock: null,
    featured: true,
    visibility: 'hidden',
    version: 2,
    shows_at: new Date('2026-12-05T23:00:00Z'),
    turns_at: new Date('2026-12-05T23:00:00Z'),
    category_id: vips,
  });
  expect(rows.find(({ id }) => id === silver)).toMatchObject({ version: 1 });
  const sultan = rows.find(({ name }) => name === 'Sultan');
  expect(sultan).toMatchObject({ visibility: 'draft', stock: 1000, description: 'Rápido\ne "seguro"', position: 1 });
  const log = await entries();
  expect(log.map(({ action }) => action)).toEqual([
    'category.create',
    'product.create',
    'product.create',
    'product.edit',
    'product.import',
  ]);
  expect(log.at(-1)?.text).toBe('Importou uma planilha: 2 criados, 1 mudados');
  expect(log[3]).toMatchObject({
    object_id: gold,
    before: { price: 'R$ 29,90', stock: 5, status: 'shown' },
    after: { price: 'R$ 39,90', stock: null, status: 'hidden' },
  });
});

it('tells each fault by its line and column, and then carries out no row', async () => {
  const gold = await make({ name: 'Ouro' });
  const foreign = await makeStore(test.db, test.deps.config.secret);
  const theirs = await makeProduct(test.db, foreign.id, {});
  const csv = [
    `${HEAD};Estoque;Situação;Sai da loja em;Entra na loja em;Vídeo`,
    `${gold};;VIPs;0;-1;na loja;;;`,
    `${theirs};Roubado;VIPs;1;;;;;`,
    ';"Duas',
    `linhas";${'c'.repeat(51)};dez;1,5;Talvez;31/02/2026;;`,
    ';Certo;VIPs;10;;;01/01/2026;02/01/2026;https://example.com',
    ';Sem preço;;;;;;;',
    ';Arquivo;VIPs;1;;Arquivado;;;',
    ';Demais;VIPs;1;;;;;;sobra',
  ].join('\n');
  const told = await look(csv);
  expect(told.faults.map(({ line, column, text }) => `${line} ${column}: ${text}`)).toEqual([
    '2 Nome: Informe o nome do produto',
    '2 Estoque: Não é um número inteiro: “-1”.',
    '2 Preço: De graça só na página do produto, que pergunta antes.',
    '3 ID: Nenhum produto da loja tem este ID. Deixe vazio para criar um produto.',
    '4 Categoria: Nome da categoria deve ter no máximo 50 caracteres',
    '4 Preço: Não é um valor em reais: “dez”. Escreva como 29,90.',
    '4 Estoque: Não é um número inteiro: “1,5”.',
    '4 Situação: Escreva Na loja, Rascunho, Escondido, Arquivado.',
    '4 Sai da loja em: Não é uma data: “31/02/2026”. Escreva como 26/11/2026 20:00.',
    '6 Vídeo: Use o endereço de um vídeo do YouTube.',
    '6 Sai da loja em: O fim precisa ser depois do começo.',
    '7 Categoria: Nome da categoria é obrigatório',
    '7 Preço: Informe o valor do produto',
    '8 Situação: Situação inválida',
    '9 null: A linha tem mais células que a primeira. Confira as aspas e os separadores.',
  ]);
  const before = await rowsOf();
  expect(await take(csv, told.shown)).toMatchObject({ status: 422, code: 'sheet_faulty' });
  expect(await take(csv)).toMatchObject({ status: 422, code: 'sheet_faulty' });
  expect(await rowsOf()).toEqual(before);
  expect(await rowsOf(foreign)).toMatchObject([{ name: 'VIP Ouro', version: 1 }]);
});

it('refuses a file that is no sheet, and says why', async () => {
  const first = async (csv: string) => (await look(csv)).faults[0];
  expect(await first('Nome;Preço\nOuro;"10\n')).toMatchObject({ text: expect.stringContaining('Confira as aspas') });
  expect(await first('Nome;Preço\nOu"ro;10')).toMatchObject({
    line: 2,
    text: expect.stringContaining('Confira as aspas'),
  });
  expect(await first('olá')).toMatchObject({ line: 1, text: expect.stringContaining('os nomes das colunas') });
  expect(await first('Nome;nome\n')).toMatchObject({ column: 'nome', text: expect.stringContaining('duas vezes') });
  const many = `Nome;Categoria;Preço\n${'a;VIPs;1\n'.repeat(5001)}`;
  expect(await first(many)).toMatchObject({
    line: 5002,
    text: 'A planilha pode ter até 5.000 produtos. Divida em duas.',
  });
  expect((await look('')).code).toBe('validation_failed');
  expect((await look('a\u0000')).code).toBe('validation_failed');
  expect(await first(`Nome${';'.repeat(250_000)}`)).toMatchObject({ text: expect.stringContaining('células demais') });
  // Millions of empty lines are read, and become no rows; a line is counted as the file has it.
  const sparse = await look(`Nome;Categoria;Preço\n\n"a\nb";VIPs;1\n;;\n${'\n'.repeat(2_000_000)}c;;1`);
  expect(sparse.created.map(({ line }) => line)).toEqual([3]);
  expect(sparse.faults).toMatchObject([{ line: 2_000_006, column: 'Categoria' }]);
  const foreign = await look(`Nome;${Array.from({ length: 30 }, (_, at) => `Minha ${at}`).join(';')}\n`);
  expect(foreign.ignored).toHaveLength(20);
  const told = await look(`Nome;Categoria;Preço\n${'a;;\n'.repeat(120)}`);
  expect([told.faults.length, told.moreFaults]).toEqual([100, 140]);
});

it('a product that changed since the preview is not overwritten before a new preview', async () => {
  const gold = await make({ name: 'Ouro', price: 1000, stock: 10 });
  const csv = `ID;Preço\n${gold};20\n`;
  const told = await look(csv);
  const other = { productId: gold, productData: { subdomain: store.subdomain, name: 'Ouro novo' } };
  expect((await test.post('/v1/products/edit/', other, { token: store.token })).status).toBe(200);
  expect(await take(csv, told.shown)).toMatchObject({ status: 409, code: 'sheet_overtaken' });
  expect((await rowsOf())[0]).toMatchObject({ name: 'Ouro novo', price_centavos: 1000 });
  const again = await look(csv);
  expect(await take(csv, again.shown)).toMatchObject({ status: 200, changed: 1 });
  // A sheet from before the other person's edit gets a note about that edit.
  expect((await look(`ID;Preço;Versão (não mude)\n${gold};30;1`)).changed[0]?.note).toContain('Mudou no painel');
});

it('a sheet that is sent twice makes its products once', async () => {
  const csv = `${HEAD}\n;Sultan;VIPs;50\n;Zentorno;Carros novos;90\n`;
  const { shown } = await look(csv);
  const both = await Promise.all([take(csv, shown), take(csv, shown)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await rowsOf()).map(({ name }) => name).sort()).toEqual(['Sultan', 'Zentorno']);
});

it('what was sold since the sheet was downloaded stays sold', async () => {
  const [gold, silver, bronze] = [await make({ stock: 10 }), await make({ stock: 10 }), await make({ stock: 10 })];
  const csv = await download();
  await sql`update product set stock = stock - 3, sold = sold + 3 where store_id = ${store.id}`.execute(test.db);
  const wanted = (id: string, stock: string) => (all: string) =>
    all.replace(new RegExp(`("${id}".*?"10,00";"";)"10"`), `$1"${stock}"`);
  const edited = wanted(silver, '15')(wanted(bronze, '')(csv));
  const told = await look(edited);
  expect(told.changed.map(({ changes: [one] }) => [one?.before, one?.after])).toEqual([
    ['7', '12'],
    ['7', ''],
  ]);
  await take(edited, told.shown);
  const stocks = new Map((await rowsOf()).map(({ id, stock }) => [id, stock]));
  expect([gold, silver, bronze].map((id) => stocks.get(id))).toEqual([7, 12, null]);
  // Without the column of the stock at the download, the number replaces today's stock, but not below what orders hold.
  await sql`update product set reserved = 6 where id = ${gold}`.execute(test.db);
  await take(`ID;Estoque\n${gold};2\n`);
  expect((await rowsOf()).find(({ id }) => id === gold)).toMatchObject({ stock: 6 });
});

it('keeps to the plan, also for what comes back from the archive', async () => {
  const small = await makeStore(test.db, test.deps.config.secret);
  const shelf = await makeCategory(test.db, small.id, 'VIPs');
  const old = await makeProduct(test.db, small.id, { categoryId: shelf, name: 'Antigo' });
  await sql`update product set archived_at = now() where id = ${old}`.execute(test.db);
  const { limit } = (
    await sql<{ limit: number }>`select product_limit as limit from plan where price_centavos = 0`.execute(test.db)
  ).rows[0] ?? { limit: 0 };
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `;P${at};VIPs;1;\n`).join('');
  const head = `${HEAD};Situação\n${old};Antigo;VIPs;10;Escondido\n`;
  const over = await look(head + rows(limit), small);
  expect(over.faults).toEqual([
    {
      line: 2,
      column: null,
      text: `Seu plano tem lugar para mais ${limit}, e a planilha põe ${limit + 1} produtos.`,
    },
  ]);
  expect(await take(head + rows(limit), over.shown, small)).toMatchObject({ status: 422, code: 'sheet_faulty' });
  const fits = await look(head + rows(limit - 1), small);
  expect(fits.faults).toEqual([]);
  expect(await take(head + rows(limit - 1), fits.shown, small)).toMatchObject({ created: limit - 1, changed: 1 });
});

it('is for those who may edit the catalogue', async () => {
  const manager = await makeMember(test.db, store.id, 'manager');
  const attendant = await makeMember(test.db, store.id, 'attendant');
  for (const [token, status] of [
    [manager.token, 200],
    [attendant.token, 403],
  ] as const) {
    expect((await send('export', {}, { token })).status).toBe(status);
    expect((await send('import/preview', { csv: HEAD }, { token })).status).toBe(status);
    expect((await send('import', { csv: HEAD }, { token })).status).toBe(status);
  }
});

it('tells a second press during a long import that an import is under way, and not that the service is down', async () => {
  const csv = `${HEAD}\n;VIP Ouro;VIPs;10`;
  const { shown } = await look(csv);
  const second = await transaction(test.db, async (tx) => {
    await lockStore(tx, storeIdOf({ store_id: store.id }));
    let told = false;
    const answer = take(csv, shown).finally(() => {
      told = true;
    });
    // The first import is at work all the time.
    while (!told) await sql`select pg_sleep(0.2)`.execute(tx);
    return await answer;
  });
  expect([second.status, second.code]).toEqual([409, 'sheet_under_way']);
  expect(await rowsOf()).toEqual([]);
  expect(await take(csv, shown)).toMatchObject({ status: 200, created: 1 });
});
