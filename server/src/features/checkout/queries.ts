import type { SaidServer } from '@vitrine/contract/action-servers';
import { games, vehicleActions } from '@vitrine/contract/action-types';
import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { questionsIn } from '../variables/read-variables.ts';
import type { Holder } from './holder.ts';
import { onlyOrderShareOf, unpaidShareOf } from './unpaid-share.ts';

/** A product on sale as the cart needs it. */
export interface CartProduct {
  id: string;
  category_id: string;
  name: string;
  price_centavos: number;
  stock: number | null;
  reserved: number;
  buy_limit: number | null;
  /** An order has at most one unit of the product, because the product gives a vehicle. */
  single: boolean;
  /** What its game actions say of their servers. */
  servers: SaidServer[];
  /** What its buyer chooses or types. */
  options: ProductOption[];
  /** Units that an order of this holder may reserve before it is paid; null without a stock, or without a holder. */
  room: number | null;
}

interface CartReader {
  client?: number | undefined;
  person?: Buffer;
  holder?: Holder | undefined;
  /** The store gives the products or tries them, so they need not be on sale. */
  given?: boolean;
  /** Reads what the store asks at checkout too. */
  asks?: boolean;
}

/**
 * All that pricing and charging need of the store and these products, in one read. `city` is the city's last answer
 * about this city id, or null. `nobody`: Discord said lately that no account has the id of `person`. `unpaid` counts the
 * holder's live unpaid orders. `friction` says whether the holder was part of a wave or guessed coupons.
 */
export async function readCart(
  db: Db,
  store: StoreId,
  products: readonly string[],
  { client, person, holder, given = false, asks = false }: CartReader = {},
) {
  const key = holder?.key ?? null;
  const wide = holder?.wide ?? null;
  const heldUnpaid = (product: RawBuilder<string>) =>
    sql<number>`coalesce((select k.held from unpaid_hold k where k.store_id = ${store} and k.holder = ${key}::bytea and k.product_id = ${product}), 0)`;
  const unpaid = heldUnpaid(sql.lit(''));
  const stock = sql.ref<number>('product.stock');
  return await db
    .selectFrom('store')
    .leftJoin('store_credential as credential', 'credential.store_id', 'store.id')
    .where('store.id', '=', store)
    .select(['store.settings', 'credential.collector_id', 'credential.problem', 'credential.pix_adapter'])
    .select(unpaid.as('unpaid'))
    .$if(asks, (query) => query.select(questionsIn(store).as('questions')))
    .select(
      sql<boolean>`exists (select from discord_check c where c.store_id = ${store} and c.person = ${person ?? null}::bytea
                              and c.result = 'missing'
                              and c.checked_at > now() - make_interval(secs => ${limits.discordCheckKeepSeconds}))`.as(
        'nobody',
      ),
    )
    .select(
      sql<boolean>`exists (select from holder_friction f where f.store_id = ${store} and f.holder in (${key}::bytea, ${wide}::bytea)
                              and f.until > now())`.as('friction'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('city_check')
          .where('city_check.store_id', '=', store)
          .where('city_check.city_id', '=', client ?? null)
          .where('city_check.result', 'is not', null)
          .select('city_check.result')
          .select(sql<number>`extract(epoch from now() - city_check.answered_at)`.as('seconds'))
          .$narrowType<{ result: NotNull }>(),
      ).as('city'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('game_seat')
          .where('game_seat.store_id', '=', store)
          .where('game_seat.ended_at', 'is', null)
          .select([
            'game_seat.id',
            'game_seat.game',
            'game_seat.identity',
            'game_seat.identity_label',
            'game_seat.identity_help',
          ])
          .orderBy(sql`game_seat.id <> game_seat.store_id`)
          .orderBy('game_seat.created_at')
          .orderBy('game_seat.id'),
      ).as('game_servers'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('product')
          .where('product.store_id', '=', store)
          .where('product.id', '=', sql<string>`any(${[...products]}::text[])`)
          .where(given ? sql<boolean>`product.archived_at is null` : sql<boolean>`on_sale(product)`)
          .select(['product.id', 'product.category_id', 'product.name', 'product.price_centavos', 'product.stock'])
          .select(['product.reserved', 'product.buy_limit', 'product.options'])
          .select(sql<boolean>`product.actions @? ${sql.lit(vehicleActions)}`.as('single'))
          .select(
            sql<
              SaidServer[]
            >`coalesce((select jsonb_agg(distinct jsonb_build_object('target', a->'target', 'server', a->'server'))
              from jsonb_array_elements(product.actions) a where a->>'target' = any(${[...games]}::text[])), '[]')`.as(
              'servers',
            ),
          )
          .select(
            sql<number | null>`case when product.stock is null or ${key}::bytea is null then null
                                    when ${unpaid} = 0 then ${onlyOrderShareOf(stock, holder)}
                                    else ${unpaidShareOf(stock, holder)} - ${heldUnpaid(sql.ref('product.id'))} end`.as(
              'room',
            ),
          ),
      ).as('products'),
    )
    .executeTakeFirstOrThrow();
}

