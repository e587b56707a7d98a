import { BUYERS_SERVER, EVERY_SERVER, serverOf } from '@vitrine/contract/action-servers';
import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** The game servers to which an order's actions go. Discord's actions have one entry, without a seat. */

export interface ActionSeat {
  /** The seat of the game server; null for the store's first one. */
  seat: string | null;
  /** The owner removed it. */
  ended: boolean;
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

/** The store's servers, its first one first. The lock waits for an owner who removes one in this moment. */
async function lockSeats(tx: Tx, store: StoreId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from game_seat where store_id = ${store} and ended_at is null
     order by id <> store_id, created_at, id for key share`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Where a new order's actions go, by the store's servers of now. They stay until the caller's transaction ends. */
export async function seatsOf(
  tx: Tx,
  store: StoreId,
  { items, seat_id: chosen }: { items: readonly { actions: Action[] }[]; seat_id: string | null },
): Promise<SeatsOf> {
  const named = items.some(({ actions }) => actions.some((action) => serverOf(action) !== undefined));
  if (!named) return () => [first];
  const seats = await lockSeats(tx, store);
  const actionSeat = (id: string): ActionSeat => ({ seat: id === store ? null : id, ended: !seats.includes(id) });
  return (_, action) => {
    const server = serverOf(action);
    if (server === undefined) return [first];
    if (server === EVERY_SERVER) return seats.map(actionSeat);
    // An order without a choice is from when the store had one server.
    return [actionSeat(server === BUYERS_SERVER ? (chosen ?? store) : server)];
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

/** Says of each seat of these deliveries whether its server is there. Until the transaction ends nobody removes one. */
export async function liveSeats(
  tx: Tx,
  store: StoreId,
  rows: readonly { seat_id: string | null }[],
): Promise<(seat: string | null) => boolean> {
  if (rows.every(({ seat_id }) => seat_id === null)) return () => true;
  const seats = await lockSeats(tx, store);
  return (seat) => seat === null || seats.includes(seat);
}
