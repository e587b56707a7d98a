import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { isQuiet, quietSeconds } from './quiet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Minutes from now at which the hours begin and end, and what holds now. */
const cases: [from: number, until: number, quiet: boolean][] = [
  [-60, 60, true],
  [0, 1, true],
  [-1, 0, false],
  [-1, 1439 - 1, true],
  [60, -60, false],
  [1, 0, false],
  // twelve hours on both sides: one of the two goes over midnight, whatever the clock says
  [-719, 719, true],
  [719, -719, false],
];

test.each(['America/Sao_Paulo', 'America/Noronha', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'])(
  'quiet hours are those of the clock of %s, over midnight too, and say when they end',
  async (zone) => {
    const { id } = await makeStore(app.db, app.deps.config.secret);
    await sql`update store set time_zone = ${zone} where id = ${id}`.execute(app.db);
    for (const [from, until, quiet] of cases) {
      // One transaction has one moment.
      const seen = await transaction(app.db, async (tx) => {
        const clock = (minutes: number) =>
          sql`to_char((now() at time zone ${zone}) + make_interval(mins => ${minutes}), 'HH24:MI')`;
        await sql`insert into alert_setting (store_id, quiet_from, quiet_until) values (${id}, ${clock(from)}, ${clock(until)})
          on conflict (store_id) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`.execute(
          tx,
        );
        const { rows } = await sql<{ quiet: boolean; seconds: number; left: number }>`
          select ${isQuiet} as quiet, ${quietSeconds(sql.val(id))} as seconds, 60 - extract(second from now())::float8 as left
            from store s join alert_setting t on t.store_id = s.id where s.id = ${id}`.execute(tx);
        return rows[0];
      });
      expect(seen?.quiet, `${from} to ${until}`).toBe(quiet);
      // The end is the beginning of its minute; a second later it is over.
      const end = quiet ? (until - 1) * 60 + (seen?.left ?? 0) : 0;
      expect(Math.abs((seen?.seconds ?? -1) - end), `${from} to ${until}: ${seen?.seconds} s`).toBeLessThanOrEqual(2);
    }
  },
);
