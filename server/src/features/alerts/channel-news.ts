import { alertKind, alertKindNames } from '@vitrine/contract/alert-kinds';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Attempt } from '../../jobs/task.ts';
import { escapeText } from '../deliveries/render/render-fields.ts';
import { type Posted, postText } from '../discord/messages/post-text.ts';
import { mailName } from '../mail/mail-names.ts';
import { panelUrl } from '../stores/public-url.ts';
import type { AlertNews } from './alert.ts';

/** A process that is silent for longer is gone; another one goes on. */
const LEASE_SECONDS = 30;
/** Discord remembers a nonce for "the past few minutes" (resources/message, Create Message). We rely on two. */
const NONCE_SECONDS = 120;
const AGAIN_SECONDS = 10;
/** Seconds between two attempts: the first while Discord is away, the second while the owner must repair the channel. */
const AWAY_SECONDS = 60;
const REPAIR_SECONDS = 600;
const BATCH = 200;

/** The news of one alert, as a channel is told. */
export interface PostItem {
  alert: string;
  kind: string;
  name: string;
  things: number;
  news: AlertNews;
  when: string;
}

/** Leaves news for the store's channel, in the transaction that marks them as told. */
export async function queuePost(tx: Tx, store: StoreId, items: readonly PostItem[]): Promise<void> {
  await tx
    .insertInto('alert_post')
    .values({ store_id: store, id: newId(), items: JSON.stringify(items) })
    .execute();
  await enqueue(tx, 'alerts.post', { storeId: store });
}

interface Claimed {
  id: string;
  /** The Discord server of the channel; null for the main one. */
  server: string | null;
  channel: string;
  text: string;
  /** An earlier attempt may have arrived. */
  doubtful: boolean;
}

/**
 * Writes the news that wait for a store's channel, one message after the other. News that waited together are one message.
 * Only one of two processes has the lease. If both wrote, they would use the same nonce.
 */
export async function postNews(deps: Deps, store: StoreId, { signal }: Pick<Attempt, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const claimed = await transaction(deps.db, (tx) => claimPost(tx, store, panelUrl(deps.config, '/alerts')));
    if (claimed === 'nothing') return;
    if (claimed === 'again') continue;
    const posted = await postText(deps, store, claimed, signal);
    await transaction(deps.db, (tx) => report(tx, store, claimed, posted));
  }
}

async function claimPost(tx: Tx, store: StoreId, url: string): Promise<Claimed | 'nothing' | 'again'> {
  // The row of the choice is the lock: two processes never join the same news.
  const settings = await tx
    .selectFrom('alert_setting')
    .where('store_id', '=', store)
    .select(['guild_id', 'channel_id'])
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<{ id: string; items: PostItem[]; text: string | null; late: boolean; begun: boolean }>`
    select id, items, text, begun_at is not null as begun,
           coalesce(begun_at < now() - make_interval(secs => ${NONCE_SECONDS}), false) as late
      from alert_post where store_id = ${store} and due_at <= now() order by begun_at is null, id for update`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return 'nothing';
  const channel = settings?.channel_id;
  if (!channel) {
    await drop(
      tx,
      store,
      rows.map(({ id }) => id),
    );
    return 'nothing';
  }
  const server = settings?.guild_id ?? null;
  const lease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
  if (first.begun) {
    // Discord may have forgotten the nonce, so this message could appear twice. It is dropped: panel and mail tell the same.
    if (first.late) {
      await drop(tx, store, [first.id]);
      return 'again';
    }
    await tx
      .updateTable('alert_post')
      .set({ due_at: lease })
      .where('store_id', '=', store)
      .where('id', '=', first.id)
      .execute();
    return { id: first.id, server, channel, text: first.text ?? '', doubtful: true };
  }
  const text = textOf(
    rows.flatMap(({ items }) => items),
    url,
  );
  await drop(
    tx,
    store,
    rows.slice(1).map(({ id }) => id),
  );
  await tx
    .updateTable('alert_post')
    .set({ due_at: lease, begun_at: sql<Date>`now()`, text, items: JSON.stringify(rows.flatMap(({ items }) => items)) })
    .where('store_id', '=', store)
    .where('id', '=', first.id)
    .execute();
  return { id: first.id, server, channel, text, doubtful: false };
}

async function drop(tx: Tx, store: StoreId, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('alert_post').where('store_id', '=', store).where('id', 'in', ids).execute();
}

async function report(tx: Tx, store: StoreId, { id, doubtful }: Claimed, posted: Posted): Promise<void> {
  const refused = typeof posted === 'object' && 'refused' in posted ? posted.refused : null;
  if (posted === 'written' || refused) {
    await tx.updateTable('alert_setting').set({ channel_problem: refused }).where('store_id', '=', store).execute();
  }
  if (posted === 'written' || (refused && doubtful)) return await drop(tx, store, [id]);
  const wait = typeof posted === 'object' && 'wait' in posted ? posted.wait : AWAY_SECONDS;
  const seconds =
    posted === 'unproven' || doubtful ? AGAIN_SECONDS : refused ? REPAIR_SECONDS : Math.max(AWAY_SECONDS, wait);
  // A message that did not leave us begins anew, together with the news that came meanwhile.
  const open = posted === 'unproven' || doubtful;
  await sql`
    update alert_post
       set due_at = now() + make_interval(secs => ${seconds}), begun_at = case when ${open} then begun_at end
     where store_id = ${store} and (id = ${id} or due_at <= now() and not ${open})`.execute(tx);
  await enqueue(tx, 'alerts.post', { storeId: store }, { afterSeconds: seconds });
}

/** Enqueues a job for due posts that have none, and deletes posts that nobody could write in a day. */
export async function sweepPosts(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`delete from alert_post where made_at < now() - interval '1 day'`.execute(tx);
    const { rows } = await sql<{ store_id: string }>`
      select distinct p.store_id from alert_post p
       where p.due_at < now() - interval '5 seconds'
         and not exists (select from pgboss.job j where j.name = 'alerts.post' and j.group_id = p.store_id
                           and j.state < 'completed' and j.start_after <= now() + interval '5 seconds')
       limit ${BATCH}`.execute(tx);
    for (const row of rows) await enqueue(tx, 'alerts.post', { storeId: storeIdOf(row) });
  });
}

/** The last news of each alert, the most severe first, as far as they fit in one message. */
function textOf(items: readonly PostItem[], url: string): string {
  const last = [...new Map(items.map((item) => [item.alert, item])).values()];
  const rank = ({ kind }: PostItem) => (alertKindNames as string[]).indexOf(kind);
  const lines = last.sort((a, b) => rank(a) - rank(b)).map(lineOf);
  const end = (more: number) => `${more > 0 ? `\nE mais ${more}.` : ''}\n<${url}>`;
  let shown = lines.length;
  const whole = () => lines.slice(0, shown).join('\n') + end(lines.length - shown);
  while (shown > 1 && whole().length > limits.discordMessageMax) shown -= 1;
  return whole();
}

function lineOf({ kind, name, things, news, when }: PostItem): string {
  const about = { things, name: escapeText(mailName(name, 'sem nome')) };
  const known = alertKind(kind);
  const sentence = (news === 'well' ? known?.well(about) : known?.text(about)) ?? 'Veja no painel.';
  return `**${news === 'well' ? 'Resolvido' : 'Alerta'}:** ${sentence} ${when}`;
}
