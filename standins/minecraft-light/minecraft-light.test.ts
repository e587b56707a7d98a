import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job, Outcome } from '../../sdk/src/game/types.ts';
import type { RunningServer } from '../lib/server.ts';
import { actionsOn } from './actions.ts';
import { startMinecraftLight } from './minecraft-light.ts';
import { World } from './world.ts';

let dir: string;
let server: RunningServer | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vitrine-craft-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const open = () => new World(join(dir, 'world.json'));
const job = (action: string, args: Job['args'], value = 'bruno_craft', id = `d-${action}`): Job => ({
  ...{ id, attempt: 1, action, args, order: '1', phase: 'confirmation', label: 'Kit', only_online: false },
  ...{ player: { identity: { kind: 'minecraft_name', value } }, key: `minecraft_name:${value}`, expires_at: undefined },
});
const run = async (world: World, one: Job): Promise<Outcome | undefined> =>
  await actionsOn(world)[one.action]?.run(one);

test('what was delivered is in the file together with its id, so a server that died knows what happened', async () => {
  const money = job('add_money', { amount: 500 });
  expect(await run(open(), money)).toEqual({ status: 'succeeded', code: 'ok', detail: { before: 1250, after: 1750 } });
  const again = open();
  expect(again.find('Bruno_Craft')?.coins).toBe(1750);
  expect(await actionsOn(again).add_money?.happened?.(money)).toBe(true);
  expect(await actionsOn(again).add_money?.happened?.({ ...money, id: 'another' })).toBe(false);
});

test('items wait for room, and what the server does not know fails in words', async () => {
  const world = open();
  expect(await run(world, job('add_item', { item: 'totem_of_undying', amount: 40 }))).toMatchObject({
    code: 'inventory_full',
  });
  expect(await run(world, job('add_item', { item: 'diamond', amount: 3 }))).toMatchObject({ code: 'ok' });
  expect(world.find('bruno_craft')?.items.diamond).toBe(3);
  for (const [one, code] of [
    [job('add_item', { item: 'unobtainium', amount: 1 }), 'invalid_item'],
    [job('add_group', { group: 'dono' }), 'invalid_group'],
    [job('execute_command', { argv: ['stop'] }), 'command_not_found'],
    [{ ...job('add_whitelist', {}), player: { city_id: '3' } }, 'player_not_found'],
  ] as const) {
    expect(await run(world, one)).toMatchObject({ status: 'failed', code });
  }
});

test('a new group tells its place and what was there before, and it can be taken away again', async () => {
  const world = open();
  const group = (action: string) => run(world, job(action, { group: 'vip' }, 'nova_jogadora'));
  expect(await group('add_group')).toMatchObject({
    code: 'ok',
    detail: { place: 'group:vip', prior: '', stands: 'vip' },
  });
  expect(await group('add_group')).toMatchObject({ code: 'already_owned', detail: { prior: 'vip' } });
  expect(await group('remove_group')).toMatchObject({ code: 'ok', detail: { stands: '' } });
  expect(world.find('Nova_Jogadora')?.groups).toEqual([]);
});

test('the page shows players and console, a nick enters, and a server that is off takes nobody', async () => {
  server = await startMinecraftLight({ dataDir: dir });
  const { url } = server;
  const send = async (action: string, body: object = {}) =>
    (
      await fetch(`${url}/__control/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await send('join', { name: '<b>' })).toBe(400);
  expect(await send('join', { name: 'Gabi_77' })).toBe(200);
  expect(await send('console', { line: '/eco give gabi_77 90' })).toBe(200);
  const page = await (await fetch(url)).text();
  expect(page).toContain('aria-label="Sair: Gabi_77"');
  expect(page).toContain('Gabi_77 agora tem 90 moedas.');
  expect(page).toContain('<strong>sem loja</strong>');
  expect(await send('kill')).toBe(200);
  expect(await send('join', { name: 'Davi2009' })).toBe(400);
});
