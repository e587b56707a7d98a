import { type BuyerName, buyerKindText } from '@vitrine/contract/buyer-words';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { buyerKey, cleanBuyer, keysOf } from './buyer.ts';

/** The identities with which a store makes no more business. What they bought before stays, and its deliveries go on. */

/** Blocks the identity; a second block changes the reason. Refuses `buyer_not_found` for a text that is no identity. */
export async function blockBuyer(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { reason, ...named }: BuyerName & { reason: string },
) {
  const buyer = cleanBuyer(named);
  if (!buyer) throw new Refusal('buyer_not_found');
  const key = buyerKey(buyer);
  const former = await tx
    .selectFrom('buyer_block')
    .where('store_id', '=', store)
    .where('buyer', '=', key)
    .select('reason')
    .forUpdate()
    .executeTakeFirst();
  await tx
    .insertInto('buyer_block')
    .values({ store_id: store, buyer: key, reason, actor: actor.name.slice(0, 255) })
    .onConflict((on) =>
      on
        .columns(['store_id', 'buyer'])
        .doUpdateSet({ reason, actor: actor.name.slice(0, 255), created_at: sql<Date>`now()` }),
    )
    .execute();
  await recordAudit(tx, store, actor, {
    action: 'buyer.block',
    text: `Bloqueou um cliente (${buyerKindText(buyer.kind)})`,
    ...(former && { before: { buyer: buyer.value, reason: former.reason } }),
    after: { buyer: buyer.value, reason },
  });
}

/** Lets the identity buy again. Changes nothing if it is not blocked. Refuses `buyer_not_found` for a text that is no identity. */
export async function unblockBuyer(tx: Tx, store: StoreId, actor: Actor, named: BuyerName): Promise<void> {
  const buyer = cleanBuyer(named);
  if (!buyer) throw new Refusal('buyer_not_found');
  const gone = await tx
    .deleteFrom('buyer_block')
    .where('store_id', '=', store)
    .where('buyer', '=', buyerKey(buyer))
    .returning('reason')
    .executeTakeFirst();
  if (!gone) return;
  await recordAudit(tx, store, actor, {
    action: 'buyer.unblock',
    text: `Desbloqueou um cliente (${buyerKindText(buyer.kind)})`,
    before: { buyer: buyer.value, reason: gone.reason },
  });
}

/** Whether the store blocked an identity that the order names, or one of the login in the buyer's browser. For an order's first read. */
export const isBlocked = (store: StoreId, ...buyers: Parameters<typeof keysOf>[0][]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from buyer_block b where b.store_id = ${store} and b.buyer = any(${buyers.flatMap(keysOf)}::text[]))`;
