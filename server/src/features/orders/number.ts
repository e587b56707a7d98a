import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** Two numbers of a store differ by a random step of up to this, so their difference does not tell what was sold. */
const STEP_MAX = 9;
/** A store's first number has five digits and differs between stores. */
const FIRST_MIN = 10_000;
const FIRST_MAX = 90_000;
/** Numbers of a busy store's block; a quiet store takes them one by one, so that they stay short. */
const BLOCK_MAX = 32;
/** After this long the rest of a block is thrown away, so that numbers rise with time, whichever process gave them. */
const BLOCK_MS = 60_000;
/** Stores whose blocks a process remembers. The oldest are dropped first. */
const REMEMBERED = 10_000;

interface Block {
  left: number[];
  /** How many numbers it had. If they are used up in time, the next block has twice as many. */
  size: number;
  until: number;
}
type Blocks = Map<StoreId, Promise<Block>>;

/** Per process, that is per pool. Two processes never hold the same block. */
const blocks = new WeakMap<Db, Blocks>();

/**
 * The next number of a store, unique in it. It comes from a block that this process reserved in a statement of its own,
 * so that orders placed at once wait for no row. A number that no order used leaves a gap. Of two orders of a store
 * that begin more than a minute apart, the later one has the higher number; closer ones may change places between
 * processes. A block that cannot be reserved fails the order that asked for it; the others ask again, and fail after
 * the second failure. Call it outside transactions, because a rollback would undo the reservation.
 */
export async function nextOrderNumber(db: Db, store: StoreId, now: () => number = Date.now): Promise<number> {
  const ofProcess = blocks.get(db) ?? new Map<StoreId, Promise<Block>>();
  blocks.set(db, ofProcess);
  for (let failures = 0; ; ) {
    const current = ofProcess.get(store);
    const block = await current?.catch((error) => {
      failures += 1;
      if (failures > 1) throw error;
      return undefined;
    });
    const number = block && now() < block.until ? block.left.shift() : undefined;
    if (number !== undefined) return number;
    // Several may wait for the same block. The first one that finds it empty replaces it, and the others take from the
    // new one.
    if (ofProcess.get(store) !== current) continue;
    const busy = block !== undefined && now() < block.until;
    const next = reserve(db, store, busy ? Math.min(BLOCK_MAX, block.size * 2) : 1, now);
    next.catch(() => ofProcess.get(store) === next && ofProcess.delete(store));
    ofProcess.delete(store);
    ofProcess.set(store, next);
    if (ofProcess.size > REMEMBERED) ofProcess.delete(ofProcess.keys().next().value ?? store);
    await next;
  }
}

/**
 * A number was already taken, because a process of the old version may number differently. The next block begins above
 * all.
 */
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
