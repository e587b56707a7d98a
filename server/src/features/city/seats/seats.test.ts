import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient, result } from '../../../test/game-client.ts';
import { readMails } from '../../../test/mails.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { alertSweeps } from '../../alerts/sweeps.ts';

/** Two servers with one token, in every order of starting, dying and coming back. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let city: GameClient;
let other: GameClient;
let client = 0;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  city = new GameClient(app, store.apiToken);
  other = new GameClient(app, store.apiToken);
});

/** Sells something, and says which of the servers gets it. */
async function whoGets(...servers: GameClient[]): Promise<number[]> {
  client += 1;
  const { id } = await makeSold(app.db, store.id, { client, items: [{ actions: [on.money(5)] }] });
  const got: number[] = [];
  for (const [index, server] of servers.entries()) {
    const { status, body } = await server.sync();
    const commands = status === 200 ? body.commands : [];
    if (commands.length > 0) got.push(index);
    if (commands.length > 0) await server.report(...commands.map((command) => result(command)));
  }
  const { rows } = await sql<{ state: string }>`select state from delivery where order_id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ state: got.length > 0 ? 'succeeded' : 'queued' }]);
  return got;
}
/** Lets minutes pass without a word of the server that holds the seat. */
const silence = (minutes: number) =>
  sql`update game_server set last_seen_at = now() - make_interval(secs => ${minutes * 60})
       where store_id = ${store.id} and id = (select server_id from game_seat where store_id = ${store.id})`.execute(
    app.db,
  );
/** Lets seconds pass for the scripts that wait. They are heard all the time. */
const waitFor = (seconds: number) =>
  sql`update game_claim set first_seen_at = first_seen_at - make_interval(secs => ${seconds}),
             heard_since = heard_since - make_interval(secs => ${seconds}) where store_id = ${store.id}`.execute(
    app.db,
  );
const approve = (state: 'approved' | 'refused') =>
  sql`update game_claim set state = ${state} where store_id = ${store.id} and state = 'waiting'`.execute(app.db);
async function mails(): Promise<string[]> {
  for (const { run } of alertSweeps) await run(app.deps);
  const all = await readMails(app, store.owner.email);
  return all.flatMap(({ kind, subject }) => (kind === 'game_server' ? [subject.split(':')[0] ?? ''] : []));
}

describe('another journal', () => {
  test('a second server with the token waits, says why, and the first delivers on', async () => {
    await city.hello();
    const { status, body } = await other.hello();
    expect(status).toBe(200);
    expect(body).toMatchObject({ seat: 'waiting', epoch: 0, next_poll_ms: 10_000 });
    expect(body.notices[0]).toMatch(/não recebe entregas até você aprovar em http.*tab=servidores/);
    expect(await whoGets(other, city)).toEqual([1]);
    expect(await mails()).toEqual(['Um servidor novo espera sua aprovação']);
    // It says hello again and again: nothing changes, and no further mail leaves.
    await other.hello();
    other.boot = 'another-boot';
    await other.hello();
    expect(await whoGets(other, city)).toEqual([1]);
    expect(await mails()).toHaveLength(1);
  });

  test('it waits also while the first is dead, until the time that the owner set', async () => {
    await city.hello();
    await other.hello();
    expect(await mails()).toEqual(['Um servidor novo espera sua aprovação']);
    await silence(9);
    await waitFor(9 * 60);
    await other.hello();
    expect(await whoGets(other)).toEqual([]);
    await silence(10);
    expect((await other.sync()).body.code).toBe('invalid_request');
    expect((await other.hello()).body.seat).toBe('seated');
    expect(await whoGets(other)).toEqual([0]);
    expect(await mails()).toEqual(['Um servidor novo espera sua aprovação', 'Outro servidor assumiu as entregas']);
  });

  test('silence alone moves nothing: after an outage of ours the first to call does not win', async () => {
    await city.hello();
    await silence(30);
    expect((await other.hello()).body.seat).toBe('waiting');
    expect((await city.sync()).status).toBe(200);
    expect(await whoGets(other, city)).toEqual([1]);
  });

  test('if the owner never lets silence move the seat, another script does not get it', async () => {
    await city.hello();
    await sql`update game_seat set silence_minutes = null where store_id = ${store.id}`.execute(app.db);
    await other.hello();
    await silence(10_000);
    await waitFor(10_000 * 60);
    expect((await other.hello()).body.seat).toBe('waiting');
  });

  test('the approved server takes the seat back from one that got it by silence', async () => {
    await city.hello();
    await other.hello();
    await silence(11);
    await waitFor(11 * 60);
    await other.hello();
    expect(await whoGets(other)).toEqual([0]);
    expect((await city.sync()).body.code).toBe('invalid_request');
    expect((await city.hello()).body.seat).toBe('seated');
    expect(await whoGets(other, city)).toEqual([1]);
    expect((await other.hello()).body.seat).toBe('waiting');
    expect(await whoGets(other, city)).toEqual([1]);
    expect(await mails()).toContain('Seu servidor voltou e retomou as entregas');
  });

  test('an approved server takes over at its next word, and the former one waits instead of stopping', async () => {
    await city.hello();
    await other.hello();
    await approve('approved');
    expect(await whoGets(city)).toEqual([0]);
    expect((await other.sync()).body.code).toBe('invalid_request');
    await other.hello();
    expect(await whoGets(city, other)).toEqual([1]);
    expect((await city.sync()).body.code).toBe('invalid_request');
    expect((await city.hello()).body.seat).toBe('waiting');
    expect(await whoGets(city, other)).toEqual([1]);
    await approve('approved');
    await city.hello();
    expect(await whoGets(city, other)).toEqual([0]);
  });

  test('a refused server never gets the seat, not even by silence', async () => {
    await city.hello();
    await other.hello();
    await approve('refused');
    await silence(60);
    await waitFor(3600);
    const { body } = await other.hello();
    expect(body).toMatchObject({ seat: 'waiting', notices: [expect.stringContaining('recusou')] });
    expect(await whoGets(other)).toEqual([]);
  });

  test('what the former server did is settled while it waits, and its other results are not', async () => {
    await city.hello();
    await makeSold(app.db, store.id, { client: 500, items: [{ actions: [on.money(5)] }] });
    await makeSold(app.db, store.id, { client: 501, items: [{ actions: [on.money(5)] }] });
    const [first, second] = await city.take();
    await other.hello();
    await approve('approved');
    await other.hello();
    await city.hello();
    expect(await city.report(result(first as never), result(second as never, 'failed', 'invalid_args'))).toEqual([
      first?.id,
    ]);
  });
});

describe('the same journal', () => {
  /** A copy of the city's folder, with its journal. */
  const copy = () => {
    const made = new GameClient(app, store.apiToken);
    made.journal = city.journal;
    return made;
  };

  test('a restart delivers again after one calm poll, without a mail', async () => {
    await city.hello();
    const again = copy();
    expect((await again.hello()).body.seat).toBe('waiting');
    expect(await whoGets(again)).toEqual([]);
    await waitFor(16);
    await again.hello();
    expect(await whoGets(again)).toEqual([0]);
    expect(await mails()).toEqual([]);
  });

  test('a restart after a minute delivers at once', async () => {
    await city.hello();
    await silence(2);
    const again = copy();
    expect((await again.hello()).body.seat).toBe('seated');
    expect(await whoGets(again)).toEqual([0]);
  });

  test('a copy that starts beside a living server waits, and the server delivers on', async () => {
    await city.hello();
    const copied = copy();
    await copied.hello();
    // A last request of the former start may come late, so this one does not prove a copy yet.
    expect(await whoGets(city)).toEqual([0]);
    expect(await mails()).toEqual([]);
    await waitFor(10);
    expect(await whoGets(copied, city)).toEqual([1]);
    expect(await mails()).toEqual(['Uma cópia do seu servidor se conectou']);
    await waitFor(20);
    const { body } = await copied.hello();
    expect(body).toMatchObject({ seat: 'waiting', notices: [expect.stringContaining('é uma cópia')] });
    expect(await whoGets(copied, city)).toEqual([1]);
  });

  test('a server that was taken for dead and speaks again gets the seat back from its copy', async () => {
    await city.hello();
    await silence(2);
    const copied = copy();
    await copied.hello();
    expect(await whoGets(copied)).toEqual([0]);
    expect((await city.sync()).body.code).toBe('invalid_request');
    await city.hello();
    expect(await whoGets(copied, city)).toEqual([1]);
    // The copy does not take it back the same way.
    await copied.hello();
    await waitFor(10);
    expect(await whoGets(copied, city)).toEqual([1]);
    await waitFor(20);
    expect((await copied.hello()).body.seat).toBe('waiting');
  });
});
