import type { OrderKind } from '@vitrine/contract/orders';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

const columns = [
  'id',
  'reference',
  'number',
  'kind',
  'status',
  'client',
  'players',
  'discount_id',
  'total_centavos',
  'refunded_centavos',
  'payment_method',
  'note',
  'reserved',
  'counted',
  'completed_at',
] as const;

export interface LockedOrder {
  id: string;
  reference: string;
  number: number;
  kind: OrderKind;
  status: 'pending' | 'completed' | 'cancelled';
  client: number;
  players: string[] | null;
  discount_id: string | null;
  total_centavos: number;
  /** How much of its money went back, in centavos. */
  refunded_centavos: number;
  payment_method: 'pix' | 'credit_card' | 'mercado_pago_checkout_pro' | 'manual';
  note: string | null;
  reserved: boolean;
  /** Whether its units are counted in `product_buyer`. */
  counted: boolean;
  completed_at: Date | null;
}

/**
 * Locks the order's row until the transaction ends. Everybody who moves an order or one of its payments takes this lock
 * first, then products in the order of their ids, then the coupon. Undefined for an unknown or foreign order.
 */
export async function lockOrder(tx: Tx, store: StoreId, order: string): Promise<LockedOrder | undefined> {
  return await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', order)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}

/** The same by the public reference, which is the order's name at the provider. */
export async function lockOrderByReference(
  tx: Tx,
  store: StoreId,
  reference: string,
): Promise<LockedOrder | undefined> {
  return await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('reference', '=', reference)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}
