import type { Action } from '@vitrine/contract/actions';
import type { RehearsalRun } from '@vitrine/contract/rehearsals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { violations as brokenDeliveries } from '../features/deliveries/invariants.ts';
import { dueSweep } from '../features/deliveries/sweeps.ts';
import { violations } from '../features/payments/invariants.ts';
import { installJobs } from '../jobs/boss.ts';
import { tasks } from '../tasks.ts';
import { createTestApp, type TestApp } from './app.ts';
import { GameClient, result } from './game-client.ts';
import { type MadeStore, makeStore } from './make.ts';
import { on } from './make-deliveries.ts';

export const DISCORD = '391822001983488001';

/** A group that its expiration takes back, and a command for each end. */
export const vip: Action[] = [
  on.group('vip'),
  on.command('avisar {{cidade}} {{nome}}'),
  on.dropGroup('vip'),
  on.command('encerrar {{cidade}}', 'on_expiration'),
];

/** Each test's own store with a city, where player 17 is, and what a member and the city do there with rehearsals. */
export function rehearsalDesk() {
  let app: TestApp;
  let store: MadeStore;
  let game: GameClient;

  beforeAll(async () => {
    app = await createTestApp();
    await installJobs(app.pool, tasks);
  });
  afterAll(async () => {
    const { rows } = await sql<{ id: string }>`select id from "order" where kind = 'rehearsal'`.execute(app.db);
    const broken = JSON.stringify([await violations(app.db), await brokenDeliveries(app.db)]);
    expect(rows.filter(({ id }) => broken.includes(id))).toEqual([]);
    await app.close();
  });
  beforeEach(async () => {
    await sql`delete from throttle`.execute(app.db);
    store = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
    game = new GameClient(app, store.apiToken);
    game.online = ['17'];
    await game.hello({ in_order: true });
  });

  const ask = (call: string, body: object, { token = store.token, of = store } = {}) =>
    app.post(`/v1/${call}`, { subdomain: of.subdomain, ...body }, { token });
  const start = (id: string) => ask('rehearsals/start', { id, clientId: 17, discordId: DISCORD });
  const good = async <T>(asked: ReturnType<typeof ask>) => {
    const answer = await asked;
    expect(answer.status, answer.text).toBe(200);
    return answer.json<T>();
  };
  return {
    app: () => app,
    store: () => store,
    game: () => game,
    ask,
    start,
    started: async (id: string) => (await good<{ rehearsal: RehearsalRun }>(start(id))).rehearsal,
    end: async (id: string) => void (await good(ask('rehearsals/end', { id }))),
    read: async (id?: string) =>
      (await good<{ rehearsal: RehearsalRun | null }>(ask('rehearsals', id === undefined ? {} : { id }))).rehearsal,
    /** Lets the city do all that it is given now. Answers what that was. */
    async deliver(): Promise<string[]> {
      await dueSweep.run(app.deps);
      const queued = async () =>
        (await sql`select from delivery where store_id = ${store.id} and state = 'queued' limit 1`.execute(app.db))
          .rows;
      const done: string[] = [];
      while ((await queued()).length > 0) {
        const commands = await game.take();
        done.push(...commands.map(({ action }) => action));
        await game.report(...commands.map((command) => result(command)));
      }
      return done;
    },
  };
}

/** Each step: what went out, how it stands, what its end means, and what took it back. */
export const stepsOf = (run: RehearsalRun | null) =>
  run?.steps.map(({ delivery, atEnd, back }) => [
    delivery.text,
    delivery.state,
    atEnd,
    back && [back.state, back.aftermath?.text],
  ]);
