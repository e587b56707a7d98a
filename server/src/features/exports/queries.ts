import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import { heldRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';

/** What an export reads, whole or by pages. Each column is named, so that no token, key or seal slips in. */

export async function storeData(db: Db, store: StoreId) {
  return await db
    .selectFrom('store')
    .leftJoin('store_credential as credential', 'credential.store_id', 'store.id')
    .leftJoin('subscription', 'subscription.store_id', 'store.id')
    .where('store.id', '=', store)
    .select(['store.id', 'store.name', 'store.subdomain', 'store.description', 'store.status', 'store.created_at'])
    .select(['store.primary_color', 'store.secondary_color', 'store.logo', 'store.banner'])
    .select(['store.legal', 'store.settings', 'store.time_zone'])
    .select(['credential.nickname', 'credential.collector_id'])
    .select(['subscription.plan_id', 'subscription.paid_until'])
    .executeTakeFirstOrThrow();
}

/** The identities with which the store makes no business. */
export async function blockData(db: Db, store: StoreId) {
  return await db
    .selectFrom('buyer_block')
    .where('store_id', '=', store)
    .orderBy('created_at')
    .select(['buyer', 'reason', 'actor', 'created_at'])
    .execute();
}

/** The store's Discord servers, the main one first. */
export async function guildData(db: Db, store: StoreId) {
  return await db
    .selectFrom('discord_guild')
    .where('store_id', '=', store)
    .orderBy((on) => on('main_of', 'is', null))
    .orderBy('bound_at')
    .select(['guild_id', 'guild_name', 'main_of'])
    .execute();
}

export async function memberData(db: Db, store: StoreId) {
  return await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .orderBy('member.created_at')
    .select(['account.name', 'account.email', 'member.created_at', heldRole().as('role')])
    .execute();
}

export async function roleData(db: Db, store: StoreId) {
  return await db
    .selectFrom('store_role')
    .where('store_id', '=', store)
    .orderBy('created_at')
    .select(['id', 'name', 'permissions', 'created_at'])
    .execute();
}

export async function categoryData(db: Db, store: StoreId) {
  return await db
    .selectFrom('category')
    .where('store_id', '=', store)
    .orderBy('position')
    .select(['id', 'name', 'position', 'created_at', 'description', 'image'])
    .execute();
}

export async function variableData(db: Db, store: StoreId) {
  return await db
    .selectFrom('variable')
    .where('store_id', '=', store)
    .orderBy('id')
    .select(['id', 'kind', 'name', 'value', 'label', 'answer', 'choices', 'required', 'product_ids', 'created_at'])
    .execute();
}

/** The draft of the window, and what shoppers see and saw of it. */
export async function windowData(db: Db, store: StoreId) {
  const draft = await db.selectFrom('shop_window').where('store_id', '=', store).select('draft').executeTakeFirst();
  const published = await db
    .selectFrom('window_publication')
    .where('store_id', '=', store)
    .orderBy('id', 'desc')
    .select(['document', 'published_at'])
    .execute();
  return draft && { rascunho: draft.draft, publicacoes: published };
}

/** The pages that the owner made, in the order of the menu. */
export async function ownPageData(db: Db, store: StoreId) {
  return await db
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .orderBy('position')
    .select(['slug', 'title', 'description', 'in_menu', 'draft', 'published', 'published_at'])
    .execute();
}

/** Where a page begins and how long it is. */
export interface Page {
  /** Id of the last row of the page before; null for the first. */
  after: string | null;
  limit: number;
}

/** Products by id, archived ones too. */
export async function productPage(db: Db, store: StoreId, { after, limit }: Page) {
  return await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .select(['id', 'category_id', 'name', 'description', 'price_centavos', 'compare_at_centavos', 'image', 'featured'])
    .select([
      'image_alt',
      'more_images',
      'video',
      'position',
      'stock',
      'reserved',
      'sold',
      'buy_limit',
      'remove_days',
      'low_stock',
      'actions',
    ])
    .select(['created_at', 'updated_at', 'archived_at', 'deleted_at', 'visibility', 'shows_at', 'hides_at'])
    .execute();
}

export async function discountPage(db: Db, store: StoreId, { after, limit }: Page) {
  return await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .select(['id', 'code', 'type', 'value', 'min_centavos', 'max_uses', 'uses', 'expires_at', 'limit_by', 'active'])
    .select(['category_ids', 'product_ids', 'created_at', 'deleted_at'])
    .execute();
}

/** Orders by id, which is their order in time, each with its items, payments and deliveries. */
export async function orderPage(db: Db, store: StoreId, { after, limit }: Page) {
  return await db
    .selectFrom('order')
    .where('order.store_id', '=', store)
    .where('order.id', '>', after ?? '')
    .orderBy('order.id')
    .limit(limit)
    .select(['order.id', 'order.number', 'order.reference', 'order.kind', 'order.status', 'order.note'])
    .select([
      'order.client',
      'order.players',
      'order.discord_id',
      'order.customer_name',
      'order.email',
      'order.variables',
    ])
    .select(['order.payment_method', 'order.subtotal_centavos', 'order.discount_centavos', 'order.total_centavos'])
    .select(['order.refunded_centavos', 'order.coupon', 'order.actor', 'order.reason'])
    .select(['order.created_at', 'order.expires_at', 'order.completed_at', 'order.cancelled_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_item')
          .whereRef('order_item.store_id', '=', 'order.store_id')
          .whereRef('order_item.order_id', '=', 'order.id')
          .orderBy('order_item.position')
          .select(['order_item.product_id', 'order_item.name', 'order_item.quantity', 'order_item.unit_centavos'])
          .select(['order_item.line_centavos', 'order_item.discount_centavos', 'order_item.remove_days'])
          .select(['order_item.options', 'order_item.returned']),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('payment')
          .whereRef('payment.store_id', '=', 'order.store_id')
          .whereRef('payment.order_id', '=', 'order.id')
          .orderBy('payment.id')
          .select(['payment.method', 'payment.status', 'payment.amount_centavos', 'payment.refunded_centavos'])
          .select(['payment.provider_id', 'payment.flag', 'payment.created_at', 'payment.updated_at']),
      ).as('payments'),
      jsonArrayFrom(
        eb
          .selectFrom('order_remark')
          .whereRef('order_remark.store_id', '=', 'order.store_id')
          .whereRef('order_remark.order_id', '=', 'order.id')
          .orderBy('order_remark.id')
          .select(['order_remark.text', 'order_remark.actor', 'order_remark.created_at']),
      ).as('remarks'),
      sql<string[]>`array(select t.tag from order_tag t
        where t.store_id = "order".store_id and t.order_id = "order".id order by t.tag)`.as('tags'),
      jsonArrayFrom(
        eb
          .selectFrom('refund')
          .innerJoin('payment', (join) =>
            join.onRef('payment.store_id', '=', 'refund.store_id').onRef('payment.id', '=', 'refund.payment_id'),
          )
          .whereRef('payment.store_id', '=', 'order.store_id')
          .whereRef('payment.order_id', '=', 'order.id')
          .orderBy('refund.id')
          .select(['refund.scope', 'refund.status', 'refund.amount_centavos', 'refund.note', 'refund.actor'])
          .select(['refund.created_at', 'refund.finished_at']),
      ).as('refunds'),
      jsonArrayFrom(
        eb
          .selectFrom('delivery')
          .whereRef('delivery.store_id', '=', 'order.store_id')
          .whereRef('delivery.order_id', '=', 'order.id')
          .orderBy('delivery.seq')
          .select(['delivery.label', 'delivery.target', 'delivery.phase', 'delivery.action_type', 'delivery.args'])
          .select(['delivery.player', 'delivery.state', 'delivery.code', 'delivery.message'])
          .select(sql<number>`delivery.attempts - delivery.not_begun`.as('attempts'))
          .select(['delivery.due_at', 'delivery.first_sent_at', 'delivery.finished_at', 'delivery.created_at']),
      ).as('deliveries'),
    ])
    .execute();
}
export type OrderRow = Awaited<ReturnType<typeof orderPage>>[number];
