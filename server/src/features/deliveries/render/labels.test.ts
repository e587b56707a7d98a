import type { Action } from '@vitrine/contract/actions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on } from '../../../test/make-deliveries.ts';
import { listRights } from '../../customers/queries.ts';
import { textOf } from '../../customers/read-purchases.ts';
import { deliveriesOfOrders, publicDeliveries } from '../read-deliveries.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
});

const sell = selling(() => ({ app, store }));
const labelled = (action: Action, label: string) => ({ ...action, label }) as Action;

test('a label names goods for people, and the city hears only their names', async () => {
  const { id } = await sell([
    labelled(on.item('wbody|WEAPON_PISTOL', 1), 'Pistola'),
    labelled(on.group('vip_ouro'), 'Ouro da cidade'),
    on.item('agua', 2),
  ]);

  const texts = async () => (await publicDeliveries(app.db, store.id, id)).deliveries.map(({ text }) => text);
  expect(await texts()).toEqual(['Entregar 1× Pistola', 'Adicionar ao grupo Ouro da cidade', 'Entregar 2× agua']);
  const [first] = (await deliveriesOfOrders(app.db, store.id, [id])).get(id) ?? [];
  expect(first?.text).toBe('Entregar 1× Pistola (wbody|WEAPON_PISTOL)');

  const rights = await listRights(app.db, store.id, { discordId: '391822001983488001', email: null });
  expect(rights.map(textOf)).toContain('Grupo Ouro da cidade na cidade');

  await game.hello();
  const commands = await game.take();
  expect(JSON.stringify(commands)).not.toMatch(/Pistola|Ouro da cidade/);
  for (const command of commands) await game.report(result(command));
  expect(await texts()).toContain('Entregar 1× Pistola');
});
