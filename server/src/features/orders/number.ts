import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** Between two numbers of a store lie so many at random: their difference does not tell what was sold. */
const STEP_MAX = 9;
/** A store's first number: five digits, and not the same for every store. */
const FIRST_MIN = 10_000;
const FIRST_MAX = 90_000;
/** Numbers of a busy store's block; a quiet store takes them one by one, so that they stay short. */
const BLOCK_MAX = 32;
/** What is left of a block after this is thrown away: numbers then rise with time, whichever process gave them. */
const BLOCK_MS = 60_000;
/** Stores whose blocks a process remembers; the oldest go first. */
const REMEMBERED = 10_000;

interface Block {
  left: number[];
  /** How many it had; the next one has twice as many where this one was used up in time. */
  size: number;
  until: number;
}
type Blocks = Map<StoreId, Promise<Block>>;

/** Per process, that is per pool: two processes never hold the same block. */
const blocks = new WeakMap<Db, Blocks>();

/**
 * The next number of a store, unique in it. Taken from a block that this process reserved in a statement of its own, so
 * that orders placed at once wait for no row; a number that no order used is a gap. Of two orders of a store that begin
 * more than a minute apart the later one has the higher number; nearer ones may change places between processes. A block
 * that cannot be reserved fails whoever asked for it: the others ask themselves, until they have seen it fail twice. No
 * transaction may be open: its end would undo the reservation.
 */
export async function nextOrderNumber(db: Db, store: StoreId, now: () => number = Date.now): Promise<number> {
  const mine = blocks.get(db) ?? new Map<StoreId, Promise<Block>>();
  blocks.set(db, mine);
  for (let failures = 0; ; ) {
    const held = mine.get(store);
    const block = await held?.catch((error) => {
      failures += 1;
      if (failures > 1) throw error;
      return undefined;
    });
    const number = block && now() < block.until ? block.left.shift() : undefined;
    if (number !== undefined) return number;
    // Several may wait for the same block: the first one that finds it empty replaces it, the others take from that.
    if (mine.get(store) !== held) continue;
    const busy = block !== undefined && now() < block.until;
    const next = reserve(db, store, busy ? Math.min(BLOCK_MAX, block.size * 2) : 1, now);
    next.catch(() => mine.get(store) === next && mine.delete(store));
    mine.delete(store);
    mine.set(store, next);
    if (mine.size > REMEMBERED) mine.delete(mine.keys().next().value ?? store);
    await next;
  }
}

/** A number was taken already: a process that is being replaced may number otherwise. The next block lies above all there are. */
export async function skipTakenNumbers(db: Db, store: StoreId): Promise<void> {
  blocks.get(db)?.delete(store);
  await sql`
    update order_number_next n
       set last = greatest(n.last, (select max(o.number) from "order" o where o.store_id = ${store}))
     where n.store_id = ${store}`.execute(db);
}

async function reserve(db: Db, store: StoreId, size: number, now: () => number): Promise<Block> {
  const steps = Array.from({ length: size }, () => randomInt(1, STEP_MAX + 1));
  const span = steps.reduce((sum, step) => sum + step, 0);
  const until = now() + BLOCK_MS;
  const { rows } = await sql<{ last: number }>`
    insert into order_number_next as n (store_id, last)
    select ${store}, greatest(${randomInt(FIRST_MIN, FIRST_MAX)}::int, max(o.number)) + ${span}::int
      from "order" o where o.store_id = ${store}
    on conflict (store_id) do update set last = n.last + ${span}::int
    returning last`.execute(db);
  let number = (rows[0]?.last ?? 0) - span;
  const left = steps.map((step) => {
    number += step;
    return number;
  });
  return { left, size, until };
}
