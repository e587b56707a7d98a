import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeBrowser } from '../../../../standins/push/made-up-browser.ts';
import { makeMember, makeSession, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { usePushDesk } from '../../test/push-desk.ts';
import { alertSweeps } from '../alerts/sweeps.ts';
import { pushSweep, pushTidySweep } from './jobs.ts';
import { pushKey } from './push-key.ts';

/** A person's browser gets the notices that they chose, each once, and only that browser can open them. */

const { desk, subscribe, send, write, tell, listener, choose, sell } = usePushDesk();

const waiting = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from push_message`.execute(desk.app.db)).rows[0]?.n);

const quietNow = () =>
  sql`insert into alert_setting (store_id, quiet_from, quiet_until)
    select id, to_char((now() at time zone time_zone) - interval '1 hour', 'HH24:MI'),
           to_char((now() at time zone time_zone) + interval '1 hour', 'HH24:MI') from store where id = ${desk.store.id}`.execute(
    desk.app.db,
  );

test('a sale that was chosen comes to the browser, which alone opens it, once', async () => {
  const own = await listener(desk.store.token);
  await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
  const order = await sell();
  await Promise.all([tell(), tell()]);
  await tell();
  expect(own.shown()).toEqual([
    expect.objectContaining({
      title: expect.stringMatching(/^Venda de R\$ /),
      body: expect.stringContaining('Cidade Alta'),
      path: `/s/${desk.store.subdomain}/orders?order=${order}`,
    }),
  ]);
  const [, sent] = desk.service.control.taken(own.endpoint);
  expect(sent).toMatchObject({
    urgency: 'normal',
    sender: (await pushKey(desk.app.db, desk.app.deps.config)).publicKey,
  });
  expect(sent?.ttl).toBeGreaterThan(86_000);
  const other = makeBrowser(own.endpoint);
  expect(() => other.open(sent?.body ?? Buffer.alloc(0))).toThrow();
  expect(await waiting()).toBe(0);
});

test('a sale is pushed only to whoever chose it, and an alert also without a choice', async () => {
  const own = await listener(desk.store.token);
  await sell();
  await tell();
  expect(own.shown()).toEqual([]);
  const { id } = await makeSold(desk.app.db, desk.store.id, {
    items: [{ actions: [on.money(5)] }],
  });
  await sql`update delivery set state = 'failed', updated_at = clock_timestamp() where order_id = ${id}`.execute(
    desk.app.db,
  );
  const look = async () => {
    for (const { run } of alertSweeps) await run(desk.app.deps);
  };
  await look();
  await sql`update alert set since = since - interval '2 minutes', begun_at = begun_at - interval '2 minutes'`.execute(
    desk.app.db,
  );
  await look();
  await look();
  await send();
  expect(own.shown()).toEqual([
    {
      id: expect.any(String),
      title: 'Alerta: Entrega que falhou',
      body: expect.stringMatching(/^1 entrega falhou\. .*\nCidade Alta$/),
      path: `/s/${desk.store.subdomain}/orders?deliveries=failed`,
      tag: expect.any(String),
    },
  ]);
  await choose(desk.store.token, { kind: 'delivery_failed', mail: true, push: false });
  await sql`update delivery set state = 'succeeded' where order_id = ${id}`.execute(desk.app.db);
  await look();
  await sql`update alert set since = since - interval '20 minutes'`.execute(desk.app.db);
  await look();
  await send();
  expect(own.shown()).toHaveLength(1);
});

test('quiet hours hold pushes back, and they come together at the end', async () => {
  const own = await listener(desk.store.token);
  await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
  await quietNow();
  await sell();
  await sell();
  await tell();
  expect(own.shown()).toEqual([]);
  await sql`delete from alert_setting`.execute(desk.app.db);
  await tell();
  expect(own.shown()).toEqual([
    expect.objectContaining({ title: expect.stringMatching(/^2 vendas, /), path: `/s/${desk.store.subdomain}/orders` }),
  ]);
});

describe('a push service', () => {
  beforeEach(async () => {
    await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
  });
  const due = () => sql`update push_message set due_at = now()`.execute(desk.app.db);

  test('that is away delays a notice and loses none', async () => {
    const own = await listener(desk.store.token);
    desk.service.control.faults.add({ kind: 'status', status: 503, times: 2 });
    await sell();
    await tell();
    expect(own.shown()).toEqual([]);
    expect(await waiting()).toBe(1);
    await send();
    expect(desk.service.control.requests({ method: 'POST' })).toHaveLength(2);
    await due();
    await send();
    await due();
    await send();
    await due();
    await send();
    expect(own.shown()).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('that says the browser is gone ends it, with all that waits for it', async () => {
    const own = await listener(desk.store.token);
    const other = await listener(desk.store.token);
    desk.service.control.end(own.endpoint);
    await sell();
    await sell();
    await tell();
    expect(own.shown()).toEqual([]);
    expect(other.shown()).toHaveLength(1);
    const { rows } = await sql`select id from push_subscription`.execute(desk.app.db);
    expect(rows).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('whose process died in between gets the notice again, to be shown in the place of the first', async () => {
    const own = await listener(desk.store.token);
    await sell();
    await write();
    const { rows } = await sql<{ id: string }>`select id from push_message`.execute(desk.app.db);
    await sql`update push_message set due_at = now() - interval '1 minute'`.execute(desk.app.db);
    await pushSweep.run(desk.app.deps);
    const jobs =
      await sql`select data from pgboss.job where name = 'push.send' and data ->> 'messageId' = ${rows[0]?.id}`.execute(
        desk.app.db,
      );
    expect(jobs.rows).toHaveLength(2);
    await due();
    await Promise.all([send(), send()]);
    expect(own.shown()).toHaveLength(1);
  });

  test('gets no message that is a day old: the message is dropped', async () => {
    await listener(desk.store.token);
    await sell();
    await write();
    await sql`update push_message set made_at = now() - interval '25 hours'`.execute(desk.app.db);
    await send();
    expect(await waiting()).toBe(0);
    expect(desk.service.control.taken()).toHaveLength(1);
  });
});

describe('what waited for a push service that was away', () => {
  const due = () => sql`update push_message set due_at = now()`.execute(desk.app.db);
  beforeEach(async () => {
    await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
  });

  test('does not come to a person who wants it no more', async () => {
    const own = await listener(desk.store.token);
    desk.service.control.faults.add({ kind: 'status', status: 503, times: 1 });
    await sell();
    await tell();
    await choose(desk.store.token, { kind: 'sale', mail: false, push: false });
    await due();
    await send();
    expect(own.shown()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('does not come in the quiet hours that began meanwhile, but once at their end', async () => {
    const own = await listener(desk.store.token);
    desk.service.control.faults.add({ kind: 'status', status: 503, times: 1 });
    await sell();
    await tell();
    await quietNow();
    await due();
    await send();
    expect(own.shown()).toEqual([]);
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from due_at - now())::float8 / 60 as minutes from push_message`.execute(desk.app.db);
    expect(Math.abs((rows[0]?.minutes ?? 0) - 60)).toBeLessThan(2);
    await sql`delete from alert_setting`.execute(desk.app.db);
    await due();
    await send();
    expect(own.shown()).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });
});

