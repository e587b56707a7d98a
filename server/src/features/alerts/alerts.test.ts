import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient } from '../../test/game-client.ts';
import { readMails } from '../../test/mails.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { alertSweeps } from './sweeps.ts';

/** The owner hears of a trouble once when it begins and once when it is well. */

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate throttle, mail, alert, alert_news, alert_setting, discord_guild`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Alta' });
});

async function look(): Promise<void> {
  for (const { run } of alertSweeps) await run(app.deps);
}
/** Lets minutes pass, with a look at each of them. */
async function pass(minutes: number, each: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await sql`update alert set since = since - interval '1 minute', begun_at = begun_at - interval '1 minute',
      looked_at = looked_at - interval '1 minute', told_at = told_at - interval '1 minute'`.execute(app.db);
    await each();
    await look();
  }
}
const subjects = async () => (await readMails(app, store.owner.email)).map(({ subject }) => subject);
async function listed(token = store.token) {
  const answer = await app.post('/v1/alerts', { subdomain: store.subdomain }, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ alerts: { kind: string; state: string; text: string }[]; open: number }>();
}
/** Sells once and leaves the delivery in this state. */
async function sellInto(state: 'failed' | 'uncertain'): Promise<void> {
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: [on.money(5)] }] });
  await sql`update delivery set state = ${state}, updated_at = clock_timestamp() where order_id = ${id}`.execute(
    app.db,
  );
}
const settle = (state: string) =>
  sql`update delivery set state = 'succeeded' where store_id = ${store.id} and state = ${state}`.execute(app.db);

test('a hundred failed deliveries cause one mail, and one more mail when all of them are repaired', async () => {
  for (let n = 0; n < 100; n += 1) await sellInto('failed');
  await look();
  expect(await subjects()).toEqual([]);
  await pass(5);
  expect(await subjects()).toEqual(['Alerta: Entrega que falhou (loja Cidade Alta)']);
  const [mail] = await readMails(app, store.owner.email);
  expect(mail?.text).toContain('100 entregas falharam. Corrija a causa e reenvie. Desde ');
  expect(await listed()).toMatchObject({ open: 1, alerts: [{ kind: 'delivery_failed', state: 'open' }] });
  await settle('failed');
  await pass(5);
  expect(await listed()).toMatchObject({ open: 0, alerts: [{ state: 'calm' }] });
  await pass(10);
  expect(await subjects()).toEqual([
    'Alerta: Entrega que falhou (loja Cidade Alta)',
    'Resolvido: Entrega que falhou (loja Cidade Alta)',
  ]);
  expect(await listed()).toMatchObject({
    open: 0,
    alerts: [{ state: 'well', text: 'Nenhuma entrega está com falha.' }],
  });
});

test('a delivery that fails while the alert stands is told after six hours, with all others', async () => {
  await sellInto('uncertain');
  await pass(2);
  await sellInto('uncertain');
  await pass(5);
  expect(await subjects()).toHaveLength(1);
  await sql`update alert set told_at = told_at - interval '6 hours' where store_id = ${store.id}`.execute(app.db);
  await sellInto('uncertain');
  await pass(2);
  const mails = await readMails(app, store.owner.email);
  expect(mails).toHaveLength(2);
  expect(mails.map(({ text }) => /\d+ entregas? incertas?/.exec(text)?.[0]).sort()).toEqual([
    '1 entrega incerta',
    '3 entregas incertas',
  ]);
});

describe('a game server', () => {
  let city: GameClient;
  beforeEach(async () => {
    city = new GameClient(app, store.apiToken);
    await city.hello();
  });
  const silence = (minutes: number) =>
    sql`update game_server set last_seen_at = now() - make_interval(mins => ${minutes}) where store_id = ${store.id}`.execute(
      app.db,
    );

  test('that is silent for ten minutes is told once, and once when it speaks again', async () => {
    await silence(2);
    await look();
    await pass(8);
    expect(await subjects()).toEqual([]);
    await pass(1);
    expect(await subjects()).toEqual(['Alerta: Servidor sem contato (loja Cidade Alta)']);
    await pass(5);
    // It comes for a minute and goes again, five times: the same alert.
    for (let turn = 0; turn < 5; turn += 1) {
      await silence(0);
      await look();
      await silence(2);
      await pass(2);
    }
    expect(await subjects()).toHaveLength(1);
    expect((await listed()).alerts[0]?.text).toContain('“Servidor principal” está sem contato');
    await silence(0);
    await pass(11, () => silence(0));
    expect((await subjects())[1]).toBe('Resolvido: Servidor sem contato (loja Cidade Alta)');
  });

  test('that restarts for five minutes is never told', async () => {
    await silence(2);
    await pass(5);
    await silence(0);
    await pass(15, () => silence(0));
    expect(await subjects()).toEqual([]);
    expect((await listed()).alerts).toEqual([]);
  });

  test('that waits for approval is told at once, and the dashboard shows it', async () => {
    const other = new GameClient(app, store.apiToken);
    await other.hello();
    await look();
    expect(await subjects()).toEqual(['Um servidor novo espera sua aprovação: loja Cidade Alta']);
    const dashboard = await app.post('/v1/dashboard', { subdomain: store.subdomain }, store);
    expect(dashboard.json<{ attention: { kind: string }[] }>().attention.map(({ kind }) => kind)).toContain(
      'server_waiting',
    );
    await pass(3);
    expect(await subjects()).toHaveLength(1);
  });

  test('that was removed ends its alert without a word', async () => {
    await silence(20);
    await look();
    await pass(9);
    expect(await subjects()).toHaveLength(1);
    await sql`update game_seat set ended_at = now() where store_id = ${store.id}`.execute(app.db);
    await pass(12);
    expect(await subjects()).toHaveLength(1);
    expect((await listed()).alerts).toMatchObject([{ state: 'well' }]);
  });
});

test('troubles that begin together are one mail', async () => {
  await sellInto('failed');
  await sellInto('uncertain');
  await sql`insert into discord_guild (store_id, guild_id, guild_name, bound_by, problem)
            values (${store.id}, '391822001983488008', 'Cidade', '391822001983488001', 'bot_missing')`.execute(app.db);
  await look();
  expect(await subjects()).toEqual(['Alerta: Bot do Discord sem acesso (loja Cidade Alta)']);
  await pass(1);
  expect(await subjects()).toHaveLength(2);
  expect((await subjects())[1]).toBe('2 alertas da loja Cidade Alta');
});

test('deliveries that nobody fetches are told, and those that wait for the player are not', async () => {
  for (let n = 0; n < 6; n += 1) await makeSold(app.db, store.id, { items: [{ actions: [on.money(5)] }] });
  await sql`update delivery set created_at = now() - interval '11 minutes', waiting = true where store_id = ${store.id}`.execute(
    app.db,
  );
  await look();
  expect((await listed()).alerts).toEqual([]);
  await sql`update delivery set waiting = false where store_id = ${store.id}`.execute(app.db);
  await look();
  expect((await listed()).alerts).toMatchObject([{ kind: 'queue_growing', text: /^6 entregas esperam/ }]);
});

test('a server that cannot keep its journal is told at once, with its name', async () => {
  await makeSold(app.db, store.id, { items: [{ actions: [on.money(5)] }] });
  await sql`update delivery set code = 'storage_unavailable', waiting = true where store_id = ${store.id}`.execute(
    app.db,
  );
  await look();
  expect((await listed()).alerts[0]?.text).toMatch(/^O servidor “Servidor principal” não consegue gravar/);
  expect(await subjects()).toEqual(['Alerta: Servidor que não grava o registro (loja Cidade Alta)']);
});

test('two processes that look at once tell once', async () => {
  await sellInto('failed');
  const both = () => Promise.all([look(), look(), look()]);
  await both();
  await pass(2, both);
  await settle('failed');
  await pass(12, both);
  expect((await subjects()).sort()).toEqual([
    'Alerta: Entrega que falhou (loja Cidade Alta)',
    'Resolvido: Entrega que falhou (loja Cidade Alta)',
  ]);
});

test('a deleted store, and an owner without a proven address, get no mail', async () => {
  await sellInto('failed');
  await pass(2);
  await sql`update store set deleted_at = now() where id = ${store.id}`.execute(app.db);
  await settle('failed');
  await pass(12);
  expect(await subjects()).toHaveLength(1);
  store = await makeStore(app.db, app.deps.config.secret);
  await sql`update account set email_verified_at = null where id = ${store.owner.id}`.execute(app.db);
  await sellInto('failed');
  await pass(2);
  expect(await subjects()).toEqual([]);
  const { rows } = await sql`select from alert_news where mail = 'due'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('each role sees the alerts that it can do something about', async () => {
  await sellInto('failed');
  await pass(2);
  const manager = await makeMember(app.db, store.id, 'manager');
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await listed(manager.token)).alerts).toEqual([]);
  expect((await listed(attendant.token)).open).toBe(1);
});

