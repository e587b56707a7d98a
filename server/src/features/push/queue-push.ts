import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';

/** What a browser shows, pt-BR. It may stand on a locked screen, so it names no buyer and holds no secret. */
export interface PushWords {
  title: string;
  body: string;
  /** The page of the panel that a press opens. */
  path: `/${string}`;
  /** A later notice with the same tag takes its place. */
  tag: string;
}

interface OutgoingPush {
  account: string;
  /** The store that it is about, and in which the account must still be a member when it leaves; absent: the account itself. */
  store?: StoreId;
  /** One of `noticeKinds` for a store: the account's role must still be allowed to read it. */
  kind: string;
  words: PushWords;
  /** The id of one subscription: no other browser of the account gets it. */
  only?: string;
}

/** A push service takes 3,993 bytes; a phone shows four lines. */
const BODY_MAX = 400;
const TITLE_MAX = 100;

/**
 * Leaves a notice for each browser of a person, in the transaction of the event that it tells. So it exists exactly once, and
 * leaves after the commit.
 */
export async function queuePush(tx: Tx, { account, store, kind, words, only }: OutgoingPush): Promise<void> {
  const browsers = await tx
    .selectFrom('push_subscription')
    .where('account_id', '=', account)
    .$if(only !== undefined, (all) => all.where('id', '=', only ?? ''))
    .select('id')
    .execute();
  if (browsers.length === 0) return;
  const short = { ...words, title: words.title.slice(0, TITLE_MAX), body: words.body.slice(0, BODY_MAX) };
  const messages = browsers.map(({ id: subscription_id }) => ({ id: newId(), subscription_id }));
  await tx
    .insertInto('push_message')
    .values(messages.map((message) => ({ ...message, store_id: store ?? null, kind, words: JSON.stringify(short) })))
    .execute();
  for (const { id } of messages) await enqueue(tx, 'push.send', { messageId: id, storeId: store }, { group: 'push' });
}

/** Gives a message that is due a job, if it has none. A crash may have left one behind. */
export async function requeue(tx: Tx, most: number): Promise<void> {
  const { rows } = await sql<{ id: string; store_id: string | null }>`
    update push_message set due_at = now() + interval '60 seconds'
     where id in (select id from push_message where due_at < now() - interval '30 seconds' order by due_at limit ${most}
                     for update skip locked)
    returning id, store_id`.execute(tx);
  for (const { id, store_id } of rows) {
    await enqueue(
      tx,
      'push.send',
      { messageId: id, storeId: store_id ?? undefined },
      { group: 'push', afterSeconds: 60 },
    );
  }
}