describe('nothing comes any more', () => {
  test('to a member who was removed or may read it no more, not even what waited', async () => {
    const attendant = await makeMember(desk.app.db, desk.store.id, 'attendant');
    const own = await listener(attendant.token);
    await choose(attendant.token, { kind: 'sale', mail: false, push: true });
    await sell();
    await write();
    expect(await waiting()).toBe(1);
    await sql`update member set role = 'manager' where account_id = ${attendant.account.id}`.execute(desk.app.db);
    await send();
    expect(own.shown()).toEqual([]);
    await sql`update member set role = 'attendant' where account_id = ${attendant.account.id}`.execute(desk.app.db);
    await sell();
    await write();
    await sql`delete from member where account_id = ${attendant.account.id}`.execute(desk.app.db);
    await send();
    await sell();
    await tell();
    expect(own.shown()).toEqual([]);
  });

  test('after the session has ended', async () => {
    await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
    const thief = await makeSession(desk.app.db, desk.store.owner.id);
    const own = await listener(thief);
    await sell();
    await write();
    expect((await desk.app.post('/v1/logout', {}, { token: thief })).status).toBe(200);
    await send();
    expect(own.shown()).toEqual([]);
    expect((await sql`select from push_subscription`.execute(desk.app.db)).rows).toEqual([]);
    await listener(await makeSession(desk.app.db, desk.store.owner.id));
    await sql`update session set revoked_at = now() where account_id = ${desk.store.owner.id} and id in (select session_id from push_subscription)`.execute(
      desk.app.db,
    );
    await pushTidySweep.run(desk.app.deps);
    expect((await sql`select from push_subscription`.execute(desk.app.db)).rows).toEqual([]);
  });

  test('of the former person, where another one logs in at the same browser', async () => {
    await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
    const own = await listener(desk.store.token);
    await sell();
    await write();
    const stranger = await makeStore(desk.app.db, desk.app.deps.config.secret);
    expect((await subscribe(stranger.token, own)).answer.status).toBe(200);
    await send();
    await sell();
    await tell();
    expect(own.shown().map(({ title }) => title)).toEqual(['Avisos ligados']);
  });
});
