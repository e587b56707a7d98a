import { isSafeValue } from '@vitrine/contract/placeholders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';
import { checkAnswers } from './check-answers.ts';

const question = (over = {}) => ({
  name: 'placa',
  label: 'Placa',
  answer: 'text' as const,
  choices: [],
  required: true,
  products: [],
  ...over,
});

describe('answers of a checkout', () => {
  it('are trimmed, and only those that were asked for are kept', () => {
    expect(checkAnswers([question()], ['a'], { placa: ' ABC 1234 ', outra: 'x' })).toEqual({
      answers: { placa: 'ABC 1234' },
    });
  });

  it('are asked for only where the products ask', () => {
    expect(checkAnswers([question({ products: ['b'] })], ['a'], {})).toEqual({ answers: {} });
    expect(checkAnswers([question({ products: ['b'] })], ['a', 'b'], {})).toMatchObject({
      problem: 'variable_required',
    });
  });

  it('fit their kind', () => {
    expect(checkAnswers([question({ answer: 'number' })], [], { placa: '12a' })).toMatchObject({
      problem: 'variable_unsafe',
    });
    expect(checkAnswers([question({ answer: 'choice', choices: ['azul'] })], [], { placa: 'verde' })).toMatchObject({
      problem: 'variable_unsafe',
    });
  });

  // What a player types must never become a second command at any target.
  it.each([
    'a;quit',
    'a"b',
    "a'b",
    'a\nb',
    'a\u0000b',
    'a\\b',
    'a|b',
    'a&&b',
    '`id`',
    '$(id)',
    '{{cidade}}',
    '^1x',
    '//x',
    '#x',
    '<b>',
    'a--b',
    'x'.repeat(201),
  ])('refuse %j', (value) => {
    expect(isSafeValue(value)).toBe(false);
  });
  it.each(['José da Silva', 'ana@exemplo.com', 'Nº 10 (azul)', 'São João-2', '42'])('allow %j', (value) => {
    expect(isSafeValue(value.replace('º', 'o'))).toBe(true);
  });
});

