import type { Action } from '@vitrine/contract/actions';
import type { OrderCreateAnswer, OrderDetails, OrderQuoteAnswer } from '@vitrine/contract/orders';
import type { KeptOption, ProductOption } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct, type ProductOptions } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { cart } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { eraseOld } from '../../customers/erase-purchases.ts';
import { linesOfOrder } from '../../orders/read-public-order.ts';
import { restock } from '../../orders/stock.ts';

/** What buyers choose or type for a product (docs/decisions/0097). */
const { shop, see, pay, stockOf, overdue } = usePaymentShop();

const plate: ProductOption = {
  ...{ name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
};
const colour: ProductOption = {
  ...{ name: 'cor', label: 'Cor', kind: 'choice', required: false, min: null, max: null },
  choices: [
    { label: 'Azul', value: 'blue' },
    { label: 'Preto', value: 'black' },
  ],
};
const word: ProductOption = { ...plate, name: 'recado', label: 'Recado', kind: 'text', required: false };

const vehicle = {
  ...{ target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: 'kuruma' },
} as Action;

const make = (part: ProductOptions = {}) =>
  makeProduct(shop.db, shop.store.id, { price: 2990, options: [plate, colour, word], ...part });
type Line = { id: string; quantity: number; options?: Record<string, string> };
const send = (lines: Line[], change: object = {}) =>
  shop.post<OrderCreateAnswer & { code?: string; error?: string; field?: string }>(
    '/v1/order/create',
    cart(shop.store, lines, change),
  );
const placed = async (lines: Line[], change: object = {}) => {
  const answer = await send(lines, change);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data.external_reference;
};
const quote = async (lines: Line[]) =>
  (await shop.post<OrderQuoteAnswer>('/v1/order/quote', { subdomain: shop.store.subdomain, idProducts: lines })).body;
const asOwner = <T = Record<string, unknown>>(path: string, body: object) =>
  shop.post<T & { code?: string; field?: string; error?: string }>(
    path,
    { subdomain: shop.store.subdomain, ...body },
    { authorization: `Bearer ${shop.store.token}` },
  );
const argvOf = async (reference: string) => {
  const { _id } = await see(reference);
  const rows = await shop.db
    .selectFrom('delivery')
    .where('order_id', '=', _id)
    .orderBy('seq')
    .select(['args', 'state'])
    .execute();
  return rows.map(({ args, state }) => (state === 'failed' ? 'failed' : args.argv));
};

test('a product with two different answers is two lines, which share its stock', async () => {
  const id = await make({ stock: 8 });
  const lines: Line[] = [
    { id, quantity: 1, options: { placa: 'abc12d34', cor: 'blue' } },
    { id, quantity: 2, options: { placa: 'XYZ98W76' } },
  ];
  const reference = await placed(lines);
  const { name } = await see(reference);
  expect(name.map(({ quantity, options }) => ({ quantity, options }))).toEqual([
    {
      quantity: 1,
      options: [
        { label: 'Placa', value: 'ABC12D34' },
        { label: 'Cor', value: 'Azul' },
      ],
    },
    { quantity: 2, options: [{ label: 'Placa', value: 'XYZ98W76' }] },
  ]);
  expect(await stockOf(id)).toMatchObject({ stock: 8, reserved: 3 });
  expect((await send([{ id, quantity: 6, options: { placa: 'AAAA1111' } }])).body.code).toBe('out_of_stock');
  expect((await pay(reference)).status).toBe('completed');
  expect(await stockOf(id)).toMatchObject({ stock: 5, reserved: 0, sold: 3 });
  // A refund gives back all units, once.
  const { _id } = await see(reference);
  await transaction(shop.db, (tx) => restock(tx, shop.store.id, _id));
  await transaction(shop.db, (tx) => restock(tx, shop.store.id, _id));
  expect(await stockOf(id)).toMatchObject({ stock: 8 });
});

test('the same answers twice are one line; an expired order gives back what all its lines held', async () => {
  const id = await make({ stock: 5 });
  const options = { placa: 'ABC12D34' };
  const reference = await placed([
    { id, quantity: 1, options },
    { id, quantity: 1, options },
    { id, quantity: 2, options: { placa: 'DEF56G78' } },
  ]);
  expect((await see(reference)).name.map(({ quantity }) => quantity)).toEqual([2, 2]);
  expect(await stockOf(id)).toMatchObject({ reserved: 4 });
  await overdue(reference);
  expect(await stockOf(id)).toMatchObject({ stock: 5, reserved: 0 });
});

test('limits count the units of all lines of a product', async () => {
  const limited = await make({ buyLimit: 2 });
  const three = [1, 2, 3].map((n) => ({ id: limited, quantity: 1, options: { placa: `AAAA000${n}` } }));
  expect((await send(three)).body.code).toBe('buy_limit');
  expect((await quote(three)).lines.map(({ problem }) => problem?.code)).toEqual(Array(3).fill('buy_limit'));
  const car = await make({ actions: [vehicle] });
  const two = [1, 2].map((n) => ({ id: car, quantity: 1, options: { placa: `AAAA000${n}` } }));
  expect((await send(two)).body.code).toBe('vehicle_quantity');
});

test('ten buyers at once take a stock of five with two lines each, and nothing is sold twice', async () => {
  const id = await make({ stock: 5 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      send(['A', 'B'].map((one) => ({ id, quantity: 1, options: { placa: `${one}AAA000${n}` } }))),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await stockOf(id)).toMatchObject({ stock: 5, reserved: 4 });
});

test('a line without its answer, or with a wrong one, is told in the quote and refused in the order', async () => {
  const id = await make();
  const lines: Line[] = [
    { id, quantity: 1, options: { placa: 'ABC12D34' } },
    { id, quantity: 1 },
    { id, quantity: 1, options: { placa: 'BBB22B22', cor: 'red' } },
  ];
  const { lines: told, total } = await quote(lines);
  expect(told.map(({ problem, options }) => [problem?.code ?? null, options])).toEqual([
    [null, { placa: 'ABC12D34' }],
    ['option_required', {}],
    ['option_invalid', { placa: 'BBB22B22', cor: 'red' }],
  ]);
  expect(told[1]?.problem?.error).toBe('Preencha: Placa.');
  expect(total).toBe(89.7);
  const refused = await send(lines);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'option_required', field: 'idProducts.1.options.placa' });
});

