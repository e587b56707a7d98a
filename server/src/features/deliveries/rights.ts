import type { ActionTarget } from '@vitrine/contract/actions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { ITEM_TARGET } from './targets.ts';

/**
 * Rights: what a customer holds because of purchases. Each purchase is a source with its own days. Sources of one right
 * follow one another, and taking one back gives up only the days that it still had (DECISIONS.md, Fulfilment).
 *
 * - day 0: the first purchase of 30 days; the right ends on day 30
 * - day 10: the second purchase of 30 days; the right ends on day 60
 * - day 20: the first is refunded and gives up its 10 days; the right ends on day 50
 *
 * A source whose action has a delay begins later: its days count from then, and until then it keeps nothing for anybody.
 */

export interface Claim {
  target: ActionTarget;
  /** City id or Discord id, by target. */
  receiver: string;
  subject: string;
  itemId: string;
  /** Null: without end. */
  days: number | null;
  /** Seconds until its days begin, because the action that gives it has a delay. Absent: they begin now. */
  delaySeconds?: number;
}

/** The beginning of the subject of a right that stands for a whole item. Without a product's id, it means any product. */
export const WHOLE_ITEM = 'product:';

/** The key under which `claimRights` answers a claim. One item may have rights of one name at several targets. */
export const claimKey = ({ target, itemId, subject }: Pick<Claim, 'target' | 'itemId' | 'subject'>) =>
  `${target} ${itemId} ${subject}`;

/** True in SQL where an expiration of this target and subject ends the right `r`; a null subject stands for the whole item. */
const isEndedBy = (target: RawBuilder<string>, subject: RawBuilder<string | null>) => sql<boolean>`(
  r.subject = ${subject} and r.target = ${target}
    or ${subject} is null and r.subject like 'product:%' and r.target = ${sql.lit(ITEM_TARGET)})`;

/**
 * Adds the order's sources. Answers each one's end by `claimKey`; null is without end. Rights are locked in the same
 * order everywhere, so that two orders of one buyer take turns.
 */
export async function claimRights(
  tx: Tx,
  store: StoreId,
  order: string,
  claims: readonly Claim[],
): Promise<Map<string, Date | null>> {
  const ends = new Map<string, Date | null>();
  const key = (claim: Claim) => `${claim.target} ${claim.receiver} ${claim.subject} ${claim.itemId}`;
  for (const claim of [...claims].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const days = sql`make_interval(days => ${claim.days}::int)`;
    ends.set(claimKey(claim), await addSource(tx, store, order, claim, days));
  }
  return ends;
}

/** Adds one source after its delay and behind its right's others, for `time` (interval in SQL; null: no end). Answers its end. */
async function addSource(
  tx: Tx,
  store: StoreId,
  order: string,
  claim: Claim,
  time: RawBuilder<unknown>,
): Promise<Date | null> {
  const delay = claim.delaySeconds ?? 0;
  const right = await sql<{ id: string }>`
    insert into customer_right (store_id, id, target, holder, subject)
    values (${store}, ${newId()}, ${claim.target}, ${claim.receiver}, ${claim.subject})
    on conflict (store_id, target, holder, subject) where ended_at is null do update set holder = excluded.holder
    returning id`.execute(tx);
  const id = (right.rows[0] as { id: string }).id;
  const source = await sql<{ ends_at: Date | null }>`
    with live as (
      select max(ends_at) as ends_at, coalesce(bool_or(ends_at is null), false) as endless
        from right_source where store_id = ${store} and right_id = ${id} and ended_at is null
    ), mine as (
      insert into right_source (store_id, right_id, order_id, item_id, days, begins_at, ends_at)
      select ${store}, ${id}, ${order}, ${claim.itemId}, ${claim.days}::int,
             case when ${delay}::float8 > 0 then now() + make_interval(secs => ${delay}) end,
             greatest(now() + make_interval(secs => ${delay}), live.ends_at) + ${time}
        from live
      on conflict (store_id, right_id, order_id, item_id) do update
        set days = excluded.days, begins_at = excluded.begins_at, ends_at = excluded.ends_at, ended_at = null
      returning ends_at
    ), extended as (
      update customer_right r
         set ends_at = case when live.endless or mine.ends_at is null then null else mine.ends_at end
        from live, mine where r.store_id = ${store} and r.id = ${id}
    )
    select ends_at from mine`.execute(tx);
  return source.rows[0]?.ends_at ?? null;
}

