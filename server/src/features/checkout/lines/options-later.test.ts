import type { Action } from '@vitrine/contract/actions';
import type { OrderCreateAnswer, OrderQuoteAnswer } from '@vitrine/contract/orders';
import type { ProductOption } from '@vitrine/contract/product-options';
import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { makeProduct, type ProductOptions } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { cart } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { readPurchases } from '../../customers/read-purchases.ts';
import { linesOfOrder } from '../../orders/read-public-order.ts';

/** Answers of buyers when time has passed: another order, a changed product, and what nobody should send. */
const { shop, see, pay } = usePaymentShop();

const plate: ProductOption = {
  ...{ name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
};
const word: ProductOption = { ...plate, name: 'recado', label: 'Recado', kind: 'text', required: false };
const car: Action = {
  ...{ target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: 'kuruma' },
  plate: '{{placa}}',
};

const make = (part: ProductOptions = {}) =>
  makeProduct(shop.db, shop.store.id, { price: 2990, options: [plate, word], ...part });
type Line = { id: string; quantity: number; options?: unknown };
let buyers = 100;
/** Each order has a buyer of its own, who has no other unpaid order. */
const send = (lines: Line[], change: object = {}) => {
  buyers += 1;
  return shop.post<OrderCreateAnswer & { code?: string; error?: string; field?: string }>(
    '/v1/order/create',
    cart(shop.store, lines as never, { clientId: buyers, ...change }),
  );
};
const placed = async (lines: Line[], change: object = {}) => {
  const answer = await send(lines, change);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data.external_reference;
};
const quote = async (lines: Line[]) =>
  (await shop.post<OrderQuoteAnswer>('/v1/order/quote', { subdomain: shop.store.subdomain, idProducts: lines })).body;
const change = async (productId: string, productData: object) =>
  expect(
    (
      await shop.post(
        '/v1/products/edit/',
        { subdomain: shop.store.subdomain, productId, productData },
        { authorization: `Bearer ${shop.store.token}` },
      )
    ).body,
  ).toMatchObject({ success: true });
const argsOf = async (reference: string) => {
  const { _id } = await see(reference);
  return await shop.db
    .selectFrom('delivery')
    .where('order_id', '=', _id)
    .orderBy('seq')
    .select(['args', 'state'])
    .execute();
};

test('a product that asks for nothing any more delivers what was sold, and is sold again without answers', async () => {
  const id = await make({ actions: [car, on.command('placa {{cidade}} {{placa}}')] });
  const line = { id, quantity: 1, options: { placa: 'ABC12D34' } };
  const reference = await placed([line], { clientId: 61 });
  await change(id, { options: [], fiveMActions: [{ ...car, plate: undefined }] });
  await pay(reference);
  expect(await argsOf(reference)).toMatchObject([
    { args: { vehicle: 'kuruma', plate: 'ABC12D34' }, state: 'queued' },
    { args: { argv: ['placa', '61', 'ABC12D34'] }, state: 'queued' },
  ]);
  // "Fazer novo pedido" brings the old answers, and the cart says that they no longer fit.
  const lines = (await linesOfOrder(shop.db, shop.store.id, reference)) as Line[];
  expect(lines).toEqual([line]);
  expect((await quote(lines)).lines).toMatchObject([
    { problem: { code: 'option_invalid', error: 'As opções deste produto mudaram. Escolha de novo.' } },
  ]);
  expect((await send(lines)).body.code).toBe('option_invalid');
  const again = await placed([{ id, quantity: 1 }]);
  await pay(again);
  expect(await argsOf(again)).toMatchObject([{ args: { vehicle: 'kuruma' }, state: 'queued' }]);
  expect((await argsOf(again))[0]?.args).not.toHaveProperty('plate');
});

test('a new order of an old one has its answers, and delivers them again', async () => {
  const id = await make({ actions: [on.command('placa {{cidade}} {{placa}} {{recado}}')] });
  const first = await placed([{ id, quantity: 1, options: { placa: 'ABC12D34', recado: 'Olá você' } }]);
  await pay(first);
  const lines = (await linesOfOrder(shop.db, shop.store.id, first)) as Line[];
  const second = await placed(lines, { clientId: 62 });
  await pay(second);
  expect(await argsOf(second)).toMatchObject([{ args: { argv: ['placa', '62', 'ABC12D34', 'Olá você'] } }]);
});

test('an unpaid order goes on for the same answers only', async () => {
  const id = await make();
  const buy = (placa: string) =>
    send([{ id, quantity: 1, options: { placa } }], { clientId: 63, buyer: 'b'.repeat(32) });
  const first = (await buy('ABC12D34')).body;
  expect((await buy('ABC12D34')).body.data.external_reference).toBe(first.data.external_reference);
  expect((await buy('XYZ98W76')).body.code).toBe('order_pending');
});

test('an order has no two lines of a product with a limit of one, whatever their answers', async () => {
  const id = await make({ buyLimit: 1 });
  const lines = ['ABC12D34', 'XYZ98W76'].map((placa) => ({ id, quantity: 1, options: { placa } }));
  expect((await send(lines)).body.code).toBe('buy_limit');
  expect((await quote(lines)).lines.map(({ problem }) => problem?.code)).toEqual(['buy_limit', 'buy_limit']);
  expect((await send(lines.slice(0, 1))).body).toMatchObject({ success: true });
});

test('whoever signs in reads the answers of their purchases, and nobody else does', async () => {
  const id = await make();
  const discordId = '640000000000000001';
  const reference = await placed([{ id, quantity: 1, options: { placa: 'ABC12D34', recado: 'Olá' } }], { discordId });
  await pay(reference);
  const read = async (who: string) => {
    const token = await transaction(shop.db, (tx) =>
      openCustomerSession(tx, shop.store.id, { discordId: who, email: null }),
    );
    return (await readPurchases(shop.deps, shop.store.id, `vitrine_compras=${token}`, null))?.orders;
  };
  expect(await read(discordId)).toMatchObject([
    {
      lines: [
        {
          options: [
            { label: 'Placa', value: 'ABC12D34' },
            { label: 'Recado', value: 'Olá' },
          ],
        },
      ],
    },
  ]);
  expect(await read('640000000000000002')).toEqual([]);
});

/** What a hand-made request may hold in the place of an answer. */
const strange: [string, unknown][] = [
  ['ten thousand letters', { placa: 'A'.repeat(10_000) }],
  ['a long answer of spaces', { placa: `${' '.repeat(9_000)}ABC12D34` }],
  ['letters of another alphabet', { placa: 'АВС12D34' }],
  ['wide letters', { placa: 'ＡＢＣ１２Ｄ３４' }],
  ['a mark that turns the text', { placa: '\u202eABC12D3' }],
  ['an invisible letter', { placa: 'ABC\u200b12D3' }],
  ['half a letter', { placa: 'ABC12D3\ud800' }],
  ['a NUL', { placa: 'ABC12D3\u0000' }],
  ['a placeholder', { placa: '{{loja}}' }],
  ['a quote', { placa: 'ABC12D3"' }],
  ['a second command', { placa: 'ABC12D3;' }],
  ['a line break', { placa: 'ABC12D34\nquit' }],
  ['a number', { placa: 12_345_678 }],
  ['a list', { placa: ['ABC12D34'] }],
  ['an object', { placa: { toString: 'ABC12D34' } }],
  ['nothing', { placa: null }],
  ['a list of answers', [['placa', 'ABC12D34']]],
  ['an answer to nothing', { placa: 'ABC12D34', outra: 'x' }],
  ['a name of every object', { placa: 'ABC12D34', constructor: 'x' }],
  ['a thousand answers', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`o${n}`, 'x']))],
  ['a name of ten thousand letters', { ['o'.repeat(10_000)]: 'x' }],
];
test.each(strange)('%s is refused, and the cart says so too', async (_, options) => {
  const id = await make({ actions: [car] });
  const lines = [{ id, quantity: 1, options }];
  const refused = await send(lines);
  expect([400, 422]).toContain(refused.status);
  expect(refused.body.error).toBeTruthy();
  const told = await shop.post<OrderQuoteAnswer>('/v1/order/quote', {
    ...{ subdomain: shop.store.subdomain, idProducts: lines },
  });
  expect(told.status).toBeLessThan(500);
  if (told.status === 200) expect(told.body.lines[0]?.problem?.code).toMatch(/^option_/);
});