test('a product that changes meanwhile loses nothing of the cart, and its sold orders keep their answers', async () => {
  const id = await make({ actions: [on.command('pintar {{cidade}} {{cor}}')] });
  const line = { id, quantity: 1, options: { placa: 'ABC12D34', cor: 'blue' } };
  const reference = await placed([line]);
  const options = [{ ...colour, choices: [{ label: 'Preto', value: 'black' }] }];
  const saved = await asOwner('/v1/products/edit/', { productId: id, productData: { options } });
  expect(saved.body).toMatchObject({ success: true });
  expect((await quote([line])).lines).toMatchObject([
    { options: { placa: 'ABC12D34', cor: 'blue' }, problem: { code: 'option_invalid' } },
  ]);
  expect((await send([line])).body.code).toBe('option_invalid');
  await pay(reference);
  expect(await argvOf(reference)).toEqual([['pintar', expect.any(String), 'blue']]);
  expect(await linesOfOrder(shop.db, shop.store.id, reference)).toEqual([line]);
});

/** What a buyer may type to become more than one argument, in every kind of option. */
const hostile = [
  ...[
    '1 superadmin',
    '" superadmin "',
    'a" "b',
    ';quit',
    'a;quit',
    'a\nquit',
    '\tquit',
    '\\',
    "'",
    '# x',
    '// x',
    '/* x',
  ],
  ...[
    '--',
    'a -- b',
    '{"a": 1}',
    '[1, 2]',
    '{{cidade}}',
    '{{placa}}',
    '^1x',
    '$(id)',
    '`id`',
    '<b>',
    '@everyone',
    '\ud800',
  ],
  ...['\u202esuper', '\u200bsuper', '\u2028quit', '\u00a0x', '١٢', '💣', '-1', '1e3', '0x10', 'x'.repeat(200)],
];

test('whatever a buyer types, a command has as many arguments as its template, in their places', async () => {
  const kinds = ['plate', 'code', 'number', 'text', 'choice'] as const;
  const options = kinds.map(
    (kind): ProductOption => ({
      ...{ ...plate, name: kind, label: kind, kind, required: false },
      ...(kind === 'choice' && { choices: colour.choices }),
    }),
  );
  const template = `dar {{cidade}} ${kinds.map((kind) => `{{${kind}}}`).join(' ')} fim`;
  const id = await make({ price: 0, options, actions: [on.command(template)] });
  let sold = 0;
  for (const typed of hostile) {
    for (const kind of kinds) {
      const answer = await asOwner<{ order: { external_reference: string } }>('/v1/order/manual', {
        ...{ clientId: 7, discordId: '123456789012345678', reason: 'teste' },
        idProducts: [{ id, quantity: 1, options: { [kind]: typed } }],
      });
      if (answer.status !== 200) {
        expect([typed, answer.status, answer.body.code]).toEqual([typed, 422, 'option_invalid']);
        continue;
      }
      sold += 1;
      const argv = (await argvOf(answer.body.order.external_reference))[0] as unknown as string[];
      const place = kinds.indexOf(kind) + 2;
      expect(argv).toHaveLength(8);
      expect(argv.filter((one, at) => at > 1 && at !== place && at < 7 && one !== '')).toEqual([]);
      expect([argv[0], argv[1], argv[7]]).toEqual(['dar', '7', 'fim']);
    }
  }
  expect(sold).toBeGreaterThan(0);
});

