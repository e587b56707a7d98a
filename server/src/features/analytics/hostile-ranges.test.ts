import type { FiguresAnswer } from '@vitrine/contract/figures';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold } from '../../test/make-deliveries.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const read = (body: object) => app.post('/v1/figures', { subdomain: store.subdomain, ...body }, { token: store.token });
const custom = (from: string, to: string) => read({ range: 'custom', from, to });

test('a range without a beginning, turned around, too long or of days that no calendar has is refused at its field', async () => {
  const refused: [from: string | undefined, to: string | undefined, field: string][] = [
    [undefined, '2024-01-01', 'from'],
    ['2024-01-01', undefined, 'to'],
    ['2024-01-02', '2024-01-01', 'to'],
    ['1990-01-01', '2024-01-01', 'to'],
    ['2023-02-29', '2023-03-01', 'from'],
    ['2024-13-01', '2024-03-01', 'from'],
    ['2024-01-01', '24-01-01', 'to'],
    ["2024-01-01'", '2024-01-01', 'from'],
    ['0000-01-01', '0000-01-02', 'from'],
    ['0001-01-01', '0001-01-02', 'from'],
    ['-000001-01-01', '0001-01-02', 'from'],
  ];
  for (const [from, to, field] of refused) {
    const answer = await read({ range: 'custom', from, to });
    expect([400, 422], `${from} ${to}: ${answer.text}`).toContain(answer.status);
    expect(answer.text, `${from} ${to}`).toContain(`"${field}"`);
  }
});

test('the figures of any possible year, of leap days and of days without a midnight are what was sold on them', async () => {
  await sql`update store set time_zone = 'America/Sao_Paulo' where id = ${store.id}`.execute(app.db);
  // Each at the first or last moment of its day in São Paulo. On 4 November 2018 clocks went from 00:00 to 01:00.
  const moments = ['2018-11-03T23:59:59-03:00', '2018-11-04T01:00:00-02:00', '2018-11-04T23:59:59-02:00'];
  const more = [
    '2019-02-16T23:30:00-02:00',
    '2019-02-16T23:30:00-03:00',
    '2024-02-29T00:00:00-03:00',
    '2024-02-29T23:59:59-03:00',
  ];
  for (const at of [...moments, ...more]) {
    const { id } = await makeSold(app.db, store.id, { items: [{ actions: [] }] });
    await sql`update "order" set completed_at = ${at}, created_at = ${at} where id = ${id}`.execute(app.db);
  }
  const sold = async (from: string, to = from) => {
    const answer = await custom(from, to);
    expect(answer.status, answer.text).toBe(200);
    const { now, steps } = answer.json<FiguresAnswer>();
    expect(
      steps.reduce((sum, step) => sum + step.orders, 0),
      `${from} ${to}`,
    ).toBe(now.orders);
    return now.orders;
  };
  expect(await sold('2018-11-03')).toBe(1);
  expect(await sold('2018-11-04')).toBe(2);
  expect(await sold('2019-02-16')).toBe(2);
  expect(await sold('2024-02-29')).toBe(2);
  expect(await sold('2024-02-28', '2024-03-01')).toBe(2);
  expect(await sold('2018-11-04', '2019-02-17')).toBe(4);
  expect(await sold('1970-01-01')).toBe(0);
  expect(await sold('9999-12-31')).toBe(0);
});
