import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';

/** What is refused when products and variables are saved, so that nothing unsafe is ever sold. */

let app: TestApp;
let store: MadeStore;
let categoryId: string;
let other: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  categoryId = await makeCategory(app.db, store.id);
  other = await makeProduct(app.db, store.id, { categoryId });
});

const asOwner = async (path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  return {
    status: answer.status,
    ...answer.json<{ code?: string; error?: string; warning?: string | null; variable?: { _id: string } }>(),
  };
};
const choice = { kind: 'question', name: 'cor', label: 'Cor', answer: 'choice', choices: ['azul', 'preto'] };
/** With `others: true` the question is asked only for another product of the store. */
const variable = ({ others, ...over }: { others?: boolean }) => ({
  ...choice,
  required: true,
  ...over,
  ...(others && { products: [other] }),
});
const question = async (over: object) =>
  (await asOwner('/v1/variables/create', { variable: variable(over) })).variable?._id ?? '';
const change = (id: string, over: object) =>
  asOwner(`/v1/variables/edit/${store.subdomain}/${id}`, { variable: variable(over) });
const bare = ({ target: _, ...action }: ReturnType<typeof on.group>) => action;
const product = (action: ReturnType<typeof on.group>) =>
  asOwner('/v1/products/create', { name: 'VIP', categoryId, price: 10, fiveMActions: [bare(action)] });

test.each(['{{resposta}} 44', 'x{{resposta}} 44', '"{{resposta}}" 44', '{{nome}}', '{{loja}} 44'])(
  'a command whose first word is not the owner’s is not saved: %s',
  async (line) => {
    await question({ name: 'resposta', answer: 'text', choices: [] });
    expect(await product(on.command(line))).toMatchObject({ status: 422, code: 'command_first_token' });
  },
);

test.each([
  ['a text', { answer: 'text', choices: [] }],
  ['a number', { answer: 'number', choices: [] }],
  ['an optional choice', { required: false }],
  ['a choice for other products', { others: true }],
])('a question for %s names no group, item or vehicle', async (_, over) => {
  await question(over);
  for (const action of [on.group('vip_{{cor}}'), on.dropGroup('{{cor}}'), on.item('{{cor}}', 1)]) {
    expect(await product(action)).toMatchObject({ status: 422, code: 'name_choices_only' });
  }
  // In a command, the answer is one argument.
  expect((await product(on.command('dar {{cidade}} {{cor}}'))).status).toBe(200);
});

test.each([
  ['becomes a text', { answer: 'text', choices: [] }],
  ['becomes a number', { answer: 'number', choices: [] }],
  ['becomes optional', { required: false }],
  ['is asked for other products only', { others: true }],
  ['has a choice that is no name', { choices: ['azul', 'azul (claro)'] }],
])('a choice that names a group stays a choice: an edit with which it %s is not saved', async (_, over) => {
  const id = await question({});
  expect((await product(on.group('{{cor}}'))).status).toBe(200);
  const refused = await change(id, over);
  expect(refused).toMatchObject({ status: 409, code: 'variable_unfit' });
  expect(refused.error).toContain('O produto “VIP” usa esta variável.');
  expect(await change(id, { choices: ['azul', 'verde'] })).toMatchObject({ status: 200 });
});

test('a choice may become a text if only commands use it, and no pending order needs it', async () => {
  const id = await question({});
  expect((await product(on.command('dar {{cidade}} {{cor}}'))).status).toBe(200);
  const { id: order } = await makeSold(app.db, store.id, { items: [{ actions: [on.group('{{cor}}')] }] });
  await sql`update "order" set status = 'pending' where id = ${order}`.execute(app.db);
  expect(await change(id, { answer: 'text', choices: [] })).toMatchObject({ status: 409, code: 'variable_in_use' });
  await sql`update "order" set status = 'cancelled' where id = ${order}`.execute(app.db);
  expect((await change(id, { answer: 'text', choices: [] })).status).toBe(200);
});

test('a product and a question that are saved in the same moment are never both kept as an unsafe pair', async () => {
  const id = await question({});
  const [saved, edited] = await inOrder(
    app.db,
    (tx) => sql`select from store where id = ${store.id} for no key update`.execute(tx),
    [() => product(on.group('{{cor}}')), () => change(id, { answer: 'text', choices: [] })],
  );
  expect([saved.status, edited.status, edited.code]).toEqual([200, 409, 'variable_unfit']);
});

test('choices are checked by the rules of a checkout', async () => {
  for (const choices of [['azul', 'a"b'], ['a;b'], ['']]) {
    const refused = await asOwner('/v1/variables/create', { variable: { ...choice, choices } });
    expect(refused).toMatchObject({ status: 422, code: 'validation_failed' });
  }
});

test('a product with an action from before the rule can change its price, with a warning; a new action is refused', async () => {
  await question({ name: 'resposta', answer: 'text', choices: [] });
  const fine = [on.command('dar {{cidade}} "{{nome}}" {{resposta}}'), on.group('vip')];
  await makeProduct(app.db, store.id, { name: 'Bom', actions: fine });
  const old = await makeProduct(app.db, store.id, { name: 'Antigo', actions: [on.command('{{resposta}} 44')] });
  const second = await makeProduct(app.db, store.id, { name: 'Outro', actions: [on.group('{{resposta}}')] });
  const strip = async () =>
    (await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token }))
      .json<DashboardAnswer>()
      .attention.filter(({ kind }) => kind === 'unfit');
  expect(await strip()).toEqual([
    {
      kind: 'unfit',
      text: expect.stringContaining('“Antigo” e “Outro”: uma ação'),
      href: '/products',
      count: 2,
    },
  ]);
  const save = (...lines: string[]) =>
    asOwner('/v1/products/edit/', {
      productId: old,
      productData: { name: 'Antigo', categoryId, price: 25, fiveMActions: lines.map((line) => bare(on.command(line))) },
    });
  const kept = await save('{{resposta}} 44');
  expect(kept).toMatchObject({ status: 200, warning: expect.stringContaining('não será executada') });
  const { price_centavos } = await app.db
    .selectFrom('product')
    .where('id', '=', old)
    .select('price_centavos')
    .executeTakeFirstOrThrow();
  expect(price_centavos).toBe(2500);
  // A changed action, or a second one, is checked like any new one.
  expect(await save('{{resposta}} 45')).toMatchObject({ status: 422, code: 'command_first_token' });
  expect(await save('{{resposta}} 44', '{{resposta}} 44')).toMatchObject({ status: 422, code: 'command_first_token' });
  expect(await save('{{resposta}} 44', 'dar 44')).toMatchObject({ status: 200, warning: expect.any(String) });
  expect(await save('dar 44 {{resposta}}')).toMatchObject({ status: 200, warning: null });
  expect(await strip()).toMatchObject([
    { count: 1, text: expect.stringContaining('“Outro”: '), href: `/products/edit/${second}` },
  ]);
});