describe('variables of a store', () => {
  let test: TestApp;
  let store: MadeStore;
  beforeAll(async () => {
    test = await createTestApp();
    store = await makeStore(test.db, test.deps.config.secret);
  });
  afterAll(() => test.close());
  const asOwner = (path: string, body: object) =>
    test.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });

  it('are created, listed with their uses, and kept while used', async () => {
    const variable = { kind: 'constant', name: 'cidade_nome', value: 'Cidade Alta' };
    const created = await asOwner('/v1/variables/create', { variable });
    expect(created.status).toBe(200);
    const id = created.json<{ variable: { _id: string } }>().variable._id;
    const product = await makeProduct(test.db, store.id, {
      actions: [
        {
          target: 'fivem',
          type: 'execute_command',
          executionTiming: 'on_confirmation',
          command: 'say {{cidade_nome}}',
        },
      ],
    });
    const { variables } = (await asOwner('/v1/variables', {})).json<{ variables: object[] }>();
    expect(variables).toContainEqual({ _id: id, ...variable, usedBy: [{ id: product, name: 'VIP Ouro' }], version: 1 });
    const refused = await test.app.inject({
      method: 'DELETE',
      url: `/v1/variables/delete/${store.subdomain}/${id}`,
      headers: { authorization: `Bearer ${store.token}` },
    });
    expect(refused.json()).toMatchObject({ code: 'variable_in_use' });
  });

  const constant = async (name: string) => {
    const variable = { kind: 'constant', name, value: 'Ouro' };
    const created = await asOwner('/v1/variables/create', { variable });
    return created.json<{ variable: { _id: string } }>().variable._id;
  };
  const remove = async (id: string) => {
    const answer = await test.app.inject({
      method: 'DELETE',
      url: `/v1/variables/delete/${store.subdomain}/${id}`,
      headers: { authorization: `Bearer ${store.token}` },
    });
    return [answer.statusCode, answer.json().code ?? 'ok'];
  };

  it('stay while an unpaid order needs them', async () => {
    const id = await constant('grupo_pago');
    const { id: order } = await makeSold(test.db, store.id, { items: [{ actions: [on.group('{{grupo_pago}}')] }] });
    await sql`update "order" set status = 'pending' where id = ${order}`.execute(test.db);
    expect(await remove(id)).toEqual([409, 'variable_in_use']);
    const variable = { kind: 'constant', name: 'outro_nome', value: 'Ouro' };
    const renamed = await asOwner(`/v1/variables/edit/${store.subdomain}/${id}`, { variable });
    expect([renamed.status, renamed.json().code]).toEqual([409, 'variable_in_use']);
    await sql`update "order" set status = 'cancelled' where id = ${order}`.execute(test.db);
    expect(await remove(id)).toEqual([200, 'ok']);
  });

  it('are kept for a product that is saved in the same moment, or the product is refused', async () => {
    const id = await constant('grupo_novo');
    const categoryId = await makeCategory(test.db, store.id);
    const add = { type: 'add_group', executionTiming: 'on_confirmation', groupName: '{{grupo_novo}}' };
    const product = { name: 'VIP', categoryId, price: 10, fiveMActions: [add] };
    // The category is locked, so the product waits for it and reads the variables only after that.
    const [saved, removed] = await inOrder(
      test.db,
      (tx) => sql`select from category where id = ${categoryId} for update`.execute(tx),
      [() => asOwner('/v1/products/create', product), () => remove(id)],
    );
    expect(saved.status).toBe(200);
    expect(removed).toEqual([409, 'variable_in_use']);
  });

  it('ask for products of their own store only', async () => {
    const other = await makeStore(test.db, test.deps.config.secret);
    const [own, gone, foreign] = [
      await makeProduct(test.db, store.id),
      await makeProduct(test.db, store.id),
      await makeProduct(test.db, other.id),
    ];
    await sql`update product set archived_at = now() where id = ${gone}`.execute(test.db);
    const ask = (name: string, products: string[]) => ({
      variable: { kind: 'question', name, label: 'Qual?', answer: 'text', products },
    });
    const refused = async (answer: Promise<{ status: number; json(): Record<string, unknown> }>) => {
      const { status, json } = await answer;
      return [status, json().code, json().field];
    };
    const unknown = [404, 'product_not_found', 'products'];
    expect(await refused(asOwner('/v1/variables/create', ask('alheia', [own, foreign])))).toEqual(unknown);
    expect(await refused(asOwner('/v1/variables/create', ask('alheia', ['nada'])))).toEqual(unknown);
    // A product that was taken off sale is still the store's, so a form that shows it can be saved.
    expect((await asOwner('/v1/variables/create', ask('propria', [own, gone, own]))).status).toBe(200);
    const { variables } = (await asOwner('/v1/variables', {})).json<{
      variables: { _id: string; name: string; products?: string[] }[];
    }>();
    const made = variables.find(({ name }) => name === 'propria');
    expect(made?.products).toEqual([own, gone]);
    const edit = `/v1/variables/edit/${store.subdomain}/${made?._id}`;
    expect(await refused(asOwner(edit, ask('propria', [foreign])))).toEqual(unknown);
  });

  it('have one name each, even when two are named in the same moment', async () => {
    const id = await constant('primeira');
    const variable = { kind: 'constant', name: 'segunda', value: 'Ouro' };
    const answers = await inOrder(
      test.db,
      (tx) => sql`select from store where id = ${store.id} for no key update`.execute(tx),
      [
        () => asOwner('/v1/variables/create', { variable }),
        () => asOwner(`/v1/variables/edit/${store.subdomain}/${id}`, { variable }),
      ],
    );
    expect(answers.map((answer) => [answer.status, answer.json().code])).toEqual([
      [200, undefined],
      [409, 'variable_taken'],
    ]);
  });

  it('are refused with the built-in names, taken names and unsafe values', async () => {
    const create = async (variable: object) => (await asOwner('/v1/variables/create', { variable })).json();
    expect(await create({ kind: 'constant', name: 'cidade', value: 'x' })).toMatchObject({ code: 'variable_reserved' });
    expect(await create({ kind: 'constant', name: 'a', value: 'x;y' })).toMatchObject({ code: 'validation_failed' });
    await create({ kind: 'constant', name: 'cor', value: 'azul' });
    expect(await create({ kind: 'constant', name: 'cor', value: 'azul' })).toMatchObject({ code: 'variable_taken' });
  });
});
