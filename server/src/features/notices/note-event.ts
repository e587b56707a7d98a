import { type EventKindName, type EventNews, eventKinds } from '@vitrine/contract/notice-kinds';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';

interface HappenedEvent {
  kind: EventKindName;
  news: EventNews;
  /** The id of the order that it is about. */
  order?: string;
  /**
   * Values of its words: `centavos` of a part refund; plan and days of a plan's end. `to`: only this account hears of it. `not`:
   * all other accounts hear of it.
   */
  data?: Record<string, string | number>;
}

/**
 * Leaves an event for the members who want to hear of it, in the transaction that makes it happen. So it is told exactly once,
 * and never if it did not happen. A kind that is off by default is written only for a store in which somebody chose it.
 */
export async function noteEvent(
  tx: Tx,
  store: StoreId,
  { kind, news, order, data = {} }: HappenedEvent,
): Promise<void> {
  const wanted = eventKinds[kind].mail
    ? sql`true`
    : sql`exists (select from notice_choice c where c.store_id = ${store} and c.kind = ${kind} and (c.mail or c.push))`;
  await sql`
    insert into notice (store_id, id, kind, news, order_id, data)
    select ${store}, ${newId()}, ${kind}, ${news}, ${order ?? null}, ${JSON.stringify(data)}::jsonb where ${wanted}`.execute(
    tx,
  );
}