/** The store's game servers with their state, the first one first. */
export async function serversOf(db: Db, store: StoreId) {
  const { rows } = await sql<{ id: string; name: string; game: string; online: boolean }>`
    select s.id, s.name, s.game,
           coalesce(g.last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds}), false) as online
      from game_seat s left join game_server g on g.store_id = s.store_id and g.id = s.server_id
     where s.store_id = ${store} and s.ended_at is null
     order by s.id <> s.store_id, s.created_at, s.id`.execute(db);
  return rows;
}

/** Most units of these products in completed orders of one of these players. */
export async function unitsOfBuyer(db: Db, store: StoreId, products: readonly string[], players: readonly string[]) {
  if (products.length === 0 || players.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('product_buyer')
    .where('store_id', '=', store)
    .where('product_id', 'in', products)
    .where('buyer', 'in', players)
    .select((eb) => ['product_id', eb.fn.max<number>('units').as('units')])
    .groupBy('product_id')
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.units]));
}

const thisKey = (store: StoreId, key: string | null): RawBuilder<boolean> =>
  sql<boolean>`store_id = ${store} and scope = 'order' and key = ${key}::text`;

/** The order and the answer of an Idempotency-Key. `working`: a call is at work on it now. */
export async function findClaim(db: Db, store: StoreId, key: string) {
  const result = await sql<{ request_hash: Buffer; order_id: string; answer: unknown; working: boolean }>`
    select request_hash, order_id, answer, working_until > now() as working
      from idempotency_key where ${thisKey(store, key)}`.execute(db);
  return result.rows[0];
}

/** An order's first look: the claim of its key, and whether its buyer is blocked (`isBlocked`). One read. */
export async function findClaimAndBlock(db: Db, store: StoreId, key: string | undefined, blocked: RawBuilder<boolean>) {
  const result = await sql<{ claimed: boolean; blocked: boolean }>`
    select exists (select from idempotency_key where ${thisKey(store, key ?? null)}) as claimed, ${blocked} as blocked`.execute(
    db,
  );
  return result.rows[0] ?? { claimed: false, blocked: false };
}

/** An order that an earlier call placed. */
export async function findPlaced(db: Db, store: StoreId, order: string) {
  return await db
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', order)
    .select(['id', 'reference', sql<boolean>`status = 'completed'`.as('completed')])
    .executeTakeFirstOrThrow();
}

/** Takes over a claim whose worker is gone. Answers false when another call did. */
export async function resumeClaim(db: Db, store: StoreId, key: string): Promise<boolean> {
  const result = await sql`
    update idempotency_key set working_until = now() + interval '10 seconds'
     where ${thisKey(store, key)} and answer is null and working_until <= now() returning key`.execute(db);
  return result.rows.length === 1;
}

/** The statement of a claim whose work is done: repeats get this answer. */
export const answerClaim = (store: StoreId, key: string, answer: string): RawBuilder<unknown> =>
  sql`update idempotency_key set answer = ${answer}::jsonb, status = 200 where ${thisKey(store, key)}`;

/** Releases a claim whose work failed. The next call resumes it at once, or begins anew if the order is cancelled. */
export async function releaseClaim(db: Db, store: StoreId, key: string): Promise<void> {
  await sql`
    delete from idempotency_key k using "order" o
     where k.store_id = ${store} and k.scope = 'order' and k.key = ${key}
       and o.store_id = k.store_id and o.id = k.order_id and o.status = 'cancelled'`.execute(db);
  await sql`update idempotency_key set working_until = now() where ${thisKey(store, key)} and answer is null`.execute(
    db,
  );
}
