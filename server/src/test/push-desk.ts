import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type MadeUpBrowser, makeBrowser } from '../../../standins/push/made-up-browser.ts';
import { type PushStandin, startPush } from '../../../standins/push/push.ts';
import { transaction } from '../db/transaction.ts';
import { noteEvent } from '../features/notices/note-event.ts';
import { noticeSweeps } from '../features/notices/sweeps.ts';
import { sendMessage } from '../features/push/web-push.ts';
import { installJobs } from '../jobs/boss.ts';
import { tasks } from '../tasks.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeSold } from './make-deliveries.ts';

/** What a browser shows. */
interface Words {
  title: string;
  body: string;
  path: string;
  tag: string;
}

let browsers = 0;
export const newEndpoint = () =>
  `https://fcm.googleapis.com/fcm/send/${++browsers}-${randomBytes(9).toString('base64url')}`;

/**
 * A store, the push services of browsers, and an application without a worker, for a test file about pushes. Each test begins
 * without browsers and with a store of its own.
 */
export function usePushDesk() {
  const desk = {} as { app: TestApp; service: PushStandin; store: MadeStore };
  beforeAll(async () => {
    desk.service = await startPush();
    desk.app = await createTestApp({ env: { PUSH_SERVICE_URL: desk.service.url } });
    await installJobs(desk.app.pool, tasks);
  });
  afterAll(async () => {
    await desk.app.close();
    await desk.service.close();
  });
  beforeEach(async () => {
    desk.service.control.reset();
    await sql`truncate throttle, mail, alert, alert_news, alert_setting, notice, notice_choice, push_subscription, push_message`.execute(
      desk.app.db,
    );
    desk.store = await makeStore(desk.app.db, desk.app.deps.config.secret, { name: 'Cidade Alta' });
  });

  async function subscribe(token: string, browser: MadeUpBrowser = makeBrowser(newEndpoint()), change: object = {}) {
    const answer = await desk.app.post('/v1/account/push', { ...browser.subscription, ...change }, { token });
    return { ...browser, endpoint: browser.subscription.endpoint, answer };
  }
  /** Runs what the jobs would run. */
  async function send(): Promise<void> {
    const { rows } = await sql<{ id: string }>`select id from push_message where due_at <= now() order by id`.execute(
      desk.app.db,
    );
    for (const { id } of rows) await sendMessage(desk.app.deps, id, new AbortController().signal);
  }
  /** Writes what is due, and sends nothing yet. */
  async function write(): Promise<void> {
    for (const { run } of noticeSweeps) await run(desk.app.deps);
  }
  return {
    desk,
    subscribe,
    send,
    write,
    async tell(): Promise<void> {
      await write();
      await send();
    },
    /** A browser that was welcomed already. */
    async listener(token: string) {
      const browser = await subscribe(token);
      expect(browser.answer.status, browser.answer.text).toBe(200);
      await send();
      const shown = () =>
        desk.service.control
          .taken(browser.endpoint)
          .slice(1)
          .map(({ body }) => JSON.parse(browser.open(body)) as Words);
      return { ...browser, shown };
    },
    choose: (token: string, ...choices: { kind: string; mail: boolean; push: boolean }[]) =>
      desk.app.post('/v1/notices/edit', { subdomain: desk.store.subdomain, choices }, { token }),
    /** A sale, as the transaction that completes an order leaves it. */
    async sell(): Promise<string> {
      const { id } = await makeSold(desk.app.db, desk.store.id, { items: [{ actions: [] }] });
      await transaction(desk.app.db, (tx) => noteEvent(tx, desk.store.id, { kind: 'sale', news: 'sold', order: id }));
      return id;
    },
  };
}
