import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { lockOrder } from '../lock-order.ts';

/** Tags that differ only in capitals are one: the spelling that the store already uses, else the first one. */
async function spelled(tx: Tx, store: StoreId, tags: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from order_tag where store_id = ${store} and lower(tag) = any(${tags.map((tag) => tag.toLowerCase())})
     order by tag`.execute(tx);
  const same = (one: string) => (other: string) => other.toLowerCase() === one.toLowerCase();
  const known = tags.map((tag) => rows.map((row) => row.tag).find(same(tag)) ?? tag);
  return known.filter((tag, place) => known.findIndex(same(tag)) === place).sort((a, b) => a.localeCompare(b, 'pt-BR'));
}

/** The tags after a change that was made over `seen`: what others added or took away since is left as it is. */
function mergeTags(before: readonly string[], wanted: readonly string[], seen: readonly string[]): string[] {
  const has = (tags: readonly string[], one: string) => tags.some((tag) => tag.toLowerCase() === one.toLowerCase());
  const kept = before.filter((tag) => has(wanted, tag) || !has(seen, tag));
  return [...kept, ...wanted.filter((tag) => !has(seen, tag))];
}

/**
 * Sets all tags of an order; with `seen`, it changes only tags that differ from `seen`. Refuses `order_not_found`, and
 * `order_tags_limit` if another person's tags leave no room.
 */
export async function editTags(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, tags: wanted, seen }: { id: string; tags: readonly string[]; seen?: readonly string[] | undefined },
): Promise<void> {
  const order = await lockOrder(tx, store, id);
  if (!order) throw new Refusal('order_not_found');
  const { rows } = await sql<{ tag: string }>`
    select tag from order_tag where store_id = ${store} and order_id = ${id} order by tag`.execute(tx);
  const before = rows.map(({ tag }) => tag).sort((a, b) => a.localeCompare(b, 'pt-BR'));
  const tags = await spelled(tx, store, seen ? mergeTags(before, wanted, seen) : wanted);
  if (tags.length > limits.orderTagsMax) throw new Refusal('order_tags_limit');
  if (before.join('\n') === tags.join('\n')) return;
  await sql`
    with gone as (
      delete from order_tag where store_id = ${store} and order_id = ${id} and tag <> all(${tags}::text[])
    )
    insert into order_tag (store_id, order_id, tag)
    select ${store}, ${id}, tag from unnest(${tags}::text[]) tag
    on conflict do nothing`.execute(tx);
  await recordAudit(tx, store, actor, {
    action: 'order.tags',
    text: `Mudou as etiquetas do pedido ${order.number}`,
    object: id,
    before: { tags: before },
    after: { tags },
  });
  await notify(tx, 'orders', `${store}:${id}`);
}

/** The store's tags, the most used first. */
export async function tagsOfStore(db: Db, store: StoreId): Promise<{ tag: string; orders: number }[]> {
  const { rows } = await sql<{ tag: string; orders: number }>`
    select tag, count(*)::int as orders from order_tag where store_id = ${store}
     group by tag order by orders desc, tag limit ${limits.tagsListed}`.execute(db);
  return rows;
}