interface Source {
  right_id: string;
  order_id: string;
  item_id: string;
  /** Seconds that it still had; 0 for one without end, or one that is over. */
  unused: number;
  /** Seconds since its days began: what a late delivery lost. */
  lost: number;
}

/**
 * Locks the rights that an order still gives (at one target, or at all), in the same order as everywhere. Always a
 * statement of its own: after a wait, a statement sees the locked rows anew, but every other row as it was before the
 * wait.
 */
async function lockRights(
  tx: Tx,
  store: StoreId,
  order: string,
  target: ActionTarget | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from customer_right r
     where r.store_id = ${store} and r.id in (
       select right_id from right_source where store_id = ${store} and order_id = ${order} and ended_at is null)
       and (${target}::text is null or r.target = ${target})
     order by r.target, r.holder, r.subject for update`.execute(tx);
  return rows.map(({ id }) => id);
}

async function lockSources(
  tx: Tx,
  store: StoreId,
  order: string,
  only: {
    items?: readonly string[] | undefined;
    target?: ActionTarget | undefined;
    subjects?: readonly string[] | undefined;
  } = {},
): Promise<Source[]> {
  const rights = await lockRights(tx, store, order, only.target);
  const { rows } = await sql<Source>`
    select s.right_id, s.order_id, s.item_id,
           coalesce(greatest(0, extract(epoch from s.ends_at - greatest(now(), s.ends_at - make_interval(days => s.days)))), 0)::float8 as unused,
           coalesce(greatest(0, extract(epoch from now() - (s.ends_at - make_interval(days => s.days)))), 0)::float8 as lost
      from right_source s
     where s.store_id = ${store} and s.order_id = ${order} and s.right_id = any(${rights}) and s.ended_at is null
       and (${only.items ?? null}::text[] is null or s.item_id = any(${only.items ?? []}))
       and (${only.subjects ?? null}::text[] is null or exists (
         select from customer_right r where r.store_id = s.store_id and r.id = s.right_id
            and (r.subject = any(${only.subjects ?? []})
              or ${WHOLE_ITEM} = any(${only.subjects ?? []}) and starts_with(r.subject, ${WHOLE_ITEM}))))`.execute(tx);
  return rows;
}

/**
 * Moves the ends of the sources that come after this one, and what is scheduled for them; with `itself`, this one too. A
 * source that begins later keeps all its days, and so do those behind it.
 */
async function shift(tx: Tx, store: StoreId, source: Source, seconds: number, itself: boolean): Promise<void> {
  await sql`
    with pivot as (
      select ends_at from right_source
       where store_id = ${store} and right_id = ${source.right_id} and order_id = ${source.order_id} and item_id = ${source.item_id}
    ), behind as (
      select s.order_id, s.item_id,
             max(greatest(${seconds}::float8, extract(epoch from s.begins_at + make_interval(days => s.days) - s.ends_at)::float8))
               over (order by s.ends_at, s.order_id, s.item_id) as seconds
        from right_source s, pivot
       where s.store_id = ${store} and s.right_id = ${source.right_id} and s.ended_at is null
         and (s.ends_at > pivot.ends_at or ${itself} and s.order_id = ${source.order_id} and s.item_id = ${source.item_id})
    ), moved as (
      update right_source s set ends_at = s.ends_at + make_interval(secs => b.seconds)
        from behind b
       where s.store_id = ${store} and s.right_id = ${source.right_id} and s.order_id = b.order_id and s.item_id = b.item_id
      returning s.order_id, s.item_id, b.seconds
    )
    update delivery d set due_at = d.due_at + make_interval(secs => moved.seconds), updated_at = now()
      from moved, customer_right r
     where r.store_id = ${store} and r.id = ${source.right_id}
       and d.store_id = ${store} and d.order_id = moved.order_id and d.item_id = moved.item_id
       and d.phase = 'expiration' and d.state = 'scheduled'
       and ${isEndedBy(sql`d.target`, sql`d.subject`)}`.execute(tx);
}

async function closeRights(tx: Tx, store: StoreId, rights: string[]): Promise<void> {
  if (rights.length === 0) return;
  await sql`
    update customer_right r
       set ended_at = case when live.count = 0 then now() end,
           ends_at = case when live.count = 0 then now() when live.endless then null else live.ends_at end
      from (select r2.id, count(s.right_id) as count, max(s.ends_at) as ends_at, bool_or(s.ends_at is null) as endless
              from customer_right r2
              left join right_source s on s.store_id = r2.store_id and s.right_id = r2.id and s.ended_at is null
             where r2.store_id = ${store} and r2.id = any(${rights}) group by r2.id) live
     where r.store_id = ${store} and r.id = live.id and r.ended_at is null`.execute(tx);
}

/**
 * Ends now what the order gives (at one target, by some of its items, or at all). Later purchases move forward by the days
 * that this one had left.
 */
export async function endSources(
  tx: Tx,
  store: StoreId,
  order: string,
  { target, items }: { target?: ActionTarget; items?: readonly string[] | undefined } = {},
): Promise<void> {
  const sources = await lockSources(tx, store, order, { target, items });
  for (const source of sources) {
    if (source.unused > 0) await shift(tx, store, source, -source.unused, false);
  }
  await sql`
    update right_source set ended_at = now()
     where store_id = ${store} and order_id = ${order} and ended_at is null
       and (${items ?? null}::text[] is null or item_id = any(${items ?? []}))
       and right_id = any(${sources.map(({ right_id }) => right_id)})`.execute(tx);
  await closeRights(tx, store, [...new Set(sources.map(({ right_id }) => right_id))]);
}

/**
 * Gives what one item of a purchase holds to another receiver, under the same or another name. It keeps the time that it
 * still had: the purchases that came after it move forward, and at the new place it comes after those that are there.
 * Answers its end, null for one without end; undefined where the item holds no such right now.
 */
export async function moveSource(
  tx: Tx,
  store: StoreId,
  from: { order: string; item: string; target: ActionTarget; subject: string },
  to: { receiver: string; subject: string },
): Promise<Date | null | undefined> {
  const rights = await lockRights(tx, store, from.order, from.target);
  const { rows } = await sql<{
    right_id: string;
    holder: string;
    days: number | null;
    ends_at: Date | null;
    delay: number;
  }>`
    select s.right_id, r.holder, s.days, s.ends_at,
           coalesce(greatest(0, extract(epoch from s.begins_at - now())), 0)::float8 as delay
      from right_source s join customer_right r on r.store_id = s.store_id and r.id = s.right_id
     where s.store_id = ${store} and s.order_id = ${from.order} and s.item_id = ${from.item} and s.ended_at is null
       and s.right_id = any(${rights}) and r.subject = ${from.subject}`.execute(tx);
  const [old] = rows;
  if (!old) return undefined;
  if (old.holder === to.receiver && from.subject === to.subject) return old.ends_at;
  const all = await lockSources(tx, store, from.order, { items: [from.item], target: from.target });
  const source = all.find(({ right_id }) => right_id === old.right_id) as Source;
  if (source.unused > 0) await shift(tx, store, source, -source.unused, false);
  await sql`
    update right_source set ended_at = now()
     where store_id = ${store} and right_id = ${old.right_id} and order_id = ${from.order} and item_id = ${from.item}`.execute(
    tx,
  );
  await closeRights(tx, store, [old.right_id]);
  const claim = { ...to, target: from.target, itemId: from.item, days: old.days, delaySeconds: old.delay };
  const seconds = old.ends_at === null ? null : source.unused;
  return await addSource(tx, store, from.order, claim, sql`make_interval(secs => ${seconds}::float8)`);
}

/**
 * Ends a source whose days are over: the right with this subject that one item of one purchase gave at a target. A null subject
 * stands for the item as a whole. One without end stays, unless `endless` asks for it.
 */
export async function endSource(
  tx: Tx,
  store: StoreId,
  {
    order,
    item,
    target,
    subject,
    endless = false,
  }: { order: string; item: string; target: ActionTarget; subject: string | null; endless?: boolean },
): Promise<void> {
  // The lock lets a renewal of the same right complete before or after this, never in between.
  await lockRights(tx, store, order);
  const { rows } = await sql<{ right_id: string }>`
    update right_source s set ended_at = now() from customer_right r
     where s.store_id = ${store} and s.order_id = ${order} and s.item_id = ${item} and s.ended_at is null
       and (s.ends_at is not null or ${endless}) and r.store_id = s.store_id and r.id = s.right_id
       and ${isEndedBy(sql`${target}::text`, sql`${subject}::text`)}
    returning s.right_id`.execute(tx);
  await closeRights(
    tx,
    store,
    rows.map(({ right_id }) => right_id),
  );
}

/**
 * The days of an item begin now, because its delivery came late and the store counts from the delivery. With `subjects`, only
 * those of these rights.
 */
export async function startFromNow(
  tx: Tx,
  store: StoreId,
  { order, item, subjects }: { order: string; item: string; subjects: readonly string[] | undefined },
): Promise<void> {
  const sources = await lockSources(tx, store, order, { items: [item], subjects });
  for (const source of sources) {
    if (source.lost > 0) await shift(tx, store, source, source.lost, true);
  }
  await closeRights(tx, store, [...new Set(sources.map(({ right_id }) => right_id))]);
}

/**
 * Adds days to what one item gives; a negative number takes them. Later purchases move with it. If more days are taken than
 * are left, the source ends now, and its expiration is due.
 */
export async function addDays(
  tx: Tx,
  store: StoreId,
  { order, item, days }: { order: string; item: string; days: number },
): Promise<void> {
  const sources = await lockSources(tx, store, order, { items: [item] });
  const rights = sources.map(({ right_id }) => right_id);
  await sql`
    update right_source set days = greatest(0, days + ${days}::int)
     where store_id = ${store} and order_id = ${order} and item_id = ${item} and ended_at is null and right_id = any(${rights})`.execute(
    tx,
  );
  for (const source of sources) {
    if (source.unused > 0) await shift(tx, store, source, Math.max(days * 86_400, -source.unused), true);
  }
  await closeRights(tx, store, [...new Set(rights)]);
}

/** True in SQL where a live purchase that has begun gives the right of the delivery `d`, not counting sources `s` that are `gone`. */
export const givenWithout = (gone: RawBuilder<boolean>) => sql<boolean>`(d.subject is not null and exists (
  select from customer_right r join right_source s on s.store_id = r.store_id and s.right_id = r.id
   where r.store_id = d.store_id and r.target = d.target and r.holder = d.player and r.subject = d.subject
     and r.ended_at is null and s.ended_at is null and not ${gone}
     and (s.begins_at is null or s.begins_at <= now()) and (s.ends_at is null or s.ends_at > now())))`;

/** True in SQL where another live purchase that has begun still gives the right of the delivery `d`. */
export const stillGiven = givenWithout(sql<boolean>`((s.order_id, s.item_id) = (d.order_id, d.item_id))`);

/** True in SQL where the delivery `d` would take what another live purchase still gives. */
export const covered = sql<boolean>`(d.phase <> 'confirmation' and ${stillGiven})`;
