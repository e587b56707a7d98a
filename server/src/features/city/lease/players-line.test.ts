import type { GameCommand } from '@vitrine/contract/game';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, type GameClient, type Outcome, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';
import { cutLines, type InLine } from './players-line.ts';

/** Several deliveries of one player in one answer, for scripts that keep their order. */

answerPollsAtOnce();

const inOrder = { capabilities: { ...everything, in_order: { online: true, offline: true } } };

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  game.online = ['17'];
});

const sell = selling(() => ({ app, store }));
const money = (count: number, from = 1) => Array.from({ length: count }, (_, n) => on.money(from + n));
const told = (commands: readonly GameCommand[]) =>
  commands.map(({ args }) => args.amount ?? args.group ?? args.vehicle);

/** Lets so much time pass that an answer counts as lost and every pause is over. */
const pass = () =>
  sql`update delivery set updated_at = updated_at - interval '10 seconds',
             due_at = case when state = 'queued' then least(due_at, now()) else due_at end
       where store_id = ${store.id}`.execute(app.db);

/** How many exchanges 60 commands of one buyer take. Each exchange tells the results of the one before. */
async function exchangesFor60(): Promise<number> {
  await sell(money(60));
  const got: unknown[] = [];
  let results: Outcome[] = [];
  for (let exchanges = 1; ; exchanges += 1) {
    const { body } = await game.sync({ results });
    got.push(...told(body.commands));
    if (got.length === 60 && body.commands.length === 0) {
      expect(got).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
      return exchanges;
    }
    results = body.commands.map((command) => result(command));
  }
}

test('60 deliveries of one buyer take 4 exchanges, and 61 for a script that takes one at a time', async () => {
  await game.hello(inOrder);
  expect(await exchangesFor60()).toBe(4);
  ({ store, game } = await makeCity(app));
  await game.hello();
  expect(await exchangesFor60()).toBe(61);
  expect(await violations(app.db)).toEqual([]);
});

test('players are served side by side: each one’s first, then each one’s second', async () => {
  await game.hello(inOrder);
  for (const client of [21, 22, 23]) {
    await makeSold(app.db, store.id, { client, items: [{ actions: money(4, client * 100) }] });
  }
  const { body } = await game.sync({ want: 7 });
  expect(told(body.commands)).toEqual([2100, 2200, 2300, 2101, 2201, 2301, 2102]);
});

test('a delivery that the script gives back waits again behind one of its own kind, and goes past one of another kind', async () => {
  await game.hello(inOrder);
  await sell([on.item('agua', 1), on.money(5), on.item('pao', 2), on.money(6)]);
  const [water, first, bread, second, ...none] = await game.take();
  expect([first, bread, second].map((one) => one?.args.amount)).toEqual([5, 2, 6]);
  expect(none).toEqual([]);
  await game.report(
    result(water as never, 'deferred', 'inventory_full'),
    ...[first, bread, second].map((one) => result(one as never, 'deferred', 'held_back')),
  );
  expect((await game.take()).map(({ id, attempt }) => [id, attempt])).toEqual([
    [first?.id, 2],
    [second?.id, 2],
  ]);
  await game.report(result({ ...first, attempt: 2 } as never), result({ ...second, attempt: 2 } as never));
  // The city says that there is room again. A delivery that the city put off may wait again, so it ends its line.
  const ready = await game.sync({ ready: [water?.id] });
  expect(ready.body.commands.map(({ id }) => id)).toEqual([water?.id]);
  await game.report(result({ ...water, attempt: 2 } as never));
  expect((await game.take()).map(({ id }) => id)).toEqual([bread?.id]);
  expect(await violations(app.db)).toEqual([]);
});

