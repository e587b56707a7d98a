import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { GameClient } from '../../../../../sdk/src/game/client.ts';
import type { TestApp } from '../../../test/app.ts';
import type { MadeStore } from '../../../test/make.ts';
import { selling, useCity } from '../../../test/make-city.ts';
import { on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';

/** The client of the kit (sdk/src/game) against the product. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
useCity((city) => {
  ({ app, store } = city);
});
const sell = selling(() => ({ app, store }));

test('what is sold is delivered by the client of the kit, once and in order, and a refusal is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kit-'));
  const done: string[] = [];
  const client = new GameClient({
    address: 'http://vitrine.test',
    token: store.apiToken,
    journal: join(folder, 'journal.jsonl'),
    game: 'fivem',
    framework: 'check',
    actions: {
      add_money: {
        online: true,
        offline: true,
        run: ({ args, key }) => {
          done.push(`${key} ${args.amount}`);
          return { status: 'succeeded', code: 'ok', detail: { before: 0, after: args.amount ?? 0 } };
        },
      },
      add_item: { online: true, offline: false, run: () => ({ status: 'succeeded', code: 'ok' }) },
      add_group: { online: true, offline: true, run: () => ({ status: 'failed', code: 'action_refused' }) },
    },
    online: () => ['17'],
    log: () => {},
    send: async ({ url, body, headers }) => {
      const answer = await app.app.inject({ method: 'POST', url: new URL(url).pathname, payload: body, headers });
      const signature = answer.headers['x-vitrine-signature'];
      return { status: answer.statusCode, body: answer.body, ...(typeof signature === 'string' && { signature }) };
    },
  });
  const running = client.run();
  onTestFinished(async () => {
    client.stop();
    await running;
    rmSync(folder, { recursive: true, force: true });
  });
  const { id } = await sell([on.money(500), on.money(7), on.group('vip'), on.item('agua', 1)]);
  const states = async () => {
    const { rows } = await sql<{ text: string }>`
      select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${id} order by seq`.execute(
      app.db,
    );
    return rows.map(({ text }) => text);
  };
  await expect
    .poll(states, { timeout: 30_000 })
    .toEqual([
      'add_money succeeded ok',
      'add_money succeeded ok',
      'add_group failed action_refused',
      'add_item succeeded ok',
    ]);
  expect(done).toEqual(['17 500', '17 7']);
  expect(await violations(app.db)).toEqual([]);
});
