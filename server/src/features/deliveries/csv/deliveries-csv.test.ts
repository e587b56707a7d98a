import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the file has one line for each delivery of the filter, of this store only, and no cell calculates', async () => {
  const [store, other] = [
    await makeStore(app.db, app.deps.config.secret),
    await makeStore(app.db, app.deps.config.secret),
  ];
  for (let buyer = 1; buyer <= 205; buyer += 1) {
    await makeSold(app.db, store.id, { client: buyer, items: [{ name: '=SOMA(A1;"x")', actions: [on.money(buyer)] }] });
  }
  await makeSold(app.db, other.id, { items: [{ actions: [on.money(5)] }] });
  const ask = (body: object, token = store.token) =>
    app.post('/v1/deliveries/export', { subdomain: store.subdomain, ...body }, { token });
  const whole = await ask({});
  expect(whole.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = whole.text.split('\r\n').filter(Boolean);
  expect(lines).toHaveLength(206);
  expect(lines[0]).toMatch(/^\uFEFF"Criada em";"Terminada em";"Pedido"/);
  expect(lines[1]).toContain(`;"'=SOMA(A1;""x"")";"Adicionar R$ 205 ao banco da cidade";"compra";"Servidor do jogo";`);
  expect(lines[1]).toContain(';"Servidor principal";"205";"Na fila";');
  expect(new Set(lines).size).toBe(206);
  expect((await ask({ player: '17' })).text.split('\r\n').filter(Boolean)).toHaveLength(2);
  const { id } = await makeSold(app.db, store.id, { client: 300, items: [{ actions: [on.money(1)] }] });
  await sql`update delivery set state = 'succeeded', finished_at = now() where order_id = ${id}`.execute(app.db);
  await refundSold(app.db, store.id, id);
  expect((await ask({ player: '300' })).text.split('\r\n')[1]).toMatch(/;"não retirado";""$/);
  const manager = await makeMember(app.db, store.id, 'manager');
  expect((await ask({}, manager.token)).status).toBe(403);
});