test('a correction of a delivery, and an order that is given, use the kept answers', async () => {
  const id = await make({ actions: [on.command('placa {{cidade}} {{placa}}')] });
  const given = await asOwner<{ order: { _id: string; external_reference: string } }>('/v1/order/manual', {
    ...{ clientId: 9, discordId: '123456789012345678', reason: 'prêmio' },
    idProducts: [{ id, quantity: 1, options: { placa: 'zzz99z99' } }],
  });
  const { order } = given.body;
  expect(await argvOf(order.external_reference)).toEqual([['placa', '9', 'ZZZ99Z99']]);
  const { body } = await asOwner<OrderDetails>('/v1/order/details', { id: order._id });
  expect(body.order.name[0]?.options).toEqual([{ label: 'Placa', value: 'ZZZ99Z99' }]);
  expect(body.deliveries[0]?.product).toBe('VIP Ouro · Placa: ZZZ99Z99');
  const delivery = body.deliveries[0]?.id;
  // The product no longer has the option; the order still has its answer.
  await sql`update product set options = '[]', actions = '[]' where id = ${id}`.execute(shop.db);
  const form = await asOwner<{ options: ProductOption[] }>('/v1/deliveries/edit/form', { id: delivery });
  expect(form.body.options.map(({ name, required }) => [name, required])).toEqual([
    ['placa', true],
    ['cor', false],
    ['recado', false],
  ]);
  const command = {
    type: 'execute_command',
    executionTiming: 'on_confirmation',
    command: 'setplaca {{cidade}} {{placa}}',
  };
  const edited = await asOwner('/v1/deliveries/edit', { id: delivery, reason: 'comando errado', fiveMAction: command });
  expect(edited.body).toMatchObject({ success: true });
  expect(await argvOf(order.external_reference)).toEqual([['setplaca', '9', 'ZZZ99Z99']]);
});

test('the answers that a buyer typed are forgotten together with the buyer', async () => {
  const id = await make({ actions: [on.command('placa {{cidade}} {{placa}}')] });
  const given = await asOwner<{ order: { _id: string } }>('/v1/order/manual', {
    ...{ clientId: 9, discordId: '123456789012345678', reason: 'prêmio' },
    idProducts: [{ id, quantity: 1, options: { placa: 'SEGREDO1' } }],
  });
  const { _id } = given.body.order;
  await sql`update delivery set state = 'succeeded', finished_at = now() where order_id = ${_id}`.execute(shop.db);
  await sql`update "order" set created_at = now() - interval '20 years', completed_at = now() - interval '20 years' where id = ${_id}`.execute(
    shop.db,
  );
  await eraseOld(shop.db);
  const item = await shop.db.selectFrom('order_item').where('order_id', '=', _id).select('options').executeTakeFirst();
  expect(item?.options).toEqual([] satisfies KeptOption[]);
  const { rows } = await sql<{ text: string }>`select args::text as text from delivery where order_id = ${_id}`.execute(
    shop.db,
  );
  expect(rows[0]?.text).not.toContain('SEGREDO1');
});

test('an option, a variable and Vitrine’s own words never share a name', async () => {
  const { id, token, subdomain } = await makeStore(shop.db, shop.deps.config.secret);
  const categoryId = await makeCategory(shop.db, id);
  const own = async (path: string, body: object) =>
    (
      await shop.post<{ code?: string; error?: string; field?: string }>(
        path,
        { subdomain, ...body },
        { authorization: `Bearer ${token}` },
      )
    ).body;
  const create = (name: string) =>
    own('/v1/products/create', { name: 'Carro', categoryId, price: 10, options: [{ ...plate, name }] });
  const constant = (name: string) => own('/v1/variables/create', { variable: { kind: 'constant', name, value: 'x' } });
  expect(await create('cidade')).toMatchObject({ code: 'variable_reserved', field: 'options.0.name' });
  await constant('garagem');
  expect(await create('garagem')).toMatchObject({ code: 'variable_taken', field: 'options.0.name' });
  expect(await create('chassi')).toMatchObject({ success: true });
  expect(await constant('chassi')).toMatchObject({
    code: 'variable_taken',
    error: 'O produto “Carro” já tem uma opção com este nome.',
  });
});

test('an option that an action of the product needs is not taken away', async () => {
  const id = await make({ actions: [on.command('placa {{cidade}} {{placa}}')] });
  const save = (options: ProductOption[]) => asOwner('/v1/products/edit/', { productId: id, productData: { options } });
  expect((await save([colour])).body.code).toBe('unknown_placeholder');
  expect((await save([{ ...plate, label: 'Placa do carro' }])).body).toMatchObject({ success: true });
});

test('another store neither sells the product nor reads the answers', async () => {
  const id = await make();
  const line = { id, quantity: 1, options: { placa: 'ABC12D34' } };
  const reference = await placed([line]);
  const other = await makeStore(shop.db, shop.deps.config.secret);
  const { body } = await shop.post<{ code?: string }>('/v1/order/create', cart(other, [line]));
  expect(body.code).toBe('product_unavailable');
  expect(await linesOfOrder(shop.db, other.id, reference)).toBeNull();
  const saved = await shop.post<{ code?: string }>(
    '/v1/products/edit/',
    { productId: id, productData: { subdomain: other.subdomain, options: [] } },
    { authorization: `Bearer ${other.token}` },
  );
  expect(saved.body.code).toBe('product_not_found');
});
