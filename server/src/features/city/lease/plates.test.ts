import type { Action } from '@vitrine/contract/actions';
import type { GameCommand } from '@vitrine/contract/game';
import type { OrderDetails } from '@vitrine/contract/orders';
import type { ProductOption } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeCity } from '../../../test/make-city.ts';
import { refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';

/** The plate that a buyer chose, from the order to the command for the city (docs/decisions/0098). */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await violations(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
});

const plates = { capabilities: { ...everything, plate: { online: true, offline: true } } };
const option: ProductOption = {
  ...{ name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
};
const car = (plate?: string): Action => ({
  ...{ target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: 'kuruma' },
  ...(plate !== undefined && { plate }),
});
const asOwner = async <T = object>(path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  return answer.json<
    T & { success?: boolean; code?: string; error?: string; field?: string; warning?: string | null }
  >();
};
/** Gives a product that asks for a plate. Answers the order's id. */
async function give(
  options: Record<string, string>,
  part: { required?: boolean; plate?: string; client?: number } = {},
) {
  const product = await makeProduct(app.db, store.id, {
    options: [{ ...option, required: part.required ?? true }],
    actions: [car(part.plate ?? '{{placa}}')],
  });
  const body = await asOwner<{ order: { _id: string } }>('/v1/order/manual', {
    ...{ clientId: part.client ?? 17, discordId: '391822001983488001', reason: 'prêmio' },
    idProducts: [{ id: product, quantity: 1, options }],
  });
  expect(body).toMatchObject({ success: true });
  return body.order._id;
}
const details = async (id: string) => (await asOwner<OrderDetails>('/v1/order/details', { id })).deliveries;
const argsOf = (commands: GameCommand[]) => commands.map(({ args }) => args);

test('the vehicle goes out with the answer of its buyer, in capitals', async () => {
  await game.hello(plates);
  const id = await give({ placa: 'abc12d34' });
  expect(argsOf(await game.take())).toEqual([{ vehicle: 'kuruma', plate: 'ABC12D34' }]);
  expect(await details(id)).toMatchObject([{ text: 'Adicionar o veículo kuruma com a placa ABC12D34' }]);
});

test('without an answer the city makes the plate', async () => {
  await game.hello(plates);
  await give({}, { required: false });
  expect(argsOf(await game.take())).toEqual([{ vehicle: 'kuruma' }]);
});

test('an older script gets vehicles without a plate; a vehicle with a plate waits for the new script with a text', async () => {
  await game.hello({ version: '1.8.0' });
  await give({}, { required: false });
  const id = await give({ placa: 'ABC12D34' }, { client: 18 });
  expect(argsOf(await game.take())).toEqual([{ vehicle: 'kuruma' }]);
  expect(await game.take()).toEqual([]);
  expect(await details(id)).toMatchObject([
    {
      state: 'queued',
      code: 'script_outdated',
      message: 'O script da cidade precisa ser atualizado para fazer esta entrega',
    },
  ]);
  await game.hello({ version: '1.9.0', ...plates });
  expect(argsOf(await game.take())).toEqual([{ vehicle: 'kuruma', plate: 'ABC12D34' }]);
});

test('a taken plate fails for a person to see, is corrected, and goes out again once', async () => {
  await game.hello(plates);
  const id = await give({ placa: 'ABC12D34' });
  const [first] = await game.take();
  await game.report(result(first as GameCommand, 'failed', 'plate_taken'));
  const [failed] = await details(id);
  expect(failed).toMatchObject({
    state: 'failed',
    code: 'plate_taken',
    message: 'A placa já é de outro veículo na cidade: combine outra com o cliente, corrija e reenvie',
  });
  expect(await game.take()).toEqual([]);
  const form = await asOwner<{ fiveMAction: Action }>('/v1/deliveries/edit/form', { id: failed?.id });
  expect(form.fiveMAction).toMatchObject({ type: 'add_vehicle', vehicleName: 'kuruma', plate: 'ABC12D34' });
  const edit = (plate: string) =>
    asOwner('/v1/deliveries/edit', { id: failed?.id, reason: 'placa usada', fiveMAction: { ...car(), plate } });
  expect(await edit('ABC-1234')).toMatchObject({ code: 'validation_failed' });
  expect(await edit('xyz98w76')).toMatchObject({ success: true });
  const again = await game.take();
  expect(again).toMatchObject([{ id: first?.id, attempt: 2, args: { vehicle: 'kuruma', plate: 'XYZ98W76' } }]);
  await game.report(result(again[0] as GameCommand));
  expect(await game.take()).toEqual([]);
  expect(await details(id)).toMatchObject([{ state: 'succeeded' }]);
  // A refund takes back the vehicle, whatever its plate.
  await refundSold(app.db, store.id, id);
  expect(await game.take()).toMatchObject([{ action: 'remove_vehicle', args: { vehicle: 'kuruma' } }]);
});

test.each([
  ['an answer from before the rule', 'ABC1234'],
  ['a letter that only looks like one', 'АВС12D34'],
  ['a command', "a'; drop"],
  ['another placeholder', '{{loja}}'],
  ['a mark that turns the text', 'ABC12D3\u202e'],
  ['ten thousand letters', 'A'.repeat(10_000)],
])('%s reaches no city as a plate', async (_, value) => {
  await game.hello(plates);
  const id = await give({ placa: 'ABC12D34' });
  const kept = JSON.stringify([{ name: 'placa', label: 'Placa', kind: 'plate', value, shown: value }]);
  await sql`update order_item set options = ${kept}::jsonb where order_id = ${id}`.execute(app.db);
  const [one] = await details(id);
  const edit = { id: one?.id, reason: 'de novo', fiveMAction: car('{{placa}}') };
  expect(await asOwner('/v1/deliveries/edit', edit)).toMatchObject({
    code: 'delivery_not_editable',
    error: expect.stringContaining('não tem 8 letras e números'),
  });
  // The refused edit changed nothing, so the vehicle goes out with the plate that was right.
  expect(argsOf(await game.take())).toEqual([{ vehicle: 'kuruma', plate: 'ABC12D34' }]);
});

test('a product is saved only with a plate that its buyer can give', async () => {
  const product = await makeProduct(app.db, store.id, {
    options: [option, { ...option, name: 'apelido', kind: 'text' }],
    actions: [car()],
  });
  const save = (plate: string, more: object = {}) =>
    asOwner('/v1/products/edit/', { productId: product, productData: { fiveMActions: [car(plate)], ...more } });
  expect(await save('{{apelido}}')).toMatchObject({ code: 'plate_unfit' });
  expect(await save('{{cidade}}')).toMatchObject({ code: 'plate_unfit' });
  expect(await save('{{nada}}')).toMatchObject({ code: 'plate_unfit' });
  expect(await save('{{placa}}')).toMatchObject({ success: true });
  // The product now needs the option `placa`, so that option may not go and may not become another kind.
  const withOptions = (options: ProductOption[]) =>
    asOwner('/v1/products/edit/', { productId: product, productData: { options } });
  expect(await withOptions([])).toMatchObject({ code: 'plate_unfit' });
  expect(await withOptions([{ ...option, kind: 'text' }])).toMatchObject({ code: 'plate_unfit' });
  expect(await withOptions([{ ...option, required: false }])).toMatchObject({ success: true });
});

test('a city that makes its own plates is named when the product is saved', async () => {
  await game.hello();
  const product = await makeProduct(app.db, store.id, { options: [option], actions: [] });
  const save = () =>
    asOwner('/v1/products/edit/', { productId: product, productData: { fiveMActions: [car('{{placa}}')] } });
  expect((await save()).warning).toBe(
    'O produto foi salvo. O servidor que está na cidade não cria veículos com a placa escolhida: atualize o script ou, se ele já é o atual, deixe a placa vazia, porque a base não guarda placas.',
  );
  await game.hello(plates);
  expect((await save()).warning).toBeNull();
});
