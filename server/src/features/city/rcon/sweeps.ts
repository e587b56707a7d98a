import { sql } from 'kysely';
import { transaction } from '../../../db/transaction.ts';
import { storeIdOf } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Sweep } from '../../../jobs/sweep.ts';

/** Servers that one run takes; the next run takes the rest. */
const BATCH = 200;

/** Enqueues a job for each server that is due to be reached over RCON: after a pause, for what is left, or to see that it is there. */
export const rconSweep: Sweep = {
  name: 'city.rcon',
  async run({ db }) {
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string; seat_id: string }>`
        select r.store_id, r.seat_id from game_rcon r
         where r.next_at <= now() and (r.held_until is null or r.held_until < now())
           and not exists (select from pgboss.job j where j.name = 'city.rcon' and j.group_id = r.store_id
                             and j.data->>'seatId' = r.seat_id and j.state < 'completed')
         order by r.next_at limit ${BATCH}`.execute(tx);
      for (const row of rows) await enqueue(tx, 'city.rcon', { storeId: storeIdOf(row), seatId: row.seat_id });
    });
  },
};
