import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { letSessionsAge, type MadeStore, makeAccount, makeMember, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { exportStore } from './export-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

interface Exported {
  loja: { nome: string; situacao: string; criadaEm: string };
  equipe: { nome: string; email: string; papel: string }[];
  produtos: { id: string; nome: string; preco: number; acoes: object[] }[];
  pedidos: { id: string; itens: { nome: string }[]; entregas: { situacao: string; acao: string }[]; nome: string }[];
}
const newStore = async (name: string) => {
  const owner = await makeAccount(app.db, { name: `Dona de ${name}` });
  return await makeStore(app.db, app.deps.config.secret, { name, owner, plan: 'premium' });
};
const ask = (store: MadeStore, token = store.token) =>
  app.post('/v1/store/export', { subdomain: store.subdomain }, { token });
const sell = (store: MadeStore, name: string) =>
  makeSold(app.db, store.id, { name, items: [{ name: 'VIP', actions: [on.group('vip')] }] });

test('the export has all data of the store, no data of another store and no secret', async () => {
  const [mine, other] = [await newStore('Cidade Minha'), await newStore('Cidade Alheia')];
  const product = await makeProduct(app.db, mine.id, { name: 'VIP Ouro', price: 4990, actions: [on.group('vip')] });
  await makeProduct(app.db, other.id, { name: 'Produto alheio' });
  const order = await sell(mine, 'Bruno Lima');
  await app.db.updateTable('order').set({ refunded_centavos: 300 }).where('id', '=', order.id).execute();
  await sell(other, 'Alheio da Silva');
  await sql`
    insert into store_credential (store_id, notice_key, token_cipher, token_mask, collector_id, nickname)
    values (${mine.id}, 'chave-dos-avisos', 'selado', '••••1234', '5001', 'LOJA DA CIDADE')`.execute(app.db);
  await sql`
    insert into payment (store_id, id, order_id, adapter, method, amount_centavos, idempotency_key, init_point, pix_code)
    values (${mine.id}, 'p1', ${order.id}, 'payments', 'pix', 1000, 'chave-da-cobranca', 'http://pagar', '000201-codigo-pix')`.execute(
    app.db,
  );

  const document = { form: 1, sections: [{ kind: 'featured', id: 'destaques1', title: 'Minha' }] };
  for (const [path, body] of [
    ['draft', { version: 0, document }],
    ['publish', { version: 1 }],
  ] as const) {
    await app.post(`/v1/window/${path}`, { subdomain: mine.subdomain, ...body }, { token: mine.token });
  }

  const page = { title: 'Regras', slug: 'regras', description: '', inMenu: true };
  await app.post('/v1/pages/create', { subdomain: mine.subdomain, ...page }, { token: mine.token });
  await app.post('/v1/pages/create', { subdomain: other.subdomain, ...page }, { token: other.token });

  const answer = await ask(mine);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="vitrine-${mine.subdomain}.json"`,
    'cache-control': 'no-store',
  });
  const data = answer.json<Exported>();
  expect(data).toMatchObject({
    loja: { nome: 'Cidade Minha', situacao: 'aberta', contaMercadoPago: 'LOJA DA CIDADE' },
    equipe: [{ nome: 'Dona de Cidade Minha', email: mine.owner.email, papel: 'Proprietário' }],
    cupons: [],
    variaveis: [],
    vitrine: { rascunho: { sections: [{ title: 'Minha' }] }, publicacoes: [{ secoes: [{ title: 'Minha' }] }] },
    paginas: [{ titulo: 'Regras', endereco: 'regras', noAr: null }],
  });
  expect(data.produtos.find(({ id }) => id === product)).toMatchObject({
    nome: 'VIP Ouro',
    preco: 49.9,
    acoes: [{ type: 'add_group' }],
  });
  expect(data.pedidos).toMatchObject([
    {
      id: order.id,
      nome: 'Bruno Lima',
      marcas: ['Reembolsado em parte'],
      devolvido: 3,
      itens: [{ nome: 'VIP' }],
      entregas: [{ acao: 'add_group', situacao: 'queued' }],
      pagamentos: [{ forma: 'pix', valor: 10 }],
    },
  ]);
  const text = JSON.stringify(data);
  for (const secret of [
    mine.apiToken,
    mine.token,
    'selado',
    '••••1234',
    'chave-dos-avisos',
    'chave-da-cobranca',
    'http://pagar',
    '000201-codigo-pix',
    'argon2',
  ]) {
    expect(text, secret).not.toContain(secret);
  }
  expect(text).not.toMatch(/alhei[ao]/i);
  const entries = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', mine.id)
    .where('action', '=', 'store.export')
    .select(['actor', 'text'])
    .execute();
  expect(entries).toEqual([{ actor: 'Dona de Cidade Minha', text: 'Exportou os dados da loja' }]);
});

test('only the owner exports a store, and only in a confirmed session', async () => {
  const [mine, other] = [await newStore('Cidade Minha'), await newStore('Cidade Alheia')];
  const outcome = async (...of: Parameters<typeof ask>) => {
    const answer = await ask(...of);
    return [answer.status, answer.json().code];
  };
  await letSessionsAge(app.db, mine.owner.id);
  expect(await outcome(mine)).toEqual([403, 'step_up_required']);
  expect(await outcome(mine, other.token)).toEqual([404, 'store_not_found']);
  const account = await makeAccount(app.db);
  const admin = await makeMember(app.db, mine.id, 'admin', account);
  expect(await outcome(mine, admin.token)).toEqual([403, 'forbidden']);
  const left = await app.db
    .selectFrom('audit_entry')
    .where('action', '=', 'store.export')
    .where('store_id', '=', mine.id)
    .select('id')
    .execute();
  expect(left).toEqual([]);
});

test('an export of many orders is read in pages of equal size, and each order is in it once', async () => {
  const ORDERS = 20_000;
  const store = await newStore('Cidade Grande');
  const product = await makeProduct(app.db, store.id);
  for (let from = 1; from <= ORDERS; from += 2_000) {
    await sql`
      with made as (
        insert into "order" (store_id, id, reference, client, discord_id, email, payment_method, subtotal_centavos,
                             total_centavos, expires_at)
        select ${store.id}, lpad(n::text, 26, '0'), 'referencia-' || n, 1 + n % 500, '391822001983488001',
               'comprador' || n || '@exemplo.com.br', 'pix', 1000, 1000, now() + interval '1 day'
          from generate_series(${from}::int, ${from + 1_999}::int) n
        returning store_id, id)
      insert into order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos,
                              stocked, actions)
      select store_id, id, id, 1, ${product}, 'Pacote de boas-vindas', 1, 1000, 1000, false, '[]' from made`.execute(
      app.db,
    );
  }

  let [bytes, largest, text] = [0, 0, ''];
  for await (const piece of exportStore(app.db, store.id)) {
    bytes += piece.length;
    largest = Math.max(largest, piece.length);
    text += piece;
  }
  const { pedidos } = JSON.parse(text) as Exported;
  expect(new Set(pedidos.map(({ id }) => id)).size).toBe(ORDERS);
  expect(pedidos).toHaveLength(ORDERS);
  expect(bytes).toBeGreaterThan(ORDERS * 500);
  // A piece is one page, however many orders there are.
  expect(largest).toBeLessThan(400_000);
}, 60_000);
