import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { Script, SeatId } from './read-seat.ts';

/** Lets only the script pass that holds the seat. Refuses `superseded` for an older epoch, and `invalid_request` for any other script. */
export async function requireHolder(
  db: Db | Tx,
  { store, seat }: SeatId,
  script: Script & { epoch: number },
  lock: RawBuilder<unknown> = sql``,
): Promise<void> {
  const { rows } = await sql<{ epoch: number }>`
    select g.epoch
      from game_seat s join game_server g on g.store_id = s.store_id and g.id = s.server_id
     where s.store_id = ${store} and s.id = ${seat}
       and g.journal_id = ${script.journal_id} and g.boot_id = ${script.boot_id} ${lock}`.execute(db);
  const epoch = rows[0]?.epoch;
  if (epoch === undefined || script.epoch > epoch) throw new Refusal('invalid_request');
  if (script.epoch < epoch) throw new Refusal('superseded');
}
