import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { sampleData, sampleMail } from '../../test/sample-mails.ts';
import { sendMail } from './send-mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ features: [] });
});
afterAll(() => app.close());

test('attack: mails of one kind that belong to no store take turns with the others', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  await transaction(app.db, async (tx) => {
    for (let n = 0; n < 5; n += 1) {
      const data = sampleData.verify_email;
      await sendMail(tx, app.deps.config, { kind: 'verify_email', to: `ana${n}@exemplo.com`, data });
    }
    const { config } = app.deps;
    await sendMail(tx, config, { kind: 'password_reset', to: 'bia@exemplo.com', data: sampleData.password_reset });
    await sendMail(tx, config, sampleMail('delivery_problem', 'eva@exemplo.com', store.id));
  });
  const { rows } = await app.pool.query<{ turns: string; jobs: number }>(
    `select group_id as turns, count(*)::int as jobs from pgboss.job where name = 'mail.send' group by 1 order by 2 desc`,
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]?.jobs).toBe(5);
  expect(rows.map(({ turns }) => turns)).toContain(store.id);
});
