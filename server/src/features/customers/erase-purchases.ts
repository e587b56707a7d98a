import { limits } from '@vitrine/contract/limits';
import { placeholdersOf } from '@vitrine/contract/placeholders';
import type { KeepReason, OwnData } from '@vitrine/contract/purchases';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Customer } from '../../http/customer-session.ts';
import { endCustomerSessions } from '../../http/customer-session.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { personalTargets } from '../deliveries/targets.ts';
import { forgetAnswers, forgetPlayers, forgetRemarks, isPersonalKey } from '../orders/forget-players.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { keepReason, keepUntil } from './keep.ts';
import { isTheirs } from './queries.ts';
import { customerOfCookies, signedIn } from './read-purchases.ts';

/** The text that replaces a person's data in what a delivery was made of. */
const ERASED = '(apagado)';
/** Orders that one run of the sweep erases at most. The next run takes the rest. */
const AT_ONCE = 200;
/** Orders that the page lists one by one. */
const TOLD = 20;

/** What an erasure would do for the holder of these cookies; null if nobody is signed in. */
export async function readOwnData(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  cookies: string | null,
): Promise<OwnData | null> {
  const customer = await customerOfCookies(deps, store, cookies);
  if (!customer) return null;
  const { rows } = await sql<{ number: number; reason: KeepReason | null; until: Date | null; asked: boolean }>`
    select o.number, ${keepReason} as reason, ${keepUntil} as until, o.erase_asked_at is not null as asked
      from "order" o where o.store_id = ${store} and ${isTheirs(customer)}
     order by o.created_at desc`.execute(deps.db);
  const kept = rows.filter(({ reason }) => reason !== null);
  return {
    who: signedIn(customer),
    now: rows.length - kept.length,
    later: kept.slice(0, TOLD).map(({ number, reason, until }) => ({
      number,
      reason: reason as KeepReason,
      // For the other reasons nobody knows the day.
      until: reason === 'right' || reason === 'withdrawal' ? (until?.toISOString() ?? null) : null,
    })),
    asked: rows.length > 0 && rows.every(({ asked }) => asked),
  };
}

/**
 * Erases the signed-in customer from this store's records (Lei 13.709, art. 18): at once from every order without a
 * reason to keep its buyer, and from the others when their last reason ends (`keep.ts`). What was bought, for how much
 * and for which city id stays, because tax and consumer law require it. Every session of the customer ends.
 */
export async function eraseCustomer({ db }: Deps, store: StoreId, customer: Customer): Promise<void> {
  await transaction(db, async (tx) => {
    const orders = await lockOrders(tx, store, isTheirs(customer));
    await sql`
      update "order" set erase_asked_at = coalesce(erase_asked_at, now())
       where store_id = ${store} and id = any(${orders})`.execute(tx);
    await eraseUnneeded(tx, store, orders);
    if (customer.email !== null) {
      await tx
        .deleteFrom('waiting_request')
        .where('store_id', '=', store)
        .where('email', '=', customer.email)
        .execute();
    }
    await endCustomerSessions(tx, store, customer);
    if (orders.length > 0) {
      const text = `Um cliente pediu a exclusão dos seus dados (${orders.length} ${orders.length === 1 ? 'pedido' : 'pedidos'})`;
      await recordAudit(tx, store, { accountId: null, name: 'Cliente' }, { action: 'customer.erase', text });
    }
  });
}

/** Erases orders whose buyer asked and whose last reason ended meanwhile. Safe to repeat. */
export async function eraseDue(db: Db): Promise<void> {
  await eraseWhere(db, sql`o.erase_asked_at is not null`);
}

/**
 * Erases old orders that nobody asked about (docs/security.md, Retention): unpaid ones after some weeks, the others
 * when nobody can claim anything from them any more. Safe to repeat.
 */
export async function eraseOld(db: Db): Promise<void> {
  const before = (days: number) => sql`now() - make_interval(days => ${days})`;
  await eraseWhere(
    db,
    sql`o.status = 'cancelled' and o.completed_at is null and o.cancelled_at < ${before(limits.unpaidContactDays)}`,
  );
  await eraseWhere(db, sql`o.created_at < ${before(limits.orderContactDays)}`);
}

async function eraseWhere(db: Db, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ store_id: string; id: string }>`
    select o.store_id, o.id from "order" o
     where ${which} and o.erased_at is null and ${keepReason} is null limit ${AT_ONCE}`.execute(db);
  for (const row of rows) {
    await transaction(db, async (tx) => {
      const store = storeIdOf(row);
      const orders = await lockOrders(tx, store, sql<boolean>`o.id = ${row.id} and o.erased_at is null`);
      await eraseUnneeded(tx, store, orders);
    });
  }
}

