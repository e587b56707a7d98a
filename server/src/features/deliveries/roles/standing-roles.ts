import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { channels } from '../../../db/notify.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import type { DeliveryCode } from '../delivery.ts';

/** Somebody with a role that is still paid. */
export interface RoleHolder {
  store: StoreId;
  /** One of the person's rights. */
  right: string;
  holder: string;
}

/** A paid role that a member should have, and the delivery that gave it last. */
export interface StandingRole {
  role: string;
  /** The Discord server that the action named; null for the main one. */
  server: string | null;
  order: string;
  delivery: string;
  /** Order's number, for the server's audit log. */
  number: number;
  givenAt: Date;
}

const standing = sql<boolean>`r.target = 'discord' and r.ended_at is null and r.subject like 'role:%'
  and (r.ends_at is null or r.ends_at > now())`;

/** Takes the holders whose right `r` meets the condition `which`, and notes that somebody looks at them now. */
async function take(tx: Tx, which: RawBuilder<boolean>, limit: number): Promise<RoleHolder[]> {
  const { rows } = await sql<{ store_id: string; id: string; holder: string }>`
    update customer_right t set looked_at = now()
      from (select r.store_id, r.id from customer_right r where ${standing} and ${which}
             order by r.looked_at limit ${limit} for update skip locked) due
     where t.store_id = due.store_id and t.id = due.id
    returning t.store_id, t.id, t.holder`.execute(tx);
  const once = new Map(rows.map((row) => [`${row.store_id} ${row.holder}`, row]));
  return [...once.values()].map((row) => ({ store: storeIdOf(row), right: row.id, holder: row.holder }));
}

/** Holders whom nobody looked at for an hour, at servers without a problem. */
export async function takeHourly(tx: Tx, limit: number): Promise<RoleHolder[]> {
  return await take(
    tx,
    sql`r.looked_at < now() - interval '1 hour' and exists (
      select from discord_guild b where b.store_id = r.store_id and b.problem is null)`,
    limit,
  );
}

/** The buyer of an order whose page is open, unless somebody looked within the last minute. */
export async function takeBuyer(tx: Tx, reference: string): Promise<RoleHolder | undefined> {
  const which = sql<boolean>`r.looked_at < now() - interval '1 minute' and (r.store_id, r.holder) in (
    select o.store_id, o.discord_id from "order" o where o.reference = ${reference})`;
  return (await take(tx, which, 100))[0];
}

/** The holder of a right that has not ended. Undefined for any other right, and after the holder was forgotten. */
export async function holderOf(db: Db, store: StoreId, right: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer_right')
    .where('store_id', '=', store)
    .where('id', '=', right)
    .where('target', '=', 'discord')
    .where('ended_at', 'is', null)
    .select('holder')
    .executeTakeFirst();
  return row?.holder || undefined;
}

/** The roles that are still paid and were delivered to this member, each with its last time. */
export async function standingRoles(db: Db, store: StoreId, holder: string): Promise<StandingRole[]> {
  const { rows } = await sql<StandingRole>`
    select distinct on (r.subject) substr(r.subject, 6) as role, d.args->>'server' as server, d.order_id as "order", d.id as delivery, o.number,
           greatest(d.finished_at, (select max(h.at) from delivery_history h
             where h.store_id = d.store_id and h.delivery_id = d.id and h.code = 'role_returned')) as "givenAt"
      from customer_right r
      join right_source s on s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null
      join delivery d on d.store_id = s.store_id and d.order_id = s.order_id and d.item_id = s.item_id
       and d.subject = r.subject and d.target = 'discord' and d.phase = 'confirmation' and d.state = 'succeeded'
      join "order" o on o.store_id = d.store_id and o.id = d.order_id and o.status = 'completed'
     where r.store_id = ${store} and r.holder = ${holder} and ${standing}
     order by r.subject, "givenAt" desc`.execute(db);
  return rows;
}

/** Writes into a delivery's history that the role was given again. The delivery itself stays delivered. */
export async function noteReturn(tx: Tx, store: StoreId, { order, delivery }: StandingRole): Promise<void> {
  const code: DeliveryCode = 'role_returned';
  await sql`
    with told as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code)
      select store_id, id, ${newId()}, state, attempts, ${code} from delivery where store_id = ${store} and id = ${delivery}
      returning 1
    )
    select pg_notify(${channels.orders}, ${`${store}:${order}`}) from told`.execute(tx);
}
