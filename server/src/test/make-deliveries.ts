import type { Action } from '@vitrine/contract/actions';
import type { OrderKind } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { newId, newReference } from '../db/ids.ts';
import { transaction } from '../db/transaction.ts';
import { createDeliveries } from '../features/deliveries/create-deliveries.ts';
import { endRights } from '../features/deliveries/end-rights.ts';
import type { StoreId } from '../http/store.ts';
import { makeProduct } from './make-catalog.ts';

/** Builders of completed orders with deliveries, without payments. */

export interface SoldOptions {
  kind?: OrderKind;
  client?: number;
  discordId?: string;
  /** Keys of the buyer's players where a server knows them by another kind than a city id. */
  players?: string[];
  name?: string;
  variables?: Record<string, string>;
  items: { product?: string; name?: string; quantity?: number; removeDays?: number | null; actions: Action[] }[];
}

export const BUYER_DISCORD = '391822001983488001';

/** A command for a Minecraft server, at the purchase. */
export const minecraftCommand = (command: string, more: object = {}): Action =>
  ({ target: 'minecraft', type: 'minecraft_command', executionTiming: 'on_confirmation', command, ...more }) as Action;

/** A completed order with its deliveries, made in one transaction as by `completeOrder`. */
export async function makeSold(db: Db, store: StoreId, options: SoldOptions): Promise<{ id: string }> {
  const id = newId();
  const products: string[] = [];
  for (const item of options.items) {
    products.push(item.product ?? (await makeProduct(db, store, { ...(item.name && { name: item.name }) })));
  }
  await transaction(db, async (tx) => {
    await tx
      .insertInto('order')
      .values({
        store_id: store,
        id,
        reference: newReference(),
        kind: options.kind ?? 'sale',
        client: options.client ?? 17,
        players: options.players ?? null,
        discord_id: options.discordId ?? BUYER_DISCORD,
        customer_name: options.name ?? 'Bruno',
        email: null,
        payment_method: 'pix',
        subtotal_centavos: 1000,
        total_centavos: 1000,
        variables: JSON.stringify(options.variables ?? {}),
        status: 'pending',
        reserved: false,
        expires_at: sql<Date>`now() + interval '30 minutes'`,
        note: null,
      })
      .execute();
    for (const [position, item] of options.items.entries()) {
      await tx
        .insertInto('order_item')
        .values({
          store_id: store,
          order_id: id,
          id: newId(),
          position,
          product_id: products[position] as string,
          name: item.name ?? 'VIP Ouro',
          image: null,
          quantity: item.quantity ?? 1,
          unit_centavos: 1000,
          line_centavos: 1000,
          remove_days: item.removeDays ?? null,
          stocked: false,
          actions: JSON.stringify(item.actions),
        })
        .execute();
    }
    // the database counts the sales when the order's state changes
    await tx
      .updateTable('order')
      .set({ status: 'completed', completed_at: sql<Date>`now()` })
      .where('store_id', '=', store)
      .where('id', '=', id)
      .execute();
    await createDeliveries(tx, store, id);
  });
  return { id };
}

/** Cancels a completed order and ends its rights, as a refund does. */
export async function refundSold(db: Db, store: StoreId, order: string): Promise<void> {
  await transaction(db, async (tx) => {
    await tx
      .updateTable('order')
      .set({ status: 'cancelled', cancelled_at: sql<Date>`now()` })
      .where('store_id', '=', store)
      .where('id', '=', order)
      .execute();
    await endRights(tx, store, order, 'refund');
  });
}

export const on = {
  group: (groupName: string, executionTiming: Action['executionTiming'] = 'on_confirmation'): Action => ({
    target: 'fivem',
    type: 'add_group',
    executionTiming,
    groupName,
  }),
  dropGroup: (groupName: string): Action => ({
    target: 'fivem',
    type: 'remove_group',
    executionTiming: 'on_expiration',
    groupName,
  }),
  money: (amount: number): Action => ({
    target: 'fivem',
    type: 'add_money',
    executionTiming: 'on_confirmation',
    amount,
  }),
  command: (command: string, executionTiming: Action['executionTiming'] = 'on_confirmation'): Action => ({
    target: 'fivem',
    type: 'execute_command',
    executionTiming,
    command,
  }),
  own: (command: string): Action => ({
    target: 'fivem',
    type: 'run_action',
    executionTiming: 'on_confirmation',
    command,
  }),
  item: (itemName: string, itemQuantity: number): Action => ({
    target: 'fivem',
    type: 'add_item',
    executionTiming: 'on_confirmation',
    itemName,
    itemQuantity,
  }),
  role: (roleId: string): Action => ({
    target: 'discord',
    type: 'add_role',
    executionTiming: 'on_confirmation',
    roleId,
  }),
  dropRole: (roleId: string): Action => ({
    target: 'discord',
    type: 'remove_role',
    executionTiming: 'on_expiration',
    roleId,
  }),
};