async function lockOrders(tx: Tx, store: StoreId, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where o.store_id = ${store} and ${which} order by o.id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Erases those of the locked orders that have no reason to keep their buyer. The reasons are read after the lock,
 * because a statement that waits for a lock would miss a refund that was requested meanwhile.
 */
async function eraseUnneeded(tx: Tx, store: StoreId, locked: string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
     where o.store_id = ${store} and o.id = any(${locked}) and ${keepReason} is null`.execute(tx);
  await eraseOrders(
    tx,
    store,
    rows.map(({ id }) => id),
  );
}

/** The erasure itself, of orders without a reason to keep their buyer. */
async function eraseOrders(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  if (orders.length === 0) return;
  const those = sql`store_id = ${store} and order_id = any(${orders})`;
  // Mails and coupon uses go first, because they are found by the data that the orders still have.
  await sql`
    delete from mail m using "order" o
     where o.store_id = ${store} and o.id = any(${orders}) and m.store_id = o.store_id
       and lower(m.recipient) = lower(o.email) and m.state not in ('pending', 'queued')`.execute(tx);
  await sql`
    update discount_use u set identity = null from "order" o
     where u.store_id = ${store} and u.order_id = any(${orders}) and o.store_id = u.store_id and o.id = u.order_id
       and u.identity <> o.client::text`.execute(tx);
  await sql`
    update audit_entry e
       set before = e.before - 'discord_id', after = e.after - 'discord_id'
      from "order" o
     where e.store_id = ${store} and e.action = 'delivery.retarget' and o.store_id = e.store_id and o.id = any(${orders})
       and o.discord_id in (e.before ->> 'discord_id', e.after ->> 'discord_id')`.execute(tx);
  await sql`
    update audit_entry e
       set before = e.before - 'players', after = e.after - 'players'
      from "order" o
     where e.store_id = ${store} and e.action = 'delivery.retarget' and o.store_id = e.store_id and o.id = any(${orders})
       and (e.before -> 'players' ?| o.players or e.after -> 'players' ?| o.players)`.execute(tx);
  await sql`
    with gone as (
      select distinct key from "order" o, lateral unnest(
        coalesce(o.players, array[o.client::text]) || array['discord_id:' || o.discord_id, 'email:' || lower(o.email)]) as key
       where o.store_id = ${store} and o.id = any(${orders}) and key is not null
    ), told as (
      update audit_entry e set before = e.before - 'buyer' - 'reason', after = e.after - 'buyer' - 'reason'
       where e.store_id = ${store} and e.action in ('buyer.block', 'buyer.unblock')
         and exists (select from gone where substr(key, strpos(key, ':') + 1) in (e.before ->> 'buyer', e.after ->> 'buyer'))
    )
    update buyer_block b set reason = '' from gone where b.store_id = ${store} and b.buyer = gone.key`.execute(tx);
  await tx.deleteFrom('shown_name').where('store_id', '=', store).where('order_id', 'in', orders).execute();
  await erasePlaces(tx, store, orders);
  await eraseHolders(tx, store, orders);
  await eraseRendered(tx, store, orders);
  await sql`
    update delivery
       set discord_id = '', player = case when target = any(${personalTargets}) or ${isPersonalKey('player')} then '' else player end, detail = null
     where ${those}`.execute(tx);
  await forgetAnswers(tx, store, orders);
  await forgetRemarks(tx, store, orders);
  await sql`
    update audit_entry set before = before - 'note' - 'tags', after = after - 'note' - 'tags'
     where store_id = ${store} and object_id = any(${orders}) and action in ('order.note', 'order.note_delete', 'order.tags')`.execute(
    tx,
  );
  await forgetPlayers(tx, store, orders);
  await sql`
    update "order"
       set customer_name = null, email = null, discord_id = '', variables = '{}', buyer = null, erased_at = now(),
           players = case when players is not null then array(select key from unnest(players) key where not ${isPersonalKey('key')}) end
     where store_id = ${store} and id = any(${orders})`.execute(tx);
}

/** What a Discord login had before its purchases is forgotten with the last of its orders. */
async function erasePlaces(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  await sql`
    delete from right_place p using "order" o
     where o.store_id = ${store} and o.id = any(${orders})
       and p.store_id = o.store_id
       and (p.target = any(${personalTargets}) and p.holder = o.discord_id or ${isPersonalKey('p.holder')} and p.holder = any(o.players))
       and not exists (select from "order" k where k.store_id = o.store_id
                          and (k.discord_id = o.discord_id or k.players && array[p.holder])
                          and k.erased_at is null and k.id <> all(${orders}))`.execute(tx);
}

/** A right of a Discord login loses its name once no order of its holder is left. Its row still says what was given. */
async function eraseHolders(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  await sql`
    update customer_right r set holder = ${`${ERASED} `} || r.id
     where r.store_id = ${store} and (r.target = any(${personalTargets}) or ${isPersonalKey('r.holder')})
       and r.id in (select right_id from right_source where store_id = ${store} and order_id = any(${orders}))
       and not exists (select from right_source s join "order" o on o.store_id = s.store_id and o.id = s.order_id
                        where s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null
                          and o.erased_at is null and o.id <> all(${orders}))`.execute(tx);
}

/** Placeholders that say nothing about a person: the store's own values and the order's figures. */
const IMPERSONAL = new Set(['cidade', 'pedido', 'produto', 'quantidade', 'valor', 'loja']);

/** If an owner's action names the buyer, this erases the texts that were rendered from it for these orders. */
async function eraseRendered(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  const { rows } = await sql<{ order_id: string; id: string; actions: unknown[]; named: boolean }>`
    select i.order_id, i.id, i.actions, o.players is not null as named
      from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
     where i.store_id = ${store} and i.order_id = any(${orders})`.execute(tx);
  for (const { order_id, id, actions, named } of rows) {
    const personal = actions.flatMap((action, index) =>
      placeholdersOf(JSON.stringify(action)).some((name) => !IMPERSONAL.has(name) || (name === 'cidade' && named))
        ? [index]
        : [],
    );
    if (personal.length === 0) continue;
    await sql`
      update delivery
         set args = (select jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then to_jsonb(${ERASED}::text)
                                                               when 'array' then '[]' else value end)
                       from jsonb_each(args))
       where store_id = ${store} and order_id = ${order_id} and item_id = ${id} and action_index = any(${personal})
         and args <> '{}'`.execute(tx);
  }
}
