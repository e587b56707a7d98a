import { afterAll, beforeAll, beforeEach } from 'vitest';
import { installJobs } from '../jobs/boss.ts';
import { tasks } from '../tasks.ts';
import { createTestApp, type TestApp } from './app.ts';
import { GameClient } from './game-client.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeSold } from './make-deliveries.ts';

/** A new store and a game server with its key, which has not said hello yet. */
export async function makeCity(app: TestApp): Promise<{ store: MadeStore; game: GameClient }> {
  const store = await makeStore(app.db, app.deps.config.secret);
  return { store, game: new GameClient(app, store.apiToken) };
}

/** An application without a worker for a test file. Before each test `take` gets it with a new store and its game server. */
export function useCity(
  take: (city: { app: TestApp; store: MadeStore; game: GameClient }) => void | Promise<void>,
): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await installJobs(app.pool, tasks);
  });
  afterAll(() => app.close());
  beforeEach(async () => await take({ app, ...(await makeCity(app)) }));
}

type Item = Parameters<typeof makeSold>[2]['items'][number];

/** A function that sells these actions as one item of the store that `where` names. */
export function selling(where: () => { app: TestApp; store: MadeStore }) {
  return (actions: Item['actions'], more: Partial<Item> = {}) => {
    const { app, store } = where();
    return makeSold(app.db, store.id, { items: [{ ...more, actions }] });
  };
}
