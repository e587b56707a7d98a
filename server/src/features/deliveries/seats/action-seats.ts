import { BUYERS_SERVER, EVERY_SERVER, serversOfAction } from '@vitrine/contract/action-servers';
import { type Action, type ActionTarget, isGame } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** The game servers to which an order's actions go. Discord's actions have one entry, without a seat. */

export interface ActionSeat {
  /** The seat of the game server; null for the store's first one. */
  seat: string | null;
  /** Nothing goes there: the owner removed it. */
  ended: boolean;
  /** The store has no server of the action's game, so there is nothing to go to. */
  missing?: true;
}

/** The seats of one action of an item. */
export type SeatsOf = (item: { id: string }, action: Action, actionIndex: number) => readonly ActionSeat[];

const first: ActionSeat = { seat: null, ended: false };

/**
 * The key of a right at a seat. The same group on two servers is two rights: the end of one takes nothing from the other.
 * No name of a group or vehicle holds an `@`.
 */
export function subjectAt(seat: string | null, subject: string | undefined): string | undefined {
  return seat === null || subject === undefined ? subject : `${subject}@${seat}`;
}

interface Seat {
  id: string;
  game: string;
  ended: boolean;
}

/**
 * The store's servers, its first one first, and those that it removed. The lock waits for an owner who removes one, or changes
 * its game, in this moment.
 */
async function lockSeats(tx: Tx, store: StoreId): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select id, game, ended_at is not null as ended from game_seat where store_id = ${store}
     order by id <> store_id, created_at, id for key share`.execute(tx);
  return rows;
}

/** Where a new order's actions go, by the store's servers of now. They stay until the caller's transaction ends. */
export async function seatsOf(
  tx: Tx,
  store: StoreId,
  { items, seat_id: chosen }: { items: readonly { actions: Action[] }[]; seat_id: string | null },
): Promise<SeatsOf> {
  const played = items.some(({ actions }) => actions.some(({ target }) => isGame(target)));
  if (!played) return () => [first];
  const seats = await lockSeats(tx, store);
  const there = seats.filter(({ ended }) => !ended);
  const seatOf = (id: string) => (id === store ? null : id);
  return (_, action) => {
    const { target, server } = action;
    if (!isGame(target)) return [first];
    const theirs = seats.find(({ id, game }) => id === chosen && game === target);
    if (server === BUYERS_SERVER && theirs?.ended) return [{ seat: theirs.id, ended: true }];
    const found = serversOfAction(action, there, chosen ?? undefined);
    if (found.length > 0) return found.map(({ id }) => ({ seat: seatOf(id), ended: false }));
    const named = server !== undefined && server !== EVERY_SERVER && server !== BUYERS_SERVER;
    return [named ? { seat: seatOf(server), ended: true } : { seat: null, ended: true, missing: true }];
  };
}

interface Made {
  item_id: string;
  action_index: number;
  seat_id: string | null;
}

/** Where the deliveries of an order already go: a later change of the store's servers moves none of them. */
export function seatsMade(rows: readonly Made[]): SeatsOf {
  return ({ id }, _, actionIndex) => {
    const own = rows.filter((row) => row.item_id === id && row.action_index === actionIndex);
    const seats = [...new Set(own.map(({ seat_id }) => seat_id))];
    return seats.length === 0 ? [first] : seats.map((seat) => ({ seat, ended: false }));
  };
}

interface Placed {
  target: ActionTarget;
  seat_id: string | null;
}

/**
 * Says of a delivery of these targets whether a server of its game is at its seat. Until the transaction ends nobody removes one.
 * Discord's deliveries have no seat, and always pass.
 */
export async function liveSeats(
  tx: Tx,
  store: StoreId,
  targets: readonly { target: ActionTarget }[],
): Promise<(delivery: Placed) => boolean> {
  if (!targets.some(({ target }) => isGame(target))) return () => true;
  const seats = await lockSeats(tx, store);
  return ({ target, seat_id }) =>
    !isGame(target) || seats.some(({ id, game, ended }) => id === (seat_id ?? store) && game === target && !ended);
}
