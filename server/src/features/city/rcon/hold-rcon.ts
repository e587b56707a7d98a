import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { openIfReadable, type Secret, seal } from '../../../db/seal.ts';
import { cityCame } from '../city-status.ts';
import { goesTo, type SeatId } from '../seats/read-seat.ts';
import type { RconPlace, RconProblem } from './rcon.ts';

/** A server that is reached over RCON has one connection at a time: whoever wants one takes the row of `game_rcon` first. */

/** A worker that says nothing for this long is taken for dead. Longer than one command takes, with its connection. In seconds. */
const HOLD_SECONDS = 60;
/** A server without work is asked this often whether it is there, because it counts as silent after 75 s. In seconds. */
const CHECK_SECONDS = 50;
/** Deliveries that are left in the queue wait for something else. They are looked at again after this long. In seconds. */
const LEFT_SECONDS = 10;
/** The longest pause after failures. The first one is a minute, and each further failure doubles it. In seconds. */
const LONGEST_PAUSE = 900;

/** The journal and base of a row of `game_server` that stands for a connection. No script has this journal: theirs are longer. */
export const RCON = 'rcon';

const owner = ({ store, seat }: SeatId) => `rcon:${store}:${seat}`;
export const sealPassword = (secret: Secret, place: SeatId, password: string) => seal(secret, password, owner(place));

const at = ({ store, seat }: SeatId) => sql<boolean>`store_id = ${store} and seat_id = ${seat}`;
/** True in SQL where something is queued for the server that is due in `seconds`. */
const isWork = (place: SeatId, seconds: number) => sql<boolean>`exists (select from delivery d
    where d.store_id = ${place.store} and d.target = 'minecraft' and ${goesTo('d', place)}
      and d.state = 'queued' and d.due_at <= now() + make_interval(secs => ${seconds}))`;
const heldUntil = sql<Date>`now() + make_interval(secs => ${HOLD_SECONDS})`;

/**
 * Takes the one connection of a server for this worker and answers where it goes. Undefined while another worker has it, and during a
 * pause after a failure. Undefined too if there is no work and the next look is not due, or if the server has no RCON (any more).
 * The password is null if no secret opens it.
 */
export async function holdRcon(
  db: Db,
  secret: Secret,
  place: SeatId,
  worker: string,
): Promise<(Omit<RconPlace, 'password'> & { password: string | null }) | undefined> {
  const row = await db
    .updateTable('game_rcon')
    .set({ held_by: worker, held_until: heldUntil })
    .where(at(place))
    .where(sql<boolean>`(held_until is null or held_until < now())
      and (next_at <= now() or problem is null and ${isWork(place, 0)})`)
    .returning(['host', 'port', 'password_cipher'])
    .executeTakeFirst();
  if (!row) return undefined;
  const password = openIfReadable(secret, row.password_cipher, owner(place));
  return { host: row.host, port: row.port, password: password?.toString('utf8') ?? null };
}

/** Keeps the connection for longer. False if it was taken away: the owner changed it, or another worker has it. */
export async function keepRcon(tx: Tx, place: SeatId, worker: string): Promise<boolean> {
  const kept = await tx
    .updateTable('game_rcon')
    .set({ held_until: heldUntil })
    .where(at(place))
    .where('held_by', '=', worker)
    .returning('seat_id')
    .execute();
  return kept.length > 0;
}

/** Gives the connection back after a turn in which nothing failed. */
export async function releaseRcon(db: Db, place: SeatId, worker: string): Promise<void> {
  await db
    .updateTable('game_rcon')
    .set({
      held_by: null,
      held_until: null,
      problem: null,
      tries: 0,
      next_at: sql<Date>`now() + make_interval(secs => case when ${isWork(place, LEFT_SECONDS)} then ${sql.lit(LEFT_SECONDS)} else ${sql.lit(CHECK_SECONDS)} end)`,
    })
    .where(at(place))
    .where('held_by', '=', worker)
    .execute();
}

/** Gives the connection back after a failure: the server's row says why, and its deliveries wait until a pause is over. */
export async function failRcon(db: Db, place: SeatId, worker: string, problem: RconProblem): Promise<void> {
  await db
    .updateTable('game_rcon')
    .set({
      held_by: null,
      held_until: null,
      problem,
      tries: sql<number>`tries + 1`,
      next_at: sql<Date>`now() + make_interval(secs => least(${sql.lit(LONGEST_PAUSE)}, 60 * 2 ^ least(tries, 10)))`,
    })
    .where(at(place))
    .where('held_by', '=', worker)
    .execute();
}

/** Notes that the server let us in. This is a sign of life, like a script's hello. */
export async function noteRconAlive(tx: Tx, { store, seat }: SeatId): Promise<void> {
  await cityCame(tx, store);
  await sql`
    update game_server set last_seen_at = now()
     where store_id = ${store} and coalesce(seat_id, store_id) = ${seat} and journal_id = ${RCON}`.execute(tx);
}