test('a late report that a delivery was given back changes nothing while it is out again', async () => {
  await game.hello(inOrder);
  await sell(money(2));
  const [, second] = await game.take();
  await game.report(result(second as never, 'deferred', 'held_back'));
  // The first one is out, so the second waits behind it.
  expect(await game.take()).toEqual([]);
  await pass();
  expect((await game.take()).map(({ attempt }) => attempt)).toEqual([2, 2]);
  expect(await game.report(result(second as never, 'deferred', 'held_back'))).toEqual([]);
  const { rows } = await sql`select state from delivery where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }]);
});

test('a player’s second group goes out only after the first has arrived, because its work depends on the first', async () => {
  await game.hello(inOrder);
  await sell([on.group('prata'), on.money(5), on.group('ouro'), on.money(6)]);
  const first = await game.take();
  expect(told(first)).toEqual(['prata', 5]);
  await game.report(...first.map((command) => result(command)));
  expect(told(await game.take())).toEqual(['ouro', 6]);
});

test('no delivery overtakes one whose row is locked, or an answer that is still under way', async () => {
  await game.hello(inOrder);
  const { id } = await sell(money(5));
  const client = await app.pool.connect();
  await client.query('begin');
  await client.query(`select from delivery where order_id = $1 and args->>'amount' = '3' for update`, [id]);
  expect(told(await game.take())).toEqual([1, 2]);
  await client.query('rollback');
  client.release();
  // The answer may be lost: 3 must not arrive before 1 and 2.
  expect(await game.take()).toEqual([]);
  await pass();
  expect(told(await game.take())).toEqual([1, 2, 3, 4, 5]);
});

test('an answer that is lost after some of it was done comes again, whole and in order', async () => {
  await game.hello(inOrder);
  await sell(money(30));
  const batch = await game.take();
  expect(batch).toHaveLength(25);
  await game.report(...batch.slice(0, 10).map((command) => result(command)));
  await pass();
  const inHand = batch.slice(10, 15);
  // The script has five in hand and never got the last ten.
  const { body } = await game.sync({ in_progress: inHand.map(({ id }) => id) });
  expect(body.commands).toEqual([]);
  await game.report(...inHand.map((command) => result(command)));
  const again = await game.take();
  expect(told(again)).toEqual(Array.from({ length: 15 }, (_, n) => n + 16));
  expect(again.map(({ attempt }) => attempt)).toEqual([...Array(10).fill(2), ...Array(5).fill(1)]);
});

describe('where a line ends', () => {
  const row = (more: Partial<InLine>): InLine => ({
    player: '1',
    place: 0,
    action_type: 'add_money',
    code: null,
    ...more,
  });
  const places = (...rows: Partial<InLine>[]) =>
    cutLines(rows.map((more, place) => row({ place, ...more }))).map(({ player, place }) => `${player}.${place}`);

  test('before a gap, before a second group or vehicle, after what the city put off', () => {
    expect(places({}, {}, {})).toEqual(['1.0', '1.1', '1.2']);
    expect(places({}, { place: 2 }, { place: 3 })).toEqual(['1.0']);
    expect(
      places({ action_type: 'add_group' }, { action_type: 'add_vehicle' }, { action_type: 'remove_group' }, {}),
    ).toEqual(['1.0', '1.1']);
    expect(places({ code: 'inventory_full' }, {})).toEqual(['1.0']);
    expect(places({ code: 'held_back' }, { code: 'restarted' }, { code: 'answer_lost' }, {})).toHaveLength(4);
    expect(places({ code: 'adapter_error' }, { player: '2', place: 0 }, {}, { player: '2', place: 1 })).toEqual([
      '1.0',
      '2.0',
      '2.1',
    ]);
  });
});

/** Numbers from 0 to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A script with a journal, at random: answers are lost on both ways, it dies with deliveries in hand, some are done while
 * the rest of their answer still waits, two polls run side by side, and (`waits`) an item may find no room.
 */
async function storm(seed: number, waits: boolean) {
  const random = numbers(seed);
  const journal = new Map<string, Outcome>();
  const done: GameCommand[] = [];
  let hand: GameCommand[] = [];
  let outbox = new Map<string, Outcome>();
  const take = (commands: readonly GameCommand[]) => {
    for (const command of commands) {
      const known = journal.get(command.id);
      const held = hand.find(({ id }) => id === command.id);
      if (held) held.attempt = command.attempt;
      else if (known) outbox.set(command.id, { ...known, attempt: command.attempt });
      else {
        outbox.delete(command.id);
        hand.push({ ...command });
      }
    }
  };
  const work = () => {
    for (let steps = Math.floor(random() * 12); steps > 0 && hand.length > 0; steps -= 1) {
      const players = [...new Set(hand.map(({ player }) => player.city_id))];
      const player = players[Math.floor(random() * players.length)];
      const mine = hand.filter((one) => one.player.city_id === player);
      const [command] = mine as [GameCommand];
      if (waits && command.action === 'add_item' && random() < 0.3) {
        hand = hand.filter((one) => !mine.includes(one));
        for (const one of mine) {
          outbox.set(one.id, result(one, 'deferred', one === command ? 'inventory_full' : 'held_back'));
        }
        continue;
      }
      hand = hand.filter((one) => one !== command);
      done.push(command);
      journal.set(command.id, result(command));
      outbox.set(command.id, result(command));
    }
  };
  const exchange = async (want: number) => {
    const results = [...outbox.values()];
    if (random() < 0.15) return;
    const { status, body } = await game.sync({ results, in_progress: hand.map(({ id }) => id), want });
    if (status !== 200 || random() < 0.2) return;
    for (const { id, attempt } of results) {
      const now = outbox.get(id);
      if (now?.attempt === attempt && (body.settled.includes(id) || now.status === 'deferred')) outbox.delete(id);
    }
    take(body.commands);
  };
  await game.hello(inOrder);
  const clients = [31, 32, 33];
  game.online = clients.map(String);
  let sold = 0;
  const left = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from delivery where store_id = ${store.id} and state <> 'succeeded'`.execute(app.db);
    return rows[0]?.n ?? 0;
  };
  for (let turn = 0; turn < 400 && (sold < 6 || (await left()) > 0); turn += 1) {
    if (sold < 6 && random() < 0.4) {
      const actions = Array.from({ length: 14 }, (_, n) =>
        n % 3 === 1 ? on.item('agua', sold * 100 + n + 1) : on.money(sold * 100 + n + 1),
      );
      await makeSold(app.db, store.id, { client: clients[sold % 3] as number, items: [{ actions }] });
      sold += 1;
    }
    await Promise.all([exchange(25), ...(random() < 0.3 ? [exchange(random() < 0.5 ? 0 : 25)] : [])]);
    work();
    if (random() < 0.5) await pass();
    if (random() < 0.05) {
      [hand, outbox] = [[], new Map([...journal].filter(([id]) => outbox.has(id)))];
      game.boot = `boot-${seed}-${turn}`;
      await sql`update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
        app.db,
      );
      await game.hello(inOrder);
    }
  }
  expect({ sold, left: await left() }).toEqual({ sold: 6, left: 0 });
  expect(new Set(done.map(({ id }) => id)).size).toBe(done.length);
  expect(done).toHaveLength(6 * 14);
  expect(await violations(app.db)).toEqual([]);
  const ofPlayer = (client: number, kind?: string) =>
    done
      .filter(({ player, action }) => player.city_id === String(client) && (!kind || action === kind))
      .map(({ args }) => args.amount as number);
  return { clients, ofPlayer };
}

const rising = (amounts: readonly number[]) => [...amounts].sort((a, b) => a - b);

test.each([1, 2])(
  'storm %i: nothing comes twice, and a player’s deliveries keep their order',
  async (seed) => {
    const { clients, ofPlayer } = await storm(seed, false);
    for (const client of clients) expect(ofPlayer(client)).toEqual(rising(ofPlayer(client)));
  },
  120_000,
);

test.each([4, 6])(
  'storm %i with full bags: what waits holds back its own kind, in order',
  async (seed) => {
    const { clients, ofPlayer } = await storm(seed, true);
    for (const client of clients) {
      for (const kind of ['add_money', 'add_item']) {
        expect(ofPlayer(client, kind)).toEqual(rising(ofPlayer(client, kind)));
      }
    }
  },
  120_000,
);
