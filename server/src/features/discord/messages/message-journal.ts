import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** Discord remembers a nonce for "the past few minutes" (resources/message, Create Message). We rely on two. */
const NONCE_SECONDS = 120;
/** Seconds until an attempt is repeated if nobody knows how it ended. */
export const DOUBT_SECONDS = 10;

/** The kinds of action that write something which a second execution would write again. */
export const isMessage = (type: string): boolean => type === 'send_message' || type === 'send_direct';

/** The nonce of a delivery's message: always the same, 25 characters. */
export const nonceOf = (delivery: string): string => delivery.slice(-25);

/**
 * Writes down that an attempt begins, in the transaction that claims the delivery.
 *
 * - `first`: no attempt before may have arrived
 * - `doubtful`: one may have arrived, and Discord still knows our nonce, so that a repetition makes no second message
 * - `late`: one may have arrived, and Discord may have forgotten it. Nothing may be sent
 */
export async function openMessage(tx: Tx, store: StoreId, delivery: string): Promise<'first' | 'doubtful' | 'late'> {
  const { rows } = await sql<{ former: boolean; late: boolean }>`
    insert into discord_message as m (store_id, delivery_id) values (${store}, ${delivery})
    on conflict (store_id, delivery_id) do update set began_at = m.began_at
    returning began_at < now() as former, began_at < now() - make_interval(secs => ${NONCE_SECONDS}) as late`.execute(
    tx,
  );
  const [row] = rows;
  if (row?.late) return 'late';
  return row?.former ? 'doubtful' : 'first';
}

/** Forgets the attempts, because their end is known or because a person decides. */
export async function closeMessage(tx: Tx, store: StoreId, delivery: string): Promise<void> {
  await tx.deleteFrom('discord_message').where('store_id', '=', store).where('delivery_id', '=', delivery).execute();
}
