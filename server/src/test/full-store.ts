import type pg from 'pg';

/** The tables that grow with every sale. */
export const GROWING = [
  'order',
  'order_item',
  'order_history',
  'payment',
  'payment_history',
  'payment_notice',
  'delivery',
  'delivery_history',
  'idempotency_key',
  'unpaid_hold',
  'product_buyer',
  'customer_right',
  'right_source',
] as const;
export type GrowingTable = (typeof GROWING)[number];

/**
 * Fills the growing tables with `orders` past orders of these stores, spread evenly, one product each; a tenth is
 * unpaid. Triggers and constraints are off meanwhile. Ends with ANALYZE, as autovacuum does.
 */
export async function fillStores(pool: pg.Pool, stores: readonly string[], orders: number): Promise<void> {
  const client = await pool.connect();
  const sold = `(select n, ($1::text[])[1 + n % cardinality($1::text[])] as store, 'f' || n as id, now() - n * interval '1 minute' as at, n % 10 = 0 as unpaid
                   from generate_series(1, $2::int) n) o`;
  const fill = async (into: string, values: string) => {
    await client.query(`insert into ${into} select ${values} from ${sold}`, [stores, orders]);
  };
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    await fill(
      `"order" (store_id, id, reference, number, status, client, discord_id, customer_name, email, payment_method,
                subtotal_centavos, total_centavos, reserved, created_at, expires_at, completed_at)`,
      `store, id, md5(id), n, case when unpaid then 'pending' else 'completed' end, 1 + n % 5000, (10000000000000000 + n % 5000)::text,
       'Maria ' || n % 900, 'pessoa' || n % 5000 || '@exemplo.com.br', 'pix', 1000, 1000, unpaid, at, at + interval '1 year', case when unpaid then null else at end`,
    );
    await fill(
      'order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos, stocked, actions)',
      `store, id, 'i' || n, 1, 'p' || n % 40, 'VIP', 1, 1000, 1000, false, '[]'`,
    );
    await fill('order_history (store_id, order_id, id, status)', `store, id, 'h' || n, 'pending'`);
    await fill(
      `payment (store_id, id, order_id, adapter, method, status, amount_centavos, idempotency_key, provider_id, next_check_at, created_at)`,
      `store, 'p' || n, id, 'payments', 'pix', case when unpaid then 'pending' else 'approved' end, 1000, 'k' || n, n::text,
       at + interval '1 year', at`,
    );
    await fill('payment_history (store_id, payment_id, id, status)', `store, 'p' || n, 'h' || n, 'created'`);
    await fill(
      `payment_notice (store_id, id, topic, resource_id, action, notice_id, signature, handled_at)`,
      `store, 'n' || n, 'payment', n::text, '', n::text, 'unchecked', at`,
    );
    await fill(
      `delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, player, discord_id, client, state, created_at)`,
      `store, 'd' || n, id, 'i' || n, 0, 'confirmation', 'fivem', 'add_money', '{"amount":1}', 'VIP', (1 + n % 5000)::text, '1', 1 + n % 5000,
       case when n % 97 = 1 then 'queued' else 'succeeded' end, at`,
    );
    await fill(
      'delivery_history (store_id, delivery_id, id, state, attempt)',
      `store, 'd' || n, 'h' || n, 'succeeded', 1`,
    );
    await fill(
      'idempotency_key (store_id, scope, key, request_hash, created_at)',
      `store, 'order', 'k' || n, '\\x00', now() - n * interval '1 second'`,
    );
    await fill(`unpaid_hold (store_id, holder, product_id, held)`, `store, decode(md5(id), 'hex'), '', 1`);
    await fill('product_buyer (store_id, product_id, client, units)', `store, 'p' || n % 40, n, 1`);
    await fill(
      'customer_right (store_id, id, target, holder, subject)',
      `store, 'r' || n, 'fivem', n::text, 'group:vip'`,
    );
    await fill('right_source (store_id, right_id, order_id, item_id)', `store, 'r' || n, id, 'i' || n`);
    await client.query('analyze');
  } finally {
    // It does not check what it writes.
    client.release(true);
  }
}
