import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type City, startCity } from '../../../../standins/fxserver/fxserver.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { newAddress } from '../../test/make-shop.ts';

/** From the buyer's form to the arguments that a command in the city gets, through the resource that owners install. */

const RESOURCE = resolve(import.meta.dirname, '../../../../game/fivem/vitrine');
/** A command as bases register theirs; it prints what it was given. */
const PROBE = `RegisterCommand('dar', function(source, args) print('dar ' .. json.encode(args)) end, true)
RegisterCommand('superadmin', function() print('superadmin ran') end, true)
exports.vitrine:register('dar_skin', function(info, ...)
  print('skin ' .. json.encode({ info.city_id, ... }))
  return true
end)`;

let server: TestServer;
let store: MadeStore;
let city: City;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ env: { VITRINE_TRUST_PROXY: '1' } });
  store = await makeStore(server.db, server.deps.config.secret);
  folder = mkdtempSync(join(tmpdir(), 'vitrine-arguments-'));
  const names = ['dar', 'superadmin', 'quit', 'add_ace'];
  city = await startCity({
    dataDir: folder,
    resourceDir: RESOURCE,
    framework: 'none',
    convars: { vitrine_token: store.apiToken, vitrine_url: server.address },
    cfg: names.map((name) => `add_ace resource.vitrine command.${name} allow`),
  });
  mkdirSync(join(city.resourcesDir, 'sonda'));
  writeFileSync(join(city.resourcesDir, 'sonda', 'fxmanifest.lua'), "fx_version 'cerulean'\nserver_script 'a.lua'\n");
  writeFileSync(join(city.resourcesDir, 'sonda', 'a.lua'), PROBE);
  await city.refresh();
  await city.console('ensure sonda');
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from game_server where store_id = ${store.id}`.execute(server.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000 },
  );
}, 60_000);
afterAll(async () => {
  await city.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (path: string, body: object, token?: string) => {
  const answer = await fetch(`${server.address}${path}`, {
    method: 'POST',
    // Each request has an address of its own, because orders without payment are limited per address.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': newAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ subdomain: store.subdomain, ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; field?: string } };
};

const shown = () => city.consoleLines.filter((line) => line.includes('[script:sonda] '));

test('what hostile buyers type arrives as one argument each, or is refused at the checkout', async () => {
  const question = { kind: 'question', name: 'resposta', label: 'Seu título', answer: 'text', required: false };
  expect((await post('/v1/variables/create', { variable: question }, store.token)).status).toBe(200);
  const templates: Record<string, (value: string, name: string) => string[]> = {
    'dar {{cidade}} {{resposta}} vip': (value) => ['44', value, 'vip'],
    'dar {{resposta}}{{resposta}} fim': (value) => [value + value, 'fim'],
    'dar "{{nome}} virou VIP" [{{resposta}}] {{cidade}}': (value, name) => [`${name} virou VIP`, `[${value}]`, '44'],
    'dar {{nome}} {{resposta}}': (value, name) => [name, value],
  };
  const answers = ['1 superadmin', '', 'superadmin', '44 vip 45', 'João da Silva', '-1', '(a) b, c: d! e?', '李 王'];
  const refused = [
    'a;superadmin',
    'a" superadmin',
    'a\nsuperadmin',
    'a\\',
    '# a',
    '// a',
    '{"a":1}',
    '[1]',
    '{{cidade}}',
  ];
  const wanted: string[][] = [];
  for (const [template, become] of Object.entries(templates)) {
    const product = await makeProduct(server.db, store.id, { price: 0, actions: [on.command(template)] });
    const buy = (resposta: string, name: string) =>
      post('/v1/order/create', {
        idProducts: [{ id: product, quantity: 1 }],
        clientId: 44,
        discordId: '391822001983488001',
        paymentMethod: 'pix',
        name,
        variables: { resposta },
      });
    for (const [place, answer] of answers.entries()) {
      const name = place % 2 ? 'Ana" superadmin' : '';
      expect((await buy(answer, name)).status).toBe(200);
      wanted.push(become(answer, place % 2 ? 'Ana superadmin' : ''));
    }
    for (const answer of refused) {
      expect((await buy(answer, 'Ana')).body).toMatchObject({ code: 'variable_unsafe', field: 'variables.resposta' });
    }
  }
  await vi.waitFor(() => expect(shown()).toHaveLength(wanted.length), { timeout: 60_000, interval: 100 });
  expect(shown().map((line) => JSON.parse(line.slice(line.indexOf('dar ') + 4)))).toEqual(wanted);
  expect(city.scriptErrors).toEqual([]);
}, 90_000);

test('a template whose command the buyer would choose runs nothing', async () => {
  const before = shown().length;
  const actions = [on.command('{{resposta}} 44'), on.command('{{nome}}')];
  const { id } = await makeSold(server.db, store.id, {
    name: 'superadmin',
    variables: { resposta: 'superadmin' },
    items: [{ actions: [...actions, on.command('dar fim')] }],
  });
  await vi.waitFor(() => expect(shown()).toHaveLength(before + 1), { timeout: 20_000 });
  const { rows } = await sql<{ state: string }>`
    select state from delivery where order_id = ${id} order by seq`.execute(server.db);
  expect(rows.map(({ state }) => state).slice(0, 2)).toEqual(['failed', 'failed']);
  expect(shown().at(-1)).toContain('dar ["fim"]');
});

test('an action of the owner is offered in the panel, sold, called with one argument for each value, and refused when it is gone', async () => {
  const cities = async () => {
    const answer = await fetch(`${server.address}/v1/city/names?subdomain=${store.subdomain}`, {
      headers: { authorization: `Bearer ${store.token}` },
    });
    return ((await answer.json()) as { cities: { actions: string[] | null }[] }).cities[0]?.actions ?? [];
  };
  await vi.waitFor(async () => expect(await cities()).toContain('own:dar_skin'), { timeout: 20_000 });
  const categoryId = await makeCategory(server.db, store.id);
  const save = (command: string) => {
    const action = { type: 'run_action', executionTiming: 'on_confirmation', command };
    const body = { name: 'Skin', categoryId, price: 10, fiveMActions: [action] };
    return post('/v1/products/create', body, store.token);
  };
  for (const command of ['', 'Dar_skin', '{{nome}} a', '1dar', `${'a'.repeat(33)} b`]) {
    const answer = await save(command);
    expect(answer, command).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(answer.body.field, command).toContain('fiveMActions');
  }
  expect((await save('dar_skim {{cidade}}')).body).toMatchObject({ code: 'name_not_in_city', field: 'command' });
  expect(await save('dar_skin {{cidade}} {{nome}} "azul claro"')).toMatchObject({
    status: 200,
    body: { warning: null },
  });

  const action = on.own('dar_skin {{nome}} "azul claro"');
  const { id } = await makeSold(server.db, store.id, {
    name: 'Ana #1 "x"',
    items: [{ quantity: 2, actions: [action] }],
  });
  const called = () => shown().filter((line) => line.includes('skin '));
  await vi.waitFor(() => expect(called()).toHaveLength(2), { timeout: 20_000 });
  const [, ...texts] = JSON.parse(
    called()[0]
      ?.slice(called()[0]?.indexOf('skin ') ?? 0)
      .slice(5) ?? '[]',
  ) as string[];
  expect(texts).toEqual([expect.stringContaining('Ana'), 'azul claro']);
  const states = async () => {
    const { rows } = await sql<{ state: string; code: string }>`
      select state, code from delivery where order_id = ${id} order by seq`.execute(server.db);
    return rows;
  };
  const done = { state: 'succeeded', code: 'ok' };
  await vi.waitFor(async () => expect(await states()).toEqual([done, done]), { timeout: 20_000 });

  await city.console('stop sonda');
  await vi.waitFor(async () => expect(await cities()).not.toContain('own:dar_skin'), { timeout: 20_000 });
  expect((await save('dar_skin {{cidade}}')).body).toMatchObject({ code: 'name_not_in_city', field: 'command' });
}, 60_000);
