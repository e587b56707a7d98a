import { afterAll, expect, test } from 'vitest';
import { violations } from '../features/payments/invariants.ts';
import { made, type Row, world } from './story.ts';
import { sales } from './story-sales.ts';
import { setup } from './story-setup.ts';

/**
 * Every call of SPEC.md section 7 and of DECISIONS.md, The API, over HTTP to a whole process, in the order in which
 * an owner and a shopper make them.
 */

afterAll(() => world.close());

const title = ({ call, note }: Row) => (note ? `${call} (${note})` : call);
test.each([...setup, ...sales].map((row) => [title(row), row] as const))(
  '%s',
  { timeout: 20_000 },
  async (_title, row) => {
    const [method = '', path = ''] = row.call.split(' ');
    const answer = await world.call<never>(`${method} ${row.url?.() ?? path}`, {
      body: await row.body?.(),
      ...(row.as !== 'nobody' && { token: made.token }),
      ...(row.headers && { headers: row.headers() }),
    });
    expect([answer.status, answer.status < 400 ? '' : answer.body]).toEqual([row.status ?? 200, '']);
    if (row.answer) expect(answer.body).toMatchObject(row.answer);
    await row.effect?.(answer.body, answer);
  },
);

test('after the whole story every rule about money holds', async () => {
  expect(await violations(world.db)).toEqual([]);
});