describe('what the owner chose', () => {
  const choose = async (settings: object, to = store) => {
    const body = { subdomain: to.subdomain, settings: { silenceMinutes: 10, quiet: null, ...settings } };
    return await app.post('/v1/alerts/settings/edit', body, store);
  };
  /** Hours around now, or away from now, by the store's clock. */
  async function quietNow(now: boolean): Promise<object> {
    const { rows } = await sql<{ from: string; until: string }>`
      select to_char(t - interval '1 hour', 'HH24:MI') as "from", to_char(t + interval '1 hour', 'HH24:MI') as until
        from (select now() at time zone time_zone + ${now ? '0' : '5'}::int * interval '1 hour' as t
                from store where id = ${store.id}) x`.execute(app.db);
    return { quiet: rows[0] };
  }

  test('in quiet hours only the severe leave, and the rest comes as one digest at their end', async () => {
    expect((await choose(await quietNow(true))).status).toBe(200);
    await sellInto('failed');
    await sellInto('uncertain');
    await sql`insert into discord_guild (store_id, guild_id, guild_name, bound_by, problem)
              values (${store.id}, '391822001983488008', 'Cidade', '391822001983488001', 'bot_missing')`.execute(
      app.db,
    );
    const city = new GameClient(app, store.apiToken);
    await city.hello();
    await sql`update game_server set last_seen_at = now() - interval '1 hour' where store_id = ${store.id}`.execute(
      app.db,
    );
    await look();
    await pass(10);
    expect(await subjects()).toEqual(['Alerta: Servidor sem contato (loja Cidade Alta)']);
    // The failed delivery is repaired during the quiet hours, so the digest tells only that it is well.
    await settle('failed');
    await pass(12);
    expect(await subjects()).toHaveLength(1);
    expect((await choose(await quietNow(false))).status).toBe(200);
    await look();
    const [, digest, ...more] = await readMails(app, store.owner.email);
    expect(more).toEqual([]);
    expect(digest?.subject).toBe('3 alertas da loja Cidade Alta');
    expect(digest?.text).toMatch(
      /1 entrega incerta[\s\S]*Nenhuma entrega está com falha\. De \d\d\/\d\d às[\s\S]*O bot saiu/,
    );
  });

  test('hours that do not hold now delay nothing', async () => {
    await choose(await quietNow(false));
    await sellInto('failed');
    await look();
    await pass(2);
    expect(await subjects()).toHaveLength(1);
  });

  test('a city needs at least eight minutes, and quiet hours a beginning and an end', async () => {
    expect((await choose({ silenceMinutes: 7 })).status).toBe(422);
    expect((await choose({ quiet: { from: '23:00', until: '23:00' } })).status).toBe(422);
    expect((await choose({ quiet: { from: '24:00', until: '08:00' } })).status).toBe(422);
  });

  test('the minutes of silence are the owner’s, and the log says who changed them', async () => {
    await choose({ silenceMinutes: 30 });
    const city = new GameClient(app, store.apiToken);
    await city.hello();
    await sql`update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
      app.db,
    );
    await look();
    await pass(28);
    expect(await subjects()).toEqual([]);
    await pass(1);
    expect(await subjects()).toHaveLength(1);
    const read = await app.post('/v1/alerts/settings', { subdomain: store.subdomain }, store);
    expect(read.json()).toMatchObject({ settings: { silenceMinutes: 30, quiet: null } });
    const { rows } = await sql`select from audit_entry where store_id = ${store.id} and action = 'alerts.edit'`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
  });
});
